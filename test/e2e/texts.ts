import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { inProject } from "../../scripts/lib/paths.mjs";

export type Language = "cs" | "en";

const dictionaries: Record<Language, Readonly<Record<string, string>>> = { cs: read("cs"), en: read("en") };

function read(language: Language): Readonly<Record<string, string>> {
	const folder = inProject(`locales/${language}`);
	return Object.assign(
		{},
		...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))),
	);
}

/** Address of a file with texts. */
export const textFile = /\/assets\/(?:common|organisers)-[\w-]+\.json$/;

/** Keys of texts that stand in the page instead of the texts. */
export async function keysShown(page: Page): Promise<string[]> {
	const text = await page.locator("body").innerText();
	const words = new Set(text.split(/\s+/));
	return Object.keys(dictionaries.cs).filter((key) => words.has(key));
}

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

/** The Czech text of a key, as most journeys are in Czech. */
export const text = (key: string, values?: Readonly<Record<string, string>>) => textIn("cs", key, values);
