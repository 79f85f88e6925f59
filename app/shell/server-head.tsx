import { useLocation, useMatches } from "@remix-run/react";
import { type Language, languages } from "~/lib/i18n/language";
import { textFiles } from "~/lib/i18n/text-files";
import { pictureOf, sharedPath, sharedSize } from "~/lib/results/pictures/shared-path";
import displayFontUrl from "~/styles/fonts/barlow-semi-condensed-700.woff2?url";
import { pageHandle } from "./handle";
import type { ServerHeadProps } from "./server-context";

/** React 18 knows the attribute in small letters alone. */
const lowPriority = { fetchpriority: "low" };

const locales: Record<Language, string> = { cs: "cs_CZ", en: "en_GB" };

/**
 * The elements of the head that follow from the page: its other addresses, its typeface and texts, and what messengers and other
 * sites show of a link to it (Open Graph protocol).
 */
export function ServerHead({
	root: { edition, origin, language },
	title,
	description,
	isError,
	texts,
}: ServerHeadProps) {
	const { pathname, search } = useLocation();
	const match = useMatches().at(-1);
	const handle = pageHandle(match?.handle);
	const shared = match?.data ? handle?.sharedOf?.(match.data) : null;
	const picture = pictureOf(edition, language);
	const path = shared ? `/pictures/${sharedPath(shared)}.png?lng=${language}` : picture.path;
	const [width, height] = shared ? sharedSize : picture.size;
	const query = new URLSearchParams(search);
	const next = handle?.next?.(query);
	const reloadAfter = next ? `${next.after};url=${next.path}` : handle?.reloadAfter?.(query);
	const properties = [
		["type", "website"],
		["site_name", edition.title],
		["title", title],
		["description", description],
		["url", `${origin}${pathname}?lng=${language}`],
		["image", origin + path],
		["image:width", String(width)],
		["image:height", String(height)],
		["image:alt", edition.title],
		["locale", locales[language]],
		...languages.filter((other) => other !== language).map((other) => ["locale:alternate", locales[other]]),
	] as const;
	const files = (
		<>
			<link rel="preload" as="font" type="font/woff2" href={displayFontUrl} crossOrigin="anonymous" />
			{texts.map((name) => (
				<link
					key={name}
					rel="preload"
					as="fetch"
					href={textFiles[language][name]}
					crossOrigin="anonymous"
					{...lowPriority}
				/>
			))}
		</>
	);
	if (isError) return files;
	return (
		<>
			{next && <meta name="next" content={next.path} data-after={next.after} />}
			{reloadAfter && (
				<noscript>
					<meta httpEquiv="refresh" content={String(reloadAfter)} />
				</noscript>
			)}
			<PageHeadLinks origin={origin} language={language} />
			{files}
			{properties.map(([name, content]) => (
				<meta key={name} property={`og:${name}`} content={content} />
			))}
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
}

/** The addresses of the page in both languages, and of the web app. Without `lng` the language depends on the reader's settings. */
function PageHeadLinks({ origin, language }: { readonly origin: string; readonly language: Language }) {
	const { pathname } = useLocation();
	const addressIn = (other: Language) => `${origin}${pathname}?lng=${other}`;
	return (
		<>
			<link rel="canonical" href={addressIn(language)} />
			{languages.map((other) => (
				<link key={other} rel="alternate" hrefLang={other} href={addressIn(other)} />
			))}
			<link rel="manifest" href={`/manifest.webmanifest?lng=${language}`} />
		</>
	);
}
