import { describe, expect, test } from "vitest";
import { type CountedDay, runningTotal } from "~/lib/results/running-total";
import { type ResultRow, scoredPodium } from "~/lib/results/standings";

/** A day on which the competitors have these points, in order of place. */
function dayWith(points: Readonly<Record<string, number | null>>): CountedDay {
	const all = Object.values(points);
	return {
		results: Object.entries(points).map(([competitor, own]) => ({
			competitor,
			points: own,
			place: own === null ? null : 1 + all.filter((other) => (other ?? 0) > own).length,
		})),
	};
}

const places = (...days: readonly CountedDay[]) =>
	runningTotal(days).map(({ competitor, position, points }) => [position, competitor, points]);

describe("totals", () => {
	test("are the sums of the days; a day without a result counts nothing", () => {
		expect(runningTotal([dayWith({ A: 500, B: 700 }), dayWith({ A: 300.1, C: null })])).toEqual([
			{ competitor: "A", position: 1, points: 800.1 },
			{ competitor: "B", position: 2, points: 700 },
			{ competitor: "C", position: 3, points: 0 },
		]);
	});

	test("on the podium day wins decide between equal sums", () => {
		// A and B have 1,500: B has won two days, A one.
		expect(
			places(
				dayWith({ A: 900, B: 300, C: 100 }),
				dayWith({ A: 400, B: 700, C: 100 }),
				dayWith({ A: 200, B: 500, C: 100 }),
			),
		).toEqual([
			[1, "B", 1500],
			[2, "A", 1500],
			[3, "C", 300],
		]);
	});

	test("with as many wins, second places decide", () => {
		// Each of A and B wins a day and has 1,200; A is second on the third day, B third.
		expect(
			places(
				dayWith({ A: 500, B: 300, C: 400 }),
				dayWith({ A: 300, B: 600, C: 400 }),
				dayWith({ A: 400, B: 300, C: 500 }),
			),
		).toEqual([
			[1, "C", 1300],
			[2, "A", 1200],
			[3, "B", 1200],
		]);
	});

	test("beyond the podium, and where nothing decides, equal sums share a place", () => {
		expect(places(dayWith({ A: 900, B: 800, C: 800, D: 100, E: 100 }))).toEqual([
			[1, "A", 900],
			[2, "B", 800],
			[2, "C", 800],
			[4, "D", 100],
			[4, "E", 100],
		]);
	});

	test("a day on which all have 0 points has no winner", () => {
		expect(places(dayWith({ A: 0, B: 0 }), dayWith({ A: 500, B: 500 }))).toEqual([
			[1, "A", 500],
			[1, "B", 500],
		]);
	});
});

test("while all have no points nobody leads, and later a place of no points is one", () => {
	const row = (position: number, points: number) => ({ position, points }) as ResultRow;
	expect(scoredPodium([row(1, 0), row(1, 0)])).toEqual([]);
	expect(scoredPodium([row(1, 10), row(2, 0), row(4, 0)])).toEqual([
		{ place: 1, points: 10 },
		{ place: 2, points: 0 },
	]);
});
