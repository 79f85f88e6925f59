import { useLocation } from "@remix-run/react";
import { type Language, languages } from "~/lib/i18n/language";
import type { LinkPreviewProps } from "./server-context";

const locales: Record<Language, string> = { cs: "cs_CZ", en: "en_GB" };

/** What messengers and other sites show of a link to the page (Open Graph protocol). No browser needs it, so no script holds it. */
export function LinkPreview({ root: { edition, origin, language }, title }: LinkPreviewProps) {
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
	return properties.map(([name, content]) => <meta key={name} property={`og:${name}`} content={content} />);
}
