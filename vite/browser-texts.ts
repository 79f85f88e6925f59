import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { areaOf, textAreas } from "../app/lib/i18n/text-areas";
import { languages } from "../db/enums";

type Texts = Readonly<Record<string, string>>;

const list = "virtual:texts";
const areas = Object.keys(textAreas).filter((area) => area !== "server");

/**
 * Cuts the texts of each language into the parts of `app/lib/i18n/text-areas.ts`, a file of JSON each, for the browser to fetch
 * what a page needs. They are no scripts: a browser that could not load a script does not try it again. One digest of all texts
 * names their folder: the addresses of the files would take half a kilobyte of every hydrated page.
 */
export const browserTexts: Plugin = {
	name: "browser-texts",
	resolveId: (id) => (id === list ? `\0${list}` : null),
	async load(id) {
		if (id !== `\0${list}`) return null;
		const files: { readonly name: string; readonly source: string }[] = [];
		for (const language of languages) {
			const file = fileURLToPath(new URL(`../locales/${language}/common.json`, import.meta.url));
			this.addWatchFile(file);
			const texts: Texts = JSON.parse(await readFile(file, "utf8"));
			for (const area of areas)
				files.push({ name: `${language}-${area}.json`, source: textsOf(area, texts) });
		}
		const digest = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 10);
		const folder = `assets/texts-${digest}/`;
		for (const { name, source } of files) this.emitFile({ type: "asset", fileName: folder + name, source });
		return `export const textFolder = "/${folder}"; export const textAreas = ${JSON.stringify(areas)};`;
	},
};

function textsOf(area: string, texts: Texts): string {
	return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => areaOf(key) === area)));
}
