import { createInstance, type i18n, type Resource } from "i18next";
import cs from "~locales/cs/common.json";
import en from "~locales/en/common.json";
import type { Language } from "./language";
import { i18nOptions } from "./options";

const resources: Resource = { cs: { common: cs }, en: { common: en } };

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

// Requests can share them: neither the texts nor the language of an instance ever change.
const instances = { cs: instanceFor("cs"), en: instanceFor("en") } satisfies Record<Language, i18n>;

/** The texts of one language, for rendering on the server and for mails. */
export function textsOf(language: Language): i18n {
	return instances[language];
}
