import { describe, expect, test } from "vitest";
import { advance, distanceOf, flownRace, type TaskProgress } from "~/lib/live/task-progress";
import type { Position } from "~/lib/maps/geodesy";
import type { Task } from "~db/schema";
import { cylinder, flyingDate, line, outAndReturn, place, point } from "../support/flown";

/** Milliseconds. */
const noon = Date.parse(`${flyingDate}T10:00:00Z`);
const minutes = (count: number) => noon + count * 60_000;

/** Progress after positions a minute apart, the first at noon in Prague. It goes through JSON, as it is stored. */
function progressOf(task: Task, places: readonly Position[], gap = 1): TaskProgress {
	const race = flownRace(task, flyingDate);
	const progress = places.reduce<TaskProgress | null>(
		(before, { latitude, longitude }, index) =>
			JSON.parse(JSON.stringify(advance(before, { at: minutes(index * gap), latitude, longitude }, race))),
		null,
	);
	if (!progress) throw new Error("no position");
	return progress;
}

const kilometres = (task: Task, places: readonly Position[]) => {
	const { doneM, leftM } = distanceOf(progressOf(task, places), flownRace(task, flyingDate));
	return { done: Math.round(doneM / 1000), left: leftM === null ? null : Math.round(leftM / 1000) };
};

/** 100 km north and back over a line, less the radius of the ring of 3 km: 197 km. */
const task = outAndReturn();
const behind = place(-1_000);

describe("a racing task", () => {
	test("before the start all of it is left", () => {
		expect(kilometres(task, [place(-2_000), behind])).toEqual({ done: 0, left: 197 });
		expect(progressOf(task, [place(-2_000), behind]).startedAt).toBeNull();
	});

	test("the line counts in the direction of the first leg, at the time at which it was crossed", () => {
		expect(progressOf(task, [behind, place(1_000)]).startedAt).toBe(minutes(0.5));
		expect(progressOf(task, [place(1_000), behind]).startedAt).toBeNull();
	});

	test("who passes beside the line has not started", () => {
		expect(progressOf(task, [place(-1_000, 5_100), place(1_000, 5_100)]).startedAt).toBeNull();
		expect(progressOf(task, [place(-1_000, 4_900), place(1_000, 4_900)]).startedAt).not.toBeNull();
	});

	test("the last start before the first turn point counts, none after it", () => {
		const twice = [behind, place(1_000), behind, place(1_000)];
		expect(progressOf(task, twice).startedAt).toBeCloseTo(minutes(2.5), -1);
		const later = [...twice, place(100_000), behind, place(1_000)];
		expect(progressOf(task, later).startedAt).toBeCloseTo(minutes(2.5), -1);
	});

	test("no start counts before the opening", () => {
		const opens = outAndReturn({ rules: { startOpens: "12:05:00" } });
		expect(progressOf(opens, [behind, place(1_000)]).startedAt).toBeNull();
		expect(progressOf(opens, [behind, place(1_000), behind, place(1_000)], 3).startedAt).toBeCloseTo(
			minutes(7.5),
			-1,
		);
	});

	test("a start out of a cylinder is its last departure", () => {
		const [start, ...rest] = task.points;
		const round = {
			...task,
			points: [{ ...(start ?? point(place(0), line(1))), zone: cylinder(5_000) }, ...rest],
		};
		expect(progressOf(round, [place(0), place(4_000)]).startedAt).toBeNull();
		expect(progressOf(round, [place(0), place(4_000), place(6_000)]).startedAt).toBeCloseTo(minutes(1.5), -3);
	});

	test("on the first leg: what is left to the point, and the way home", () => {
		expect(kilometres(task, [behind, place(60_000)])).toEqual({ done: 60, left: 137 });
	});

	test("a point is reached by the line between two positions, and not beside its cylinder", () => {
		expect(progressOf(task, [behind, place(100_000, -5_000), place(100_000, 5_000)]).reachedAt).toHaveLength(
			1,
		);
		expect(progressOf(task, [behind, place(100_000, -5_000), place(102_000, 5_000)]).reachedAt).toEqual([]);
		expect(kilometres(task, [behind, place(100_000), place(70_000)])).toEqual({ done: 130, left: 67 });
	});

	test("turn points count in their order alone, several of them on one way", () => {
		const [start, north, finish] = task.points;
		if (!start || !north || !finish) throw new Error("no task");
		const two = outAndReturn({ points: [start, point(place(50_000), cylinder(500)), north, finish] });
		expect(progressOf(two, [behind, place(100_000)]).reachedAt).toHaveLength(2);
		const wrong = [behind, place(50_000, 20_000), place(100_000), place(50_000)];
		expect(progressOf(two, wrong).reachedAt).toHaveLength(1);
	});

	test("a finisher has the whole distance and keeps it; he enters the ring at its edge", () => {
		const home = progressOf(task, [behind, place(100_000), place(4_000), place(2_000)]);
		expect(home.finishedAt).toBeCloseTo(minutes(2.5), -3);
		expect(distanceOf(home, flownRace(task, flyingDate))).toEqual({
			doneM: expect.closeTo(197_000, -2),
			leftM: 0,
		});
		const away = progressOf(task, [behind, place(100_000), place(4_000), place(2_000), place(30_000)]);
		expect(away.finishedAt).toBe(home.finishedAt);
	});

	test("who flies home without the turn point does not finish", () => {
		expect(progressOf(task, [behind, place(60_000), place(0)]).finishedAt).toBeNull();
	});

	test("a position that is no later changes nothing", () => {
		const race = flownRace(task, flyingDate);
		const progress = progressOf(task, [behind, place(60_000)]);
		for (const at of [progress.at, progress.at - 1]) {
			expect(advance(progress, { ...place(100_000), at }, race)).toBe(progress);
		}
	});
});

describe("an area task", () => {
	/** An area of 20 km around 100 km north. */
	const [start, north, finish] = task.points;
	if (!start || !north || !finish) throw new Error("no task");
	const areas = outAndReturn({
		kind: "AAT",
		taskTimeS: 7_200,
		points: [start, { ...north, zone: cylinder(20_000) }, finish],
	});

	test("has no kilometres left; the farthest place in an area counts", () => {
		expect(kilometres(areas, [behind, place(60_000)])).toEqual({ done: 60, left: null });
		// 110 km out, and 30 km of the way home.
		expect(kilometres(areas, [behind, place(90_000), place(110_000), place(80_000)])).toEqual({
			done: 140,
			left: null,
		});
	});

	test("a finisher has flown to his farthest place and back", () => {
		const home = [behind, place(90_000), place(110_000), place(4_000), place(2_000)];
		expect(kilometres(areas, home)).toEqual({ done: 217, left: null });
	});

	test("an area that was crossed between two positions has a place in it", () => {
		const { credited } = progressOf(areas, [behind, place(130_000)]);
		expect(credited).toHaveLength(1);
		expect(credited[0]?.latitude).toBeCloseTo(place(80_000).latitude, 2);
	});
});
