import { expect, test } from "vitest";
import { type RepeatedRuns, sumsOf, withRun } from "../../scripts/lib/repeated-runs";

test("runs are added to those of their way and commit, failure by failure", () => {
	let list: RepeatedRuns[] = [];
	list = withRun(list, "loaded", "abc1234", []);
	list = withRun(list, "loaded", "abc1234", ["days.test.ts: a day is added"]);
	list = withRun(list, "loaded", "abc1234", ["days.test.ts: a day is added"]);
	list = withRun(list, "loaded", "def5678", []);
	list = withRun(list, "starts", "def5678", []);
	expect(list).toEqual([
		{ way: "loaded", commit: "abc1234", runs: 3, failures: { "days.test.ts: a day is added": 2 } },
		{ way: "loaded", commit: "def5678", runs: 1, failures: {} },
		{ way: "starts", commit: "def5678", runs: 1, failures: {} },
	]);
	expect(sumsOf(list)).toBe(
		"loaded: 4 runs\n  2 × days.test.ts: a day is added (abc1234)\nstarts: 1 runs, nothing failed\n",
	);
});
