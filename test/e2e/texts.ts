import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { inProject } from "../../scripts/lib/paths.mjs";

export type Language = "cs" | "en";

const dictionaries: Record<Language, Readonly<Record<string, string>>> = { cs: read("cs"), en: read("en") };

function read(language: Language): Readonly<Record<string, string>> {
	return JSON.parse(readFileSync(inProject(`locales/${language}/common.json`), "utf8"));
}

/** Address of a file with texts; the group is its part. */
export const textFile = /\/assets\/texts-\w+\/(?:cs|en)-(\w+)\.json$/;

/** Collects the parts of the texts that a page's scripts fetch. */
export function watchTexts(page: Page): Set<string> {
	const asked = new Set<string>();
	page.on("request", (request) => {
		const part = textFile.exec(request.url())?.[1];
		if (part) asked.add(part);
	});
	return asked;
}

/** Texts that a loaded page has fetched and does not name, or names and has not, and keys in the place of texts. */
export async function complaintsOfTexts(page: Page, asked: ReadonlySet<string>): Promise<string[]> {
	const named = (await page.locator("html").getAttribute("data-texts"))?.split(" ") ?? [];
	// Where forms wait for a lost connection, the queue brings its own.
	const fetched = [...asked].filter((part) => part !== "waiting");
	return [
		...fetched.filter((part) => !named.includes(part)).map((part) => `fetches the texts "${part}"`),
		...named.filter((part) => !asked.has(part)).map((part) => `has not fetched the texts "${part}"`),
		...(await keysShown(page)).map((key) => `shows the key ${key}`),
	];
}

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
