import { createInstance, type i18n, type Resource, type TFunction, type TOptions } from "i18next";
import { logLine } from "~/lib/http/log.server";
import { memoise } from "~/lib/memoise";
import type { RefusalReason } from "~/lib/refusals";
import csCommon from "~locales/cs/common.json";
import csOrganisers from "~locales/cs/organisers.json";
import csServerOnly from "~locales/cs/server-only.json";
import enCommon from "~locales/en/common.json";
import enOrganisers from "~locales/en/organisers.json";
import enServerOnly from "~locales/en/server-only.json";
import type { Language } from "./language";
import { i18nOptions } from "./language";

/** All texts of a language by their keys, both those of the browser and those that only the server says. */
export const texts = {
	cs: { ...csCommon, ...csOrganisers, ...csServerOnly },
	en: { ...enCommon, ...enOrganisers, ...enServerOnly },
} satisfies Record<Language, Readonly<Record<string, string>>>;

/** Returns texts for a page whose scripts do not load them, by the ends of their keys. @param start of the keys, with its dot */
export function textsUnder(language: Language, start: string): Readonly<Record<string, string>> {
	return textsOfStart(`${language} ${start}`);
}

/** A form asks for the same texts once a field, and each time all texts would be looked through. */
const textsOfStart = memoise((languageAndStart: string): Readonly<Record<string, string>> => {
	const [language, start] = languageAndStart.split(" ") as [Language, string];
	return Object.fromEntries(
		Object.entries(texts[language])
			.filter(([key]) => key.startsWith(start))
			.map(([key, text]) => [key.slice(start.length), text]),
	);
});

/** The English text is the `msg` of the API. */
export function serverText(language: Language, reason: RefusalReason): string {
	return texts[language][`server.${reason}`];
}

const resources: Resource = { cs: { common: texts.cs }, en: { common: texts.en } };

function instanceFor(language: Language): i18n {
	const instance = createInstance();
	void instance.init({
		...i18nOptions,
		lng: language,
		ns: ["common"],
		resources,
		initImmediate: false,
		saveMissing: true,
		missingKeyHandler: (_languages, _namespace, key) => {
			// A text that is not a key may be something that somebody typed.
			if (/^\w+(\.[\w-]+)+$/.test(key)) logLine("error", "text-missing", { key });
		},
	});
	const t = withPlainTexts(instance.t, new Map(Object.entries(texts[language])));
	instance.getFixedT = (() => t) as i18n["getFixedT"];
	return instance;
}

/**
 * Looks up the texts without a plural and puts their values in: i18next takes some microseconds for a text, and ten for one with values,
 * of which a list has one a row.
 * @param own texts by key
 */
function withPlainTexts(t: TFunction, own: ReadonlyMap<string, string>): TFunction {
	const translate = (key: string, values?: TOptions) =>
		withValues(own.get(key) ?? "{{", values ?? {}) ?? t(key, values);
	return translate as TFunction;
}

/** Null when a value is missing or may choose another text. */
function withValues(text: string, values: TOptions): string | null {
	if ("count" in values || "context" in values) return null;
	const filled = text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
		const value: unknown = values[name];
		return typeof value === "string" || typeof value === "number" ? String(value) : place;
	});
	return filled.includes("{{") ? null : filled;
}

// Requests can share the instances: neither their texts nor their language ever change.
const instances = { cs: instanceFor("cs"), en: instanceFor("en") } satisfies Record<Language, i18n>;

/** The texts of one language, for rendering on the server and for mails. */
export function textsOf(language: Language): i18n {
	return instances[language];
}
