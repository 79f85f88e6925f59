import { createInstance, type i18n, type Resource } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { readCookies, readLanguageCookie } from "~/lib/http/cookies.server";
import cs from "~locales/cs/common.json";
import en from "~locales/en/common.json";
import { fallbackLanguage, isLanguage, type Language, languages } from "./language";
import { i18nOptions } from "./options";
import { preferredLanguage } from "./preferred-language";

const resources: Resource = { cs: { common: cs }, en: { common: en } };

const detector = new RemixI18Next({
	detection: {
		supportedLanguages: [...languages],
		fallbackLanguage,
		searchParamKey: "lng",
		order: ["searchParams", "custom"],
		// Not the detector's own "header", which looks at the first of the browser's languages alone.
		findLocale: async (request) =>
			readLanguageCookie(readCookies(request)) ?? preferredLanguage(request.headers.get("Accept-Language")),
	},
});

/** The language a request is answered in: `?lng`, then the cookie, then the browser's settings, then Czech. */
export async function languageOf(request: Request): Promise<Language> {
	const found = await detector.getLocale(request);
	return isLanguage(found) ? found : fallbackLanguage;
}

function instanceFor(language: Language): i18n {
	const instance = createInstance();
	void instance.init({
		...i18nOptions,
		lng: language,
		ns: ["common"],
		resources,
		initImmediate: false,
	});
	return instance;
}

// Texts never change while an isolate lives, and no one changes an instance's language: they can be shared.
const instances = { cs: instanceFor("cs"), en: instanceFor("en") } satisfies Record<Language, i18n>;

/** The texts of one language, for rendering on the server and for mails. */
export function textsOf(language: Language): i18n {
	return instances[language];
}
