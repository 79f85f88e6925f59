import { expect, test } from "vitest";
import { projectedOrder, type Racer } from "~/lib/live/projected-order";
import { advance, flownRace, type TaskProgress } from "~/lib/live/task-progress";
import type { Position } from "~/lib/maps/geodesy";
import { flyingDate, outAndReturn, place } from "../support/flown";

/** 100 km north and back over a line, less the radius of the ring of 3 km: 197 km. The start opens at 12:00 in Prague. */
const task = outAndReturn({ rules: { startOpens: "12:00:00" } });
const race = flownRace(task, flyingDate);
const noon = Date.parse(`${flyingDate}T10:00:00Z`);
const minutes = (count: number) => noon + count * 60_000;

/** A pilot who crosses the line at a minute, and is at each place at the minute that stands with it. */
function racer(startNumber: string, starts: number, ways: readonly (readonly [Position, number])[]): Racer {
	const fixes = [[place(-1_000), starts - 0.5], [place(1_000), starts + 0.5], ...ways] as const;
	const progress = fixes.reduce<TaskProgress | null>(
		(before, [{ latitude, longitude }, minute]) =>
			advance(before, { at: minutes(minute), latitude, longitude }, race),
		null,
	);
	return { entryId: startNumber, startNumber, progress, handicap: 1 };
}

const waits: Racer = { ...racer("W", 0, []), progress: null };
const order = (racers: readonly Racer[], minute: number, starters = racers.length) =>
	projectedOrder(racers, race, starters, minutes(minute));
const numbers = (racers: readonly Racer[], minute = 90) =>
	order(racers, minute)?.map(({ startNumber }) => startNumber);

test("it is hidden until all have started, or for an hour after the opening", () => {
	const flies = racer("A", 1, [[place(50_000), 31]]);
	expect(order([flies, waits], 59)).toBeNull();
	expect(numbers([flies], 31)).toEqual(["A"]);
	expect(numbers([flies, waits], 60)).toEqual(["A"]);
	expect(order([waits], 90)).toBeNull();
	expect(order([flies], 59, 2), "another pilot of whom nothing is shown").toBeNull();
});

test("without an opening the hour begins with the first start", () => {
	const open = { ...race, opensAt: null };
	const flies = racer("A", 30, [[place(50_000), 60]]);
	expect(projectedOrder([flies, waits], open, 2, minutes(89))).toBeNull();
	expect(projectedOrder([flies, waits], open, 2, minutes(90))).toHaveLength(1);
});

test("each clock begins with the own start: who started later and is faster leads, though the other is farther", () => {
	// 80 km in 60 minutes, and 60 km in 40.
	const early = racer("E", 0, [[place(80_000), 60]]);
	const late = racer("L", 20, [[place(60_000), 60]]);
	const lines = order([early, late], 60) ?? [];
	expect(lines.map(({ startNumber }) => startNumber)).toEqual(["L", "E"]);
	expect(lines.map(({ leftM }) => Math.round((leftM ?? 0) / 1000))).toEqual([137, 117]);
	// 197 km take 131:20 and 147:45.
	expect(lines[0]?.behindS).toBe(0);
	expect((lines[1]?.behindS ?? 0) / 60).toBeCloseTo(16.4, 0);
});

test("a finisher has the time of the task, and legs are counted by the points that were reached", () => {
	const home = racer("H", 0, [
		[place(100_000), 60],
		[place(0), 118],
	]);
	const north = racer("N", 0, [[place(100_000), 70]]);
	const lines = order([north, home], 120) ?? [];
	expect(lines).toMatchObject([
		{ startNumber: "H", isFinished: true, leftM: 0, behindS: 0 },
		{ startNumber: "N", isFinished: false, next: 2 },
	]);
	expect(lines[0]?.elapsedS).toBeLessThan(118 * 60);
});

test("soon after the start nothing is projected, and such a pilot stands behind the others", () => {
	const soon = racer("S", 58, [[place(9_000), 60]]);
	const flies = racer("A", 0, [[place(30_000), 60]]);
	expect(order([soon, flies], 60)).toMatchObject([
		{ startNumber: "A", behindS: 0 },
		{ startNumber: "S", behindS: null },
	]);
});

test("handicaps count as in the scores: the better glider has to be faster", () => {
	const better = { ...racer("B", 0, [[place(63_000), 60]]), handicap: 1.1 };
	const plain = racer("P", 0, [[place(60_000), 60]]);
	expect(numbers([better, plain])).toEqual(["P", "B"]);
	expect(numbers([{ ...better, handicap: 1 }, plain])).toEqual(["B", "P"]);
});

test("the pilots of an area task have no order", () => {
	const areas = { ...race, kind: "AAT" as const };
	const all = [racer("A", 0, [[place(30_000), 60]]), racer("B", 0, [[place(60_000), 60]])];
	expect(projectedOrder(all, areas, all.length, minutes(60))).toMatchObject([
		{ startNumber: "A", leftM: null, behindS: null },
		{ startNumber: "B", leftM: null, behindS: null },
	]);
});
