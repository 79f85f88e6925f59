import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";

/* Code that only its own test calls is a promise that nobody meets: every exported value is used by the application or a command. */

/** What Remix, the platform or a tool asks a file for by name. */
const askedForByName =
	/^(loader|action|clientLoader|clientAction|handle|headers|links|meta|shouldRevalidate|ErrorBoundary|Layout|handleError)$/;

const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file);
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");

const sources = new Map(
	filesBelow("app", "db", "editions", "scripts", "bench", "server.ts", "vite.config.ts")
		.filter(isCode)
		.map((file) => [file, withoutComments(readFileSync(inProject(file), "utf8"))]),
);

const exported = /^export (default )?(?:async )?(?:function\*?|const|class) (\w+)/gm;

/** Values that a file exports, and that it does not use itself. */
function offeredBy(source: string): string[] {
	return [...source.matchAll(exported)].flatMap(([, isDefault, name = ""]) => {
		const isUsedHere = source.match(new RegExp(`\\b${name}\\b`, "g"))?.length !== 1;
		return isDefault || isUsedHere || askedForByName.test(name) ? [] : name;
	});
}

test("every exported value is used outside tests", () => {
	const words = new Map([...sources].map(([file, source]) => [file, new Set(source.match(/\w+/g))]));
	const unused = [...sources].flatMap(([file, source]) =>
		offeredBy(source)
			.filter((name) => ![...words].some(([other, used]) => other !== file && used.has(name)))
			.map((name) => `${file}: ${name}`),
	);
	expect(unused).toEqual([]);
});

test("every exported value is named in another file, be it a test", () => {
	const tests = filesBelow("test").filter(isCode);
	const all = [...sources, ...tests.map((file) => [file, readFileSync(inProject(file), "utf8")] as const)];
	const files = new Map<string, number>();
	for (const [, source] of all) {
		for (const word of new Set(source.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
	}
	const needless = [...sources].flatMap(([file, source]) =>
		[...source.matchAll(exported)].flatMap(([, isDefault, name = ""]) =>
			isDefault || askedForByName.test(name) || (files.get(name) ?? 0) > 1 ? [] : `${file}: ${name}`,
		),
	);
	expect(needless).toEqual([]);
});
