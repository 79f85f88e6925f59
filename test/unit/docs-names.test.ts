import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";

/* Documents name files of this repository, whole or by the end of their paths: all of them are there. */

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
