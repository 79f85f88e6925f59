import { expect, test } from "vitest";
import { sumOf, tallyOfPlaywright, tallyOfVitest } from "../../scripts/lib/tally";

const passedTest = { status: "passed", fullName: "a day is read" };
const failedTest = {
	status: "failed",
	fullName: "a day is added",
	failureMessages: ["expected 1 to be 2\n    at days.test.ts:7"],
};

function vitestReport(...assertionResults: readonly object[]): string {
	const testResults = [
		{ name: "days.test.ts", status: "failed", message: "no such module", assertionResults },
	];
	return JSON.stringify({ numPassedTests: 7, testResults });
}

test("the tests of a report are counted, and each failed one says why", () => {
	expect(tallyOfVitest(vitestReport(passedTest, failedTest), 1)).toEqual({
		passed: 7,
		failures: ["days.test.ts: a day is added\n  expected 1 to be 2\n      at days.test.ts:7"],
	});
});

test("of a long message only the first lines are said", () => {
	const failureMessages = [Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n")];
	const [said = ""] = tallyOfVitest(vitestReport({ ...failedTest, failureMessages }), 1).failures;
	expect(said.split("\n")).toHaveLength(9);
	expect(said).toContain("line 7");
});

test("the journeys of a report that failed are named, in nested suites too, and one that passed at another try is one of them", () => {
	const spec = (title: string, status: string) => ({
		title,
		file: "days.test.ts",
		tests: [
			{ projectName: "scripts", status: "expected", results: [{}] },
			{ projectName: "no scripts", status, results: [{ error: { message: "no row" } }, {}] },
		],
	});
	const inner = { specs: [spec("a day is folded", "flaky")] };
	const suites = [
		{ specs: [spec("a day is read", "expected"), spec("a day is added", "unexpected")], suites: [inner] },
	];
	expect(tallyOfPlaywright(JSON.stringify({ stats: { expected: 4 }, suites }), 1)).toEqual({
		passed: 4,
		failures: [
			"[no scripts] days.test.ts: a day is added\n  no row",
			"[no scripts] days.test.ts: a day is folded\n  no row",
		],
	});
});

test("a test file that does not load is a failure", () => {
	expect(tallyOfVitest(vitestReport(), 1)).toEqual({
		passed: 7,
		failures: ["days.test.ts: does not load\n  no such module"],
	});
});

test("a file that complains around its tests is a failure", () => {
	expect(tallyOfVitest(vitestReport(passedTest), 1)).toEqual({
		passed: 7,
		failures: ["days.test.ts: around its tests\n  no such module"],
	});
});

test("an error outside tests is a failure, with what was printed of it and without its colours", () => {
	const output = "⎯⎯ Unhandled Errors ⎯⎯\n\n\u001b[31mError: no answer\u001b[39m\n";
	const report = JSON.stringify({ numPassedTests: 7, testResults: [] });
	expect(tallyOfVitest(report, 1, output)).toEqual({
		passed: 7,
		failures: ["an error outside the tests, it ended with 1\n   ⎯⎯\n  Error: no answer"],
	});
});

test("a run without a report has failed", () => {
	expect(tallyOfVitest(null, 0)).toEqual({ passed: 0, failures: ["it ended with 1"] });
	expect(tallyOfPlaywright(null, 0)).toEqual({ passed: 0, failures: ["it ended with 1"] });
});

test("tallies are summed", () => {
	const tallies = [
		{ passed: 3, failures: [] },
		{ passed: 1, failures: ["one", "two"] },
	];
	expect(sumOf(tallies)).toEqual({ passed: 4, failures: ["one", "two"] });
});
