import { textAreas, textFolder } from "virtual:texts";
import { type BackendModule, createInstance, type i18n } from "i18next";
import { i18nOptions } from "~/lib/i18n/options";
import type { TextArea } from "~/lib/i18n/text-areas";
import { loadAreas } from "./load-areas";
import { chunkTimeout } from "./load-chunk";

async function readTexts(language: string, area: string): Promise<Readonly<Record<string, string>>> {
	const signal = AbortSignal.timeout(chunkTimeout);
	const response = await fetch(`${textFolder}${language}-${area}.json`, { signal });
	if (!response.ok) throw new Error(`The texts ${area} answered ${response.status}`);
	return response.json();
}

const backend: BackendModule = {
	type: "backend",
	init: () => {},
	read(language, area, callback) {
		readTexts(language, area).then(
			(texts) => callback(null, texts),
			// The second argument makes i18next try again.
			(error) => callback(error, true),
		);
	},
};

/**
 * Loads the named parts of a language's texts; the others too when a text is missing.
 * @throws Error when a part cannot be loaded
 */
export async function loadTexts(language: string, areas: readonly TextArea[]): Promise<i18n> {
	const instance = createInstance();
	instance.use(backend);
	let complete = false;
	await instance.init({
		...i18nOptions,
		lng: language,
		// Only the page's language is loaded: both files hold the same keys.
		fallbackLng: false,
		ns: [],
		fallbackNS: textAreas,
		maxParallelReads: 10,
		maxRetries: 5,
		retryTimeout: 350,
		react: { ...i18nOptions.react, bindI18nStore: "added" },
		saveMissing: true,
		missingKeyHandler: () => {
			if (complete) return;
			complete = true;
			void instance.loadNamespaces(textAreas);
		},
	});
	await loadAreas(instance, areas);
	return instance;
}

/**
 * Loads further parts after a navigation by React, which shows the page before until then. The returned function throws a promise,
 * as Suspense expects. When the parts cannot be loaded, the browser loads the page as a document.
 */
export function textLoader(instance: i18n): (areas: readonly TextArea[]) => void {
	const loading = new Map<string, Promise<void>>();
	return (areas) => {
		const missing = areas.filter((area) => !instance.hasResourceBundle(instance.language, area));
		if (missing.length === 0) return;
		const key = missing.join(" ");
		const promise = loading.get(key) ?? loadAreas(instance, missing).catch(loadDocument);
		loading.set(key, promise);
		throw promise;
	};
}

/** Never settles: the page before stays until the document is there. */
function loadDocument(): Promise<never> {
	location.reload();
	return new Promise(() => {});
}
