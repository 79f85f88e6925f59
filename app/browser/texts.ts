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

/** Loads the named parts of a language's texts, each a hashed chunk; the others too when a text is missing. */
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

/** Loads further parts; one that failed is not requested again. The returned function throws a promise, as Suspense expects. */
export function textLoader(instance: i18n): (areas: readonly TextArea[]) => void {
	const requested = new Set<TextArea>();
	const settled = new Set<TextArea>();
	let loading: Promise<void> = Promise.resolve();
	return (areas) => {
		const missing = areas.filter(
			(area) => !settled.has(area) && !instance.hasResourceBundle(instance.language, area),
		);
		if (missing.length === 0) return;
		const unrequested = missing.filter((area) => !requested.has(area));
		if (unrequested.length > 0) {
			for (const area of unrequested) requested.add(area);
			loading = Promise.all([loading, instance.loadNamespaces(unrequested)]).then(() => {
				for (const area of unrequested) settled.add(area);
			});
		}
		throw loading;
	};
}
