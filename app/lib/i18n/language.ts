import type { InitOptions } from "i18next";
import { languages } from "~db/enums";

export { languages };

export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = "cs";

/** Flag shown beside the language's own name. */
export const languageFlags = { cs: "cz", en: "gb" } as const satisfies Record<Language, string>;

/** Name of the cookie and of the key in local storage. */
export const languageMemory = "i18nextLng";

export const yearInSeconds = 31_536_000;

export function isLanguage(value: unknown): value is Language {
	return languages.some((language) => language === value);
}

/**
 * The most preferred language that the site has, regardless of the country; null when there is none. `de-AT,de;q=0.9,en;q=0.7`
 * gives English.
 * @param header value of `Accept-Language` (RFC 9110, section 12.5.4)
 */
export function preferredLanguage(header: string | null): Language | null {
	const ranges = (header ?? "").split(",").map((range) => {
		const [tag = "", ...parameters] = range.split(";");
		return { language: tag.trim().toLowerCase().split("-", 1)[0], weight: weightOf(parameters) };
	});
	const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
	return wanted.map(({ language }) => language).find(isLanguage) ?? null;
}

/** Weight of a language, from 0 (not wanted) to 1 (the default). */
function weightOf(parameters: readonly string[]): number {
	for (const parameter of parameters) {
		const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1];
		if (weight !== undefined) return Number(weight);
	}
	return 1;
}

/**
 * The language of a text, for its `lang` on a page, when it is not that of the page; undefined when it is, or cannot be told. Czech
 * is recognised by its letters, English by its commonest words.
 */
export function foreignIn(page: Language, text: string): Language | undefined {
	const isCzech = /[áčďéěíňóřšťúůýž]/i.test(text);
	if (page === "en") return isCzech ? "cs" : undefined;
	return !isCzech && /\b(?:the|and|of|is|are|for|will|we|you|at|in)\b/i.test(text) ? "en" : undefined;
}

/** Options of i18next that the server and the browser share. Keys are flat: `region.Čechy 1.` is one key. */
export const i18nOptions = {
	supportedLngs: [...languages],
	fallbackLng: fallbackLanguage,
	defaultNS: "common",
	keySeparator: false,
	nsSeparator: false,
	// React escapes what it renders; mails and plain pages escape their HTML themselves.
	interpolation: { escapeValue: false },
	react: { useSuspense: false },
} as const satisfies InitOptions;
