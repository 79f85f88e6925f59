import { readFileSync } from "node:fs";
import { inProject } from "../../scripts/lib/paths.mjs";

export type Language = "cs" | "en";

const dictionaries: Record<Language, Readonly<Record<string, string>>> = { cs: read("cs"), en: read("en") };

function read(language: Language): Readonly<Record<string, string>> {
	return JSON.parse(readFileSync(inProject(`locales/${language}/common.json`), "utf8"));
}

/** Every key there is. */
export const textKeys: readonly string[] = Object.keys(dictionaries.cs);

/**
 * The text of a key as people read it, `{{name}}` replaced by its value.
 * @throws when the key is unknown, so that a renamed one is not looked for as a text
 */
export function textIn(
	language: Language,
	key: string,
	values: Readonly<Record<string, string>> = {},
): string {
	const text = dictionaries[language][key];
	if (text === undefined) throw new Error(`No text for "${key}" in ${language}`);
	return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
