import { expect, test } from "vitest";
import { costOfLog, nothingEvaluated } from "~/lib/scoring/log-cost";
import { WorkBudget } from "~/lib/work-budget";

/** How many equal logs an invocation takes up. */
function logsOf(log: Parameters<typeof costOfLog>[0]): number {
	const work = new WorkBudget();
	let logs = 0;
	for (; !work.isSpent; logs++) work.spend(costOfLog(log));
	return logs;
}

const hoursWithFixEachSecond = { bytes: 900_000, steps: 3_800_000 };

test("an invocation takes up 60 logs, also those of long flights through the airspace of a country", () => {
	expect(logsOf(hoursWithFixEachSecond)).toBe(60);
	expect(logsOf({ bytes: 400_000, steps: 300_000 })).toBe(60);
});

test("a log counts what it has cost, and one that cannot be evaluated as much as the least", () => {
	expect(costOfLog({ bytes: 1_000_000, steps: 6_132_000 })).toBeCloseTo(100, 1);
	expect(costOfLog({ bytes: 1_000_000, steps: 6_200_000 })).toBeGreaterThan(100);
	expect(logsOf(nothingEvaluated)).toBe(60);
});

test("of logs that somebody wrote to keep the processor busy an invocation takes up 24", () => {
	expect(logsOf({ bytes: 9_900_000, steps: 12_000_000 })).toBe(24);
});
