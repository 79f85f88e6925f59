import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";

/* Documents name files, commands and code of this repository: all of them are there. */

const files = [
	...filesBelow("app", "bench", "db", "editions", "scripts", "test"),
	...readdirSync(inProject(".")),
].map((file) => `/${file}`);
const documents = ["CONTRIBUTING.md", "README.md", ...filesBelow("docs")];

/** The operator writes the edition of the next year. */
const notYet = ["editions/2026.ts"];

test.each(documents)("%s names files that are there", (document) => {
	const text = readFileSync(inProject(document), "utf8");
	const named = new Set(
		[...text.matchAll(/`([\w$][\w$./[\]-]*\.(?:tsx?|mjs|css))`/g)].map(([, name = ""]) => name),
	);
	const missing = [...named].filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
	expect(missing.filter((name) => !notYet.includes(name))).toEqual([]);
});

test("every command of a document is one of package.json", () => {
	const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8")) as { scripts: object };
	const missing = documents.flatMap((document) =>
		[...readFileSync(inProject(document), "utf8").matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)]
			.filter(([, name = ""]) => !Object.hasOwn(scripts, name))
			.map(([command]) => `${document}: ${command}`),
	);
	expect(missing).toEqual([]);
});

test("functions and types that the documents for developers name are in the code", () => {
	const words = new Set(
		[...filesBelow("app", "bench", "db", "editions", "scripts", "test"), ...readdirSync(inProject("."))]
			.filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !file.endsWith("docs-names.test.ts"))
			.flatMap((file) => readFileSync(inProject(file), "utf8").match(/\w+/g) ?? []),
	);
	const missing = ["architecture", "decisions", "performance", "style"].flatMap((name) => {
		const text = readFileSync(inProject(`docs/${name}.md`), "utf8");
		const named = [...text.matchAll(/`([A-Za-z]\w*[A-Z]\w*)(?:[(<][^`]*)?`/g)].map(([, word = ""]) => word);
		return named.filter((word) => !words.has(word)).map((word) => `${name}: ${word}`);
	});
	expect(missing).toEqual([]);
});

test("every decision that is referred to by its number is in the log", () => {
	const log = readFileSync(inProject("docs/decisions.md"), "utf8");
	const numbers = new Set([...log.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number));
	const referring = [...documents, ...filesBelow("app", "bench", "db", "editions", "scripts", "test")].filter(
		(file) => /\.(md|tsx?|mjs|css)$/.test(file),
	);
	const missing = referring.flatMap((file) =>
		[...readFileSync(inProject(file), "utf8").matchAll(/\bdecision (\d+)/g)]
			.filter(([, number]) => !numbers.has(number))
			.map(([reference]) => `${file}: ${reference}`),
	);
	expect(missing).toEqual([]);
});
