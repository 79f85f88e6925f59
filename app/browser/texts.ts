import { type BackendModule, createInstance, type i18n } from "i18next";
import type { Language } from "~/lib/i18n/language";
import { i18nOptions } from "~/lib/i18n/language";
import { type TextNamespace, textFiles, textNamespaces } from "~/lib/i18n/text-files";
import { chunkTimeout } from "./load-chunk";

async function readTexts(address: string): Promise<Readonly<Record<string, string>>> {
	const response = await fetch(address, { signal: AbortSignal.timeout(chunkTimeout) });
	if (!response.ok) throw new Error(`The texts at ${address} answered ${response.status}`);
	return response.json();
}

const backend: BackendModule = {
	type: "backend",
	init: () => {},
	read(language: Language, namespace: TextNamespace, callback) {
		readTexts(textFiles[language][namespace]).then(
			(texts) => callback(null, texts),
			// The second argument makes i18next try again.
			(error) => callback(error, true),
		);
	},
};

/**
 * Loads the texts of a language: a file for everybody, and another for organisers.
 * @throws Error when they have not come after all attempts: i18next says nothing and would show keys
 */
export async function loadTexts(language: Language, isOrganiser: boolean): Promise<i18n> {
	const namespaces = textNamespaces(isOrganiser);
	const instance = createInstance();
	await instance.use(backend).init({
		...i18nOptions,
		lng: language,
		// Only the page's language is loaded: both have the same keys.
		fallbackLng: false,
		ns: namespaces,
		fallbackNS: "organisers",
		maxRetries: 5,
		retryTimeout: 350,
		react: { ...i18nOptions.react, bindI18nStore: "added" },
	});
	if (!namespaces.every((namespace) => instance.hasResourceBundle(language, namespace)))
		throw new Error("The texts could not be loaded");
	return instance;
}
