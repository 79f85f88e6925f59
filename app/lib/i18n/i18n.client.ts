import { createInstance, type i18n } from "i18next";
import resourcesToBackend from "i18next-resources-to-backend";
import { loadChunk } from "../http/load-chunk";
import { i18nOptions } from "./options";

/** Loads the texts of the page's language: a hashed chunk of their own, kept by the browser for good. */
export async function loadTexts(language: string): Promise<i18n> {
	const instance = createInstance();
	instance.use(resourcesToBackend((lng: string) => loadChunk(import(`../../../locales/${lng}/common.json`))));
	await instance.init({
		...i18nOptions,
		lng: language,
		// Only the page's language is loaded: both files hold the same keys.
		fallbackLng: false,
		maxParallelReads: 10,
		maxRetries: 5,
		retryTimeout: 350,
	});
	return instance;
}
