import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";
import { childrenOf, nameIn, type SyntaxNode, syntaxOf } from "../support/syntax";

/* A page is measured by `test/e2e/layout.ts` alone, which waits for its styles and fonts. */

const helper = "test/e2e/layout.ts";
const helpers = ["measured", "measuredAll"];

/** What says how large something is, or what the styles make of it. */
const measures = [
	...["boundingBox", "getBoundingClientRect", "getClientRects", "getBBox", "getComputedStyle"],
	...["offsetWidth", "offsetHeight", "offsetTop", "offsetLeft"],
	...["clientWidth", "clientHeight", "scrollWidth", "scrollHeight"],
];

/** The measures of a source that no helper waits with, each with its line. */
function rashMeasures(file: string, source: string): string[] {
	const program = syntaxOf(file, source);
	const waitsIn = (node: SyntaxNode) =>
		node.type === "CallExpression" && helpers.includes(nameIn(node.callee) ?? "");
	/** Functions that are handed over by their name. */
	const handed: string[] = [];
	const collect = (node: SyntaxNode) => {
		if (waitsIn(node)) for (const given of [node.arguments].flat()) handed.push(nameIn(given) ?? "");
		childrenOf(node).forEach(collect);
	};
	collect(program);
	const found: string[] = [];
	const visit = (node: SyntaxNode) => {
		if (waitsIn(node) || (node.type === "FunctionDeclaration" && handed.includes(nameIn(node.id) ?? "")))
			return;
		const name = node.type === "Identifier" ? nameIn(node) : undefined;
		const { start } = node.loc as { readonly start: { readonly line: number } };
		if (name && measures.includes(name)) found.push(`${file}:${start.line} ${name}`);
		childrenOf(node).forEach(visit);
	};
	visit(program);
	return found;
}

test("a measure that nothing waits with is found, one within a helper is not", () => {
	const source = [
		"function height() { return document.body.scrollHeight; }",
		"await measured(page, height);",
		"await measuredAll(rows, (all) => all.map((row) => row.getBoundingClientRect()));",
		"await page.evaluate(() => document.body.scrollWidth);",
		"await row.boundingBox();",
	].join("\n");
	expect(rashMeasures("page.ts", source)).toEqual(["page.ts:4 scrollWidth", "page.ts:5 boundingBox"]);
});

test("journeys measure a page when its styles have come", () => {
	const files = filesBelow("test/e2e", "test/support").filter((file) => /\.tsx?$/.test(file));
	const found = files
		.filter((file) => file !== helper)
		.flatMap((file) => rashMeasures(file, readFileSync(inProject(file), "utf8")));
	expect(found).toEqual([]);
});
