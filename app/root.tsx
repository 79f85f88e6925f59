import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useMatches,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { NonceContext } from "./nonce";
import { modeOf } from "./route-modes";
import stylesUrl from "./styles.css?url";

export const links: LinksFunction = () => [
	{ rel: "stylesheet", href: stylesUrl },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** What every page needs: the edition, who is logged in, the menu's tracking links, the message to be shown. */
export function loader({ context }: LoaderFunctionArgs) {
	const { ctx, flash, tracking, sessionEndsAt } = context;
	const { year, title, soaringSpotUrl, bugReportUrl, developer } = ctx.edition;
	return {
		edition: { year, title, soaringSpotUrl, bugReportUrl, developer },
		user: ctx.actor,
		sessionEndsAt,
		language: ctx.language,
		flash,
		tracking,
	};
}

export function Layout({ children }: { readonly children: ReactNode }) {
	const root = useRouteLoaderData<typeof loader>("root");
	const leaf = useMatches().at(-1)?.id ?? "";
	const hydrates = Boolean(root?.user) || modeOf(leaf) === "interactive";
	const nonce = useContext(NonceContext);
	return (
		<html lang={root?.language ?? "cs"}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				{hydrates && (
					<>
						<ScrollRestoration nonce={nonce} />
						<Scripts nonce={nonce} />
					</>
				)}
			</body>
		</html>
	);
}

export default function App() {
	return <Outlet />;
}
