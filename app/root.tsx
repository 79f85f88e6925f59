import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import bootUrl from "~/browser/boot.ts?worker&url";
import pageScriptUrl from "~/browser/page.ts?worker&url";
import uploadsUrl from "~/browser/uploads.ts?worker&url";
import { useFailedSubmission } from "~/components/failed-submission";
import { QueueKeeper } from "~/components/queue/waiting";
import { useHydrated } from "~/components/use-hydrated";
import { RootContext, type RootData, useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { onDutyAccount } from "~/lib/context";
import { trackingMenu } from "~/lib/days/tracking-menu";
import { presentYear } from "~/lib/editions/opened.server";
import { isDraft, isSignupAhead, isSignupOpen, phaseOf } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { isLasting } from "~/lib/http/flash-keys";
import { formatDate, formatDayOf } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { textNamespaces } from "~/lib/i18n/text-files";
import { DutyOver } from "~/shell/duty-over";
import { ErrorPage, errorTitle, LostPage } from "~/shell/error-page";
import { pageHandle } from "~/shell/handle";
import { PageChange, TypedText } from "~/shell/page-change";
import { revalidateShell } from "~/shell/revalidation";
import { ServerContext } from "~/shell/server-context";
import { SiteFooter } from "~/shell/site-footer";
import { SiteHeader } from "~/shell/site-header";
import { FlashMessage, Toasts } from "~/shell/toasts";
import { version } from "../package.json";
import { editionOrigin } from "./lib/editions/edition-hosts";
import stylesUrl from "./styles.css?url";

export const links: LinksFunction = () => [
	{ rel: "stylesheet", href: stylesUrl },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
	{ rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
];

export const shouldRevalidate = revalidateShell;

export function loader({ context }: LoaderFunctionArgs): RootData {
	const { ctx, isDutyOver, flash, tracking, sharedNumbers, sessionEndsAt } = context;
	const { edition, language, now, settings, requestId } = ctx;
	const { year, title } = edition;
	const isStranger = isDraft(edition) && (ctx.actor?.role ?? null) === null;
	const shown = isStranger ? presentYear(edition) : edition;
	const { soaringSpotUrl, bugReportUrl, developer } = shown;
	return {
		edition: {
			year,
			title,
			soaringSpotUrl,
			bugReportUrl,
			developer,
			hasSharePicture: !edition.startsAsDraft,
			description: shown.pageDescription[language],
			classes: shown.classes.map(({ type, name }) => ({ type, name: name[language] })),
		},
		draft: isDraft(edition) && !isStranger ? textsOf(language).t("draft.banner", { title }) : null,
		isDraftsDoor: isStranger,
		origin: editionOrigin(edition, settings),
		phase: phaseOf(shown, now),
		isSignupOver: !isSignupAhead(shown, now) && !isSignupOpen(shown, now),
		signupFrom: isSignupAhead(shown, now)
			? formatDayOf(new Date(shown.competition.signupSince), language)
			: null,
		user: ctx.actor,
		isOnDuty: ctx.onDuty !== null,
		isDutyOver,
		sessionSecondsLeft: sessionEndsAt && Math.ceil((sessionEndsAt.getTime() - now.getTime()) / 1000),
		language,
		date: formatDate(pragueDate(now), language),
		flash: flash && {
			kind: flash.kind,
			text: textsOf(language).t(flash.key, flash.values),
			isLasting: isLasting(flash.key),
		},
		tracking: trackingMenu(isStranger ? [] : tracking, shown.tracking),
		sharedNumbers: isStranger ? [] : sharedNumbers,
		version,
		requestId,
	};
}

interface PageTitle {
	/** Empty for home, which has none of its own. */
	readonly name: string;
	/** The page, then the edition; "Error: " before them after a refused submission. */
	readonly title: string;
}

function usePageTitle(editionTitle: string | undefined): PageTitle {
	const { t, language, classNameOf } = useTexts();
	const error = useRouteError();
	const failed = useFailedSubmission();
	const { id, handle, data } = useMatches().at(-1) ?? {};
	const { title: key = "", titleOf } = pageHandle(handle) ?? {};
	const last = useRef({ id, data });
	// A page that could not be read anew stays as it is, and has the name of what it shows.
	if (data || last.current.id !== id) last.current = { id, data };
	const shown = last.current.data;
	const ownName = shown && titleOf ? titleOf(shown, t, { language, classNameOf }) : key && t(key);
	const name = error ? t(errorTitle(error, handle)) : ownName;
	const title = [name, editionTitle].filter(Boolean).join(" – ");
	return { name, title: failed ? t("error.titlePrefix") + title : title };
}

/** The document around every page, error pages included. */
export function Layout({ children }: { readonly children: ReactNode }) {
	const root = useRouteLoaderData<RootData>("root");
	return (
		<RootContext.Provider value={root}>
			<HtmlPage>{children}</HtmlPage>
		</RootContext.Provider>
	);
}

function HtmlPage({ children }: { readonly children: ReactNode }) {
	const { language } = useTexts();
	const root = useRootData();
	const isOrganiser = (root?.user?.role ?? null) !== null || root?.isOnDuty === true;
	// Loads the other file too when somebody becomes an organiser while the page is open.
	const texts = textNamespaces(isOrganiser);
	const { t } = useTranslation(texts);
	const match = useMatches().at(-1);
	const handle = pageHandle(match?.handle);
	const { pathname, search } = useLocation();
	const { name, title } = usePageTitle(root?.edition.title);
	const ofEdition = root?.edition.description ?? "";
	// A Czech date ends with a full stop itself.
	const named = handle?.titleOf ? `${name.replace(/\.$/, "")}. ${ofEdition}` : ofEdition;
	const description = (match?.data ? handle?.descriptionOf?.(match.data) : undefined) ?? named;
	const failed = useFailedSubmission();
	const error = useRouteError();
	const { ServerHead } = useContext(ServerContext);
	const hydrates = Boolean(root?.user) || root?.isOnDuty === true || handle?.hydrates === true;
	const shell = handle?.withoutChrome?.(new URLSearchParams(search)) ? undefined : root;
	return (
		<html
			lang={language}
			data-hydrates={hydrates || undefined}
			data-organiser={isOrganiser || undefined}
			data-failed={failed || undefined}
			data-account={root?.user?.id ?? (root?.isOnDuty ? onDutyAccount : undefined)}
			data-edition={root?.edition.year}
			data-session-seconds={root?.sessionSecondsLeft ?? undefined}
			suppressHydrationWarning
		>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{title}</title>
				{root && <meta name="description" content={description} />}
				<meta name="theme-color" content="#08294d" />
				<script src={bootUrl} />
				<Meta />
				<Links />
				{ServerHead && root && (
					<ServerHead
						root={root}
						title={title}
						description={description}
						isError={Boolean(error)}
						texts={hydrates ? texts : []}
					/>
				)}
			</head>
			<body>
				{shell && <SkipLink />}
				{shell && <SiteHeader root={shell} />}
				<p
					className="offline-banner hidden border-b-2 border-warning bg-warning-ground px-4 py-2 text-center font-strong in-data-offline:block"
					role="status"
				>
					{t("offline.banner")}
				</p>
				{root?.draft && (
					<p className="border-b-2 border-warning bg-warning-ground px-4 py-2 text-center font-strong">
						{root.draft}
					</p>
				)}
				{root && <PrintHead root={root} page={name} />}
				<Toasts />
				<main
					className={`${shell ? "page" : "page-bare"}${pathname === "/" ? " page-home" : ""}`}
					id="content"
					tabIndex={-1}
				>
					{(root?.user || root?.isOnDuty) && <QueueKeeper />}
					<FlashMessage flash={root?.flash ?? null} />
					{shell?.isDutyOver && !error && <DutyOver />}
					{children}
				</main>
				{shell && <SiteFooter root={shell} />}
				{root && <Splash title={root.edition.title} />}
				{hydrates && <PageChange />}
				<PageScripts hydrates={hydrates} />
			</body>
		</html>
	);
}

function SkipLink() {
	const { t } = useTexts();
	return (
		<a className="skip-link" href="#content">
			{t("nav.skip")}
		</a>
	);
}

interface PrintHeadProps {
	readonly root: RootData;
	/** Name of the page; empty for home. */
	readonly page: string;
}

/**
 * The first line on paper: competition, page, date and time. The page's script sets the time of the print. Without scripts the
 * browser prints the time in its own margin.
 */
function PrintHead({ root, page }: PrintHeadProps) {
	return (
		<p className="print-head hidden flex-wrap gap-x-4 border-b pb-1 print:mb-3 print:flex">
			<strong>{root.edition.title}</strong> <span>{page}</span>{" "}
			<span className="ms-auto" data-printed>
				{root.date}
			</span>
		</p>
	);
}

/** Shown over a visit's first page for half a second, by the style sheet alone. */
function Splash({ title }: { readonly title: string }) {
	return (
		<div
			className="splash pointer-events-none fixed inset-0 z-70 grid animate-splash place-content-center justify-items-center gap-6 px-4 text-center bg-linear-to-b/srgb from-nav to-nav-low font-display text-4xl font-bold text-on-nav in-data-splash:hidden motion-reduce:hidden md:text-5xl noscript:hidden print:hidden"
			aria-hidden="true"
		>
			<p>{title}</p>
			<span className="spinner text-3xl text-action" />
		</div>
	);
}

export default function App() {
	return (
		<>
			<TypedText />
			<Outlet />
		</>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	const [isLate] = useState(useHydrated());
	return isLate ? <LostPage /> : <ErrorPage error={error} />;
}

function PageScripts({ hydrates }: { readonly hydrates: boolean }) {
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
					<Scripts nonce={nonce} />
				</>
			)}
		</>
	);
}
