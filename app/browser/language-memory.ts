import { isLanguage, languageMemory, yearInSeconds } from "~/lib/i18n/language";

function cookieLanguage(): string | undefined {
	return new RegExp(`(?:^|; )${languageMemory}=(\\w+)`).exec(document.cookie)?.[1];
}

/**
 * Sets the missing cookie to the language of local storage when the page came in another one.
 * @param shown language of the page
 * @returns whether the page must be reloaded
 */
export function restoreLanguage(shown: string): boolean {
	const remembered = localStorage.getItem(languageMemory);
	if (!isLanguage(remembered) || remembered === shown) return false;
	if (cookieLanguage() || /[?&]lng=/.test(location.search)) return false;
	setCookie(remembered);
	// If cookies are forbidden, the page must not reload for ever.
	return cookieLanguage() === remembered;
}

/** Asks for what follows in the language of the page. All tabs share the cookie: the one that comes to the front sets it anew. */
export function keepLanguage(shown: string): void {
	const remember = () => {
		if (document.hidden) return;
		localStorage.setItem(languageMemory, shown);
		setCookie(shown);
	};
	remember();
	addEventListener("focus", remember);
	document.addEventListener("visibilitychange", remember);
}

function setCookie(language: string): void {
	const secure = location.protocol === "https:" ? "; Secure" : "";
	// biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the cookie store
	document.cookie = `${languageMemory}=${language}; Path=/; SameSite=Lax; Max-Age=${yearInSeconds}${secure}`;
}
