import { Scripts, ScrollRestoration } from "@remix-run/react";
import {
	Children,
	cloneElement,
	Fragment,
	isValidElement,
	type ReactElement,
	type ReactNode,
	useContext,
} from "react";
import pageScriptUrl from "~/browser/page.ts?worker&url";
import uploadsUrl from "~/browser/uploads.ts?worker&url";
import { ServerContext } from "./server-context";

/** @param waits whether React's scripts wait until the page is used */
export function PageScripts({ hydrates, waits }: { readonly hydrates: boolean; readonly waits: boolean }) {
	const { nonce, prefetch } = useContext(ServerContext);
	return (
		<>
			<script
				src={pageScriptUrl}
				defer
				data-prefetch={prefetch}
				data-queue={hydrates ? undefined : uploadsUrl}
			/>
			{hydrates && (
				<>
					<ScrollRestoration nonce={nonce} />
					<ReactScripts nonce={nonce} waits={waits} />
				</>
			)}
		</>
	);
}

interface RemixElement {
	readonly children?: ReactNode;
	readonly type?: string;
	readonly href?: string;
	readonly fetchpriority?: "low";
	readonly async?: boolean | undefined;
	readonly "data-waits"?: string;
}

/** Remix's scripts at low priority: the page can be read and sent without them. */
function ReactScripts({ nonce, waits }: { readonly nonce: string | undefined; readonly waits: boolean }) {
	const elements = elementsOf(Scripts({ nonce }));
	const files = elements.flatMap(({ props }) => props.href ?? []);
	const shown = waits
		? elements.filter(({ type }) => type === "script").map((script) => waiting(script, files))
		: elements.map((element) => (element.type === "link" ? cloneElement(element, lowPriority) : element));
	return <>{shown}</>;
}

const lowPriority = { fetchpriority: "low" } as const;

/** A module that `app/browser/hydration.ts` starts, with the files it imports. */
function waiting(script: ReactElement<RemixElement>, files: readonly string[]): ReactElement {
	if (script.props.type !== "module") return script;
	// What is no script must not be async.
	return cloneElement(script, { type: "text/plain", async: undefined, "data-waits": files.join(" ") });
}

/** Remix nests its elements in fragments. */
function elementsOf(nodes: ReactNode): ReactElement<RemixElement>[] {
	return Children.toArray(nodes).flatMap((node) => {
		if (!isValidElement<RemixElement>(node)) return [];
		return node.type === Fragment ? elementsOf(node.props.children) : [node];
	});
}
