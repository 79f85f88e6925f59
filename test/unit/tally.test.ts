import { expect, test } from "vitest";
import { failedJourneys, sumOf, tallyOfPlaywright, tallyOfVitest } from "../../scripts/lib/tally";

const vitestReport = (passed: number, failed: number, testResults: unknown[] = []) =>
	JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults });

test("the tests of a report are counted", () => {
	expect(tallyOfVitest(vitestReport(7, 2), 1)).toEqual({ passed: 7, failed: 2 });
	const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3 };
	expect(tallyOfPlaywright(JSON.stringify({ stats }), 1), "flaky is failed").toEqual({
		passed: 4,
		failed: 2,
	});
});

test("the journeys of a report that failed are named, in nested suites too", () => {
	const spec = (title: string, ok: boolean) => ({ title, ok, file: "days.test.ts" });
	const inner = { specs: [spec("a day is folded", false)] };
	const suites = [{ specs: [spec("a day is read", true), spec("a day is added", false)], suites: [inner] }];
	expect(failedJourneys(JSON.stringify({ suites }))).toEqual([
		"days.test.ts: a day is added",
		"days.test.ts: a day is folded",
	]);
});

test("a test file that does not load is a failure", () => {
	const unloaded = { status: "failed", assertionResults: [] };
	expect(tallyOfVitest(vitestReport(7, 0, [unloaded]), 1)).toEqual({ passed: 7, failed: 1 });
});

test("an error outside tests is a failure", () => {
	expect(tallyOfVitest(vitestReport(7, 0), 1)).toEqual({ passed: 7, failed: 1 });
});

test("a run without a report has failed", () => {
	expect(tallyOfVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
	expect(tallyOfPlaywright(null, 0)).toEqual({ passed: 0, failed: 1 });
});

test("tallies are summed", () => {
	const tallies = [
		{ passed: 3, failed: 0 },
		{ passed: 1, failed: 2 },
	];
	expect(sumOf(tallies)).toEqual({ passed: 4, failed: 2 });
});
