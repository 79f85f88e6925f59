import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { areaOf, textAreas } from "../app/lib/i18n/text-areas";
import { languages } from "../db/enums";

const list = "virtual:texts";
const areas = Object.keys(textAreas).filter((area) => area !== "server");
const part = /^virtual:texts\/(\w+)\/(\w+)$/;

/**
 * Cuts the texts of each language into the parts of `app/lib/i18n/text-areas.ts`, a chunk each, for the browser to
 * load what a page needs.
 */
export const browserTexts: Plugin = {
	name: "browser-texts",
	resolveId: (id) => (id === list || part.test(id) ? `\0${id}` : null),
	async load(id) {
		if (!id.startsWith("\0")) return null;
		if (id === `\0${list}`) return listOfChunks();
		const [, language, area] = part.exec(id.slice(1)) ?? [];
		if (!language || !area) return null;
		const file = fileURLToPath(new URL(`../locales/${language}/common.json`, import.meta.url));
		this.addWatchFile(file);
		const texts: Readonly<Record<string, string>> = JSON.parse(await readFile(file, "utf8"));
		const ofArea = Object.entries(texts).filter(([key]) => areaOf(key) === area);
		return `export default ${JSON.stringify(Object.fromEntries(ofArea))};`;
	},
};

function listOfChunks(): string {
	const ofLanguage = (language: string) =>
		areas.map((area) => `${area}: () => import("${list}/${language}/${area}")`).join(", ");
	return `export const textChunks = { ${languages.map((language) => `${language}: { ${ofLanguage(language)} }`).join(", ")} };`;
}
