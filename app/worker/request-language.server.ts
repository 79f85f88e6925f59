import { RemixI18Next } from "remix-i18next/server";
import { readCookies, readLanguageCookie } from "~/lib/http/cookies.server";
import { fallbackLanguage, isLanguage, type Language, languages } from "~/lib/i18n/language";
import { preferredLanguage } from "~/lib/i18n/preferred-language";

const detector = new RemixI18Next({
	detection: {
		supportedLanguages: [...languages],
		fallbackLanguage,
		searchParamKey: "lng",
		order: ["searchParams", "custom"],
		// The detector's own "header" considers only the first language of the browser.
		findLocale: async (request) =>
			readLanguageCookie(readCookies(request)) ?? preferredLanguage(request.headers.get("Accept-Language")),
	},
});

/** The language of the response: `?lng`, else the cookie, else the browser's settings, else Czech. */
export async function languageOf(request: Request): Promise<Language> {
	const found = await detector.getLocale(request);
	return isLanguage(found) ? found : fallbackLanguage;
}
