import { textChunks } from "virtual:texts";
import { createInstance, type i18n } from "i18next";
import resourcesToBackend from "i18next-resources-to-backend";
import { isLanguage } from "~/lib/i18n/language";
import { i18nOptions } from "~/lib/i18n/options";
import type { TextArea } from "~/lib/i18n/text-areas";
import { loadChunk } from "./load-chunk";

async function readChunk(language: string, area: string): Promise<Readonly<Record<string, string>>> {
	const load = isLanguage(language) && textChunks[language][area as TextArea];
	if (!load) throw new Error(`There are no texts ${area} in ${language}`);
	return (await loadChunk(load())).default;
}

/**
 * The texts of the page's language, of which the named parts are loaded: hashed chunks, kept by the browser for good.
 * Should a text be asked for that is in none of them, the others are loaded as well.
 */
export async function loadTexts(language: string, areas: readonly TextArea[]): Promise<i18n> {
	const instance = createInstance();
	instance.use(resourcesToBackend(readChunk));
	const all = Object.keys(textChunks.cs);
	let complete = false;
	await instance.init({
		...i18nOptions,
		lng: language,
		// Only the page's language is loaded: both files hold the same keys.
		fallbackLng: false,
		ns: [...areas],
		fallbackNS: all,
		maxParallelReads: 10,
		maxRetries: 5,
		retryTimeout: 350,
		react: { ...i18nOptions.react, bindI18nStore: "added" },
		saveMissing: true,
		missingKeyHandler: () => {
			if (complete) return;
			complete = true;
			void instance.loadNamespaces(all);
		},
	});
	return instance;
}

/** Loads further parts for whoever waits for them; one that does not come is not asked for again. */
export function textLoader(instance: i18n): (areas: readonly TextArea[]) => void {
	const asked = new Set<TextArea>();
	const settled = new Set<TextArea>();
	let loading: Promise<void> = Promise.resolve();
	return (areas) => {
		const missing = areas.filter(
			(area) => !settled.has(area) && !instance.hasResourceBundle(instance.language, area),
		);
		if (missing.length === 0) return;
		const unasked = missing.filter((area) => !asked.has(area));
		if (unasked.length > 0) {
			for (const area of unasked) asked.add(area);
			loading = Promise.all([loading, instance.loadNamespaces(unasked)]).then(() => {
				for (const area of unasked) settled.add(area);
			});
		}
		throw loading;
	};
}
