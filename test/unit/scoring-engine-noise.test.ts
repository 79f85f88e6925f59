import { describe, expect, test } from "vitest";
import { flightResultOf } from "../support/flown";
import { home, task } from "../support/racing-flight";

/* What the scorer reads of the noise of an engine. */

describe("engine noise", () => {
	/** Seconds after the first fix, number of fixes, and level. */
	const ofNoise = (...runs: readonly (readonly [from: number, count: number, level: number])[]) => {
		const levelAt = (elapsed: number) =>
			runs.findLast(([from, count]) => elapsed >= from && elapsed < from + 4 * count)?.[2] ?? 12;
		const change = (text: string, elapsed: number) =>
			text.slice(0, 35) + `${levelAt(elapsed)}`.padStart(3, "0");
		return flightResultOf(task, { hops: home, change }).findings.flatMap(({ kind, value, proposedPoints }) =>
			kind.startsWith("engine") ? [[kind, value, proposedPoints]] : [],
		);
	};

	test.each([
		["of 500", 500, 40, []],
		["of 501", 501, 40, [["engineNoise", 160, 0]]],
		["of 650 for 20 s", 650, 5, []],
		["of 650 for 24 s", 650, 6, [["engineNoise", 24, 0]]],
		["of 700", 700, 40, [["engineNoise", 160, 0]]],
		["of 701", 701, 40, [["engine", 156, 0]]],
	])("%s", (_, level, count, found) => {
		expect(ofNoise([2_000, count, level])).toEqual(found);
	});

	test("every run is listed, in order", () => {
		expect(
			ofNoise([2_000, 20, 650], [3_000, 20, 850], [4_000, 40, 900], [5_000, 3, 900], [6_000, 11, 560]),
		).toEqual([
			["engine", 76, 0],
			["engineNoise", 80, 0],
			["engineRun", 156, 0],
			["enginePeak", 8, 0],
			["engineNoise", 44, 0],
		]);
	});

	test("a peak within low noise divides it not", () => {
		expect(ofNoise([2_000, 20, 650], [2_040, 2, 800])).toEqual([
			["engineNoise", 80, 0],
			["enginePeak", 4, 0],
		]);
	});

	test("before the start it is a launch", () => {
		expect(ofNoise([0, 30, 650])).toEqual([]);
	});
});
