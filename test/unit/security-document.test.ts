import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";

/*
 * docs/security.md says which test holds what. Every file it names is there, and every name in quotes behind a file is found in it.
 */

interface Quoted {
	/** Below test/. */
	readonly file: string;
	readonly name: string;
}

const cells = readFileSync(inProject("docs/security.md"), "utf8")
	.split("\n")
	.filter((line) => line.startsWith("| "))
	.map((line) => line.split(" | ").at(-1) ?? "");

/** Files and quotes of a cell in their order; a quote belongs to the file before it. */
function quotesOf(cell: string): { files: string[]; quoted: Quoted[] } {
	const files: string[] = [];
	const quoted: Quoted[] = [];
	for (const [, file, name] of cell.matchAll(/`([\w/.-]+\.ts)`|"([^"]+)"/g)) {
		if (file) files.push(file);
		else if (name) quoted.push({ file: files.at(-1) ?? "", name });
	}
	return { files, quoted };
}

const all = cells.map(quotesOf);
const files = [...new Set(all.flatMap((cell) => cell.files))];
const quoted = all.flatMap((cell) => cell.quoted);

test("the document names tests", () => {
	expect(files.length).toBeGreaterThan(30);
	expect(quoted.length).toBeGreaterThan(60);
});

test.each(files)("%s is there", (file) => {
	expect(existsSync(inProject(`test/${file}`))).toBe(true);
});

test.each(quoted)("$file has a test “$name”", ({ file, name }) => {
	const text = readFileSync(inProject(`test/${file}`), "utf8");
	for (const fragment of name.split("…")) expect(text).toContain(fragment.trim());
});

test("nothing is left to be held", () => {
	expect(cells.filter((cell) => cell.includes("not yet"))).toEqual([]);
});
