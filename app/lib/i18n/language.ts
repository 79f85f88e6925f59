import { languages } from "~db/enums";

export { languages };

export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = "cs";

/** Flag shown beside the language's own name. */
export const languageFlags = { cs: "cz", en: "gb" } as const satisfies Record<Language, string>;

/** Name of the cookie and of the key in local storage. */
export const languageMemory = "i18nextLng";

export function isLanguage(value: unknown): value is Language {
	return languages.some((language) => language === value);
}
