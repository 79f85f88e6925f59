import { isLanguage, languageMemory } from "~/lib/i18n/language";

const yearInSeconds = 31_536_000;

function cookieLanguage(): string | undefined {
	return new RegExp(`(?:^|; )${languageMemory}=(\\w+)`).exec(document.cookie)?.[1];
}

/**
 * Puts the language of local storage into the cookie when that is missing and the page came in another one.
 * @param shown language of the page
 * @returns whether the page must be asked for again
 */
export function rememberedLanguage(shown: string): boolean {
	const remembered = localStorage.getItem(languageMemory);
	if (!isLanguage(remembered) || remembered === shown) return false;
	if (cookieLanguage() || /[?&]lng=/.test(location.search)) return false;
	setCookie(remembered);
	// Without cookies the page would come back the same for ever.
	return cookieLanguage() === remembered;
}

/** Remembers the language of the page. */
export function rememberLanguage(shown: string): void {
	localStorage.setItem(languageMemory, shown);
	setCookie(shown);
}

function setCookie(language: string): void {
	const secure = location.protocol === "https:" ? "; Secure" : "";
	// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not known to all browsers
	document.cookie = `${languageMemory}=${language}; Path=/; SameSite=Lax; Max-Age=${yearInSeconds}${secure}`;
}
