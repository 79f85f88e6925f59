import { expect, test } from "vitest";
import { type Step, takeSteps } from "../../scripts/lib/steps";
import { tallyOfStep } from "../../scripts/lib/tally";

async function outputOf(groups: readonly (readonly Step[])[]) {
	let output = "";
	const tally = await takeSteps(groups, (text) => {
		output += text;
	});
	return { output, tally };
}

test("steps run side by side print one after the other, whichever ends first", async () => {
	let endFirst = () => {};
	const secondEnded = new Promise<void>((resolve) => {
		endFirst = resolve;
	});
	const first: Step = [
		"first",
		async (print) => {
			print("first begins, ");
			await secondEnded;
			print("first ends\n");
			return tallyOfStep(0);
		},
	];
	const second: Step = [
		"second",
		async (print) => {
			print("second ends\n");
			endFirst();
			return tallyOfStep(0);
		},
	];
	const { output } = await outputOf([[first, second]]);
	expect(output).toContain("first begins, first ends\n\n=== second ===\n\nsecond ends\n");
});

test("a failed step hides no other, and at the end stands what failed and the tally", async () => {
	const { output, tally } = await outputOf([
		[
			["broken", () => Promise.reject(new Error("no such thing"))],
			["beside", async () => tallyOfStep(0)],
		],
		[["afterwards", async () => ({ passed: 5, failures: ["a.test.ts: one", "b.test.ts: two"] })]],
	]);
	expect(tally).toMatchObject({ passed: 6 });
	expect(output).toContain("no such thing");
	expect(output).toContain("!!! broken: 1 failed");
	expect(output).toContain("!!! afterwards: 2 failed");
	const said = "broken: it ended with 1\nafterwards: a.test.ts: one\nafterwards: b.test.ts: two\n";
	expect(output.endsWith(`\n=== What failed ===\n\n${said}\n6 passed, 3 failed\n`)).toBe(true);
});
