import { useLocation } from "@remix-run/react";
import { type Language, languages } from "~/lib/i18n/language";
import displayFontUrl from "~/styles/fonts/barlow-semi-condensed-700.woff2?url";
import { PageHeadLinks } from "./page-head-links";
import type { ServerHeadProps } from "./server-context";

const locales: Record<Language, string> = { cs: "cs_CZ", en: "en_GB" };

/** The typeface, the other addresses of the page, and what messengers and other sites show of a link to the page (Open Graph protocol). */
export function ServerHead({ root: { edition, origin, language }, title }: ServerHeadProps) {
	const { pathname } = useLocation();
	const properties = [
		["type", "website"],
		["site_name", edition.title],
		["title", title],
		["description", edition.description],
		["url", `${origin}${pathname}?lng=${language}`],
		["image", `${origin}/icons/icon-512.png`],
		["locale", locales[language]],
		...languages.filter((other) => other !== language).map((other) => ["locale:alternate", locales[other]]),
	] as const;
	return (
		<>
			<PageHeadLinks origin={origin} language={language} />
			<link rel="preload" as="font" type="font/woff2" href={displayFontUrl} crossOrigin="anonymous" />
			{properties.map(([name, content]) => (
				<meta key={name} property={`og:${name}`} content={content} />
			))}
		</>
	);
}
