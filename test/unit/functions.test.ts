import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { type FunctionShape, functionsIn } from "../support/functions";
import { filesBelow } from "../support/import-graph";

/*
 * The rule of docs/style.md about how long a function is. No linter counts what a reader sees: Biome's counts the
 * body without its braces, and let 46 functions of 61 to 95 lines pass. The functions of tests are left out: a test is a story told from its first line to
 * its last, and a part of it with a name of its own would be read once.
 */

const mostLines = 60;
const mostParameters = 4;

/**
 * Functions that are still longer, or have more parameters. Whoever splits one takes it off.
 */
const left: readonly string[] = [
	"app/browser/replay/barogram.ts drawCurve",
	"app/browser/replay/flight.ts constructor",
	"app/browser/replay/moving-layer.ts drawMark",
	"app/browser/replay/moving-layer.ts drawTrail",
	"app/browser/replay/still-layer.ts drawNames",
	"app/browser/replay/still-layer.ts drawTracks",
	"app/entry.server.tsx handleRequest",
	"app/lib/scoring/evaluation/evaluate-flight.ts toInterpretation",
	"app/lib/scoring/evaluation/findings.ts add",
	"app/lib/scoring/evaluation/follow-task.ts follow",
	"app/root.tsx HtmlPage",
	"app/routes/days_.$n.replay/replay-stage.tsx ReplayStage",
	"app/routes/grid/class-section.tsx ClassSection",
	"app/routes/starting-list/admin-list.tsx DrawnRow",
	"app/routes/statuses/board-page.tsx BoardPage",
	"app/routes/statuses/page.server.ts readStatusBoard",
	"app/shell/server-head.tsx ServerHead",
];

const functions = filesBelow("app", "db", "editions", "scripts", "bench", "server.ts", "load-context.ts")
	.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith(".d.ts"))
	.flatMap((file) =>
		functionsIn(file, readFileSync(inProject(file), "utf8")).map((shape) => ({ ...shape, file })),
	);

const isTooLong = ({ lines }: FunctionShape) => lines > mostLines;
const takesTooMany = ({ parameters }: FunctionShape) => parameters > mostParameters;

const named = ({ file, name }: (typeof functions)[number]) => `${file} ${name}`;
const others = functions.filter((shape) => !left.includes(named(shape)));

test("a function is counted from its first line to the line of its last brace, whatever stands inside", () => {
	const source = [
		"export const keep = (first: number) => ({",
		"\t/** A line of a comment is a line. */",
		"\tasync write({ a, b }: Pair, ...rest: string[]) {",
		"\t\treturn rest.map(() => a + b + first);",
		"\t},",
		"});",
	].join("\n");
	expect(functionsIn("keep.ts", source)).toEqual([
		{ name: "keep", line: 1, lines: 6, parameters: 1 },
		{ name: "write", line: 3, lines: 3, parameters: 2 },
		{ name: "write", line: 4, lines: 1, parameters: 0 },
	]);
});

test("the functions of the tree are read", () => {
	expect(functions.length).toBeGreaterThan(5_000);
});

test(`no function is longer than ${mostLines} lines`, () => {
	const wrong = others.filter(isTooLong);
	expect(wrong.map(({ file, line, name, lines }) => `${file}:${line} ${name} has ${lines} lines`)).toEqual(
		[],
	);
});

test(`no function has more than ${mostParameters} parameters`, () => {
	const wrong = others.filter(takesTooMany);
	expect(
		wrong.map(({ file, line, name, parameters }) => `${file}:${line} ${name} has ${parameters} parameters`),
	).toEqual([]);
});

test("the functions that are left are too long, or take too many", () => {
	const still = functions.filter((shape) => isTooLong(shape) || takesTooMany(shape)).map(named);
	expect(left.filter((name) => !still.includes(name))).toEqual([]);
});
