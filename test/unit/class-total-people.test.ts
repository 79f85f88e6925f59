import { describe, expect, test } from "vitest";
import { classTotal } from "~/lib/results/class-total";
import type { DayResult, DayResults } from "~/lib/results/day-result";
import { scoredPodium } from "~/lib/results/standings";

/* Who is in a total, and with what: guests, those who become one or were one, and those who are disqualified. */

type Given = Partial<DayResult> & Pick<DayResult, "competitor">;

const result = (given: Given): DayResult => ({
	classId: "club",
	dayId: "",
	registrationId: `entry of ${given.competitor}`,
	isOwn: false,
	startNumber: given.competitor,
	name: `Pilot ${given.competitor}`,
	nation: null,
	secondPilot: null,
	crew: null,
	aeroclub: "",
	glider: "",
	handicap: 1,
	place: null,
	points: 0,
	isGuest: false,
	disqualification: null,
	distanceM: null,
	speedKmh: null,
	penalty: null,
	status: null,
	held: null,
	proposed: null,
	override: null,
	ours: null,
	totalPoints: null,
	totalPosition: null,
	flightId: null,
	...given,
});

/** The days of a class, each with the results of the competitors. */
const days = (...all: readonly (readonly Given[])[]): DayResults[] =>
	all.map((rows, index) => ({
		classId: "club",
		classType: "club",
		dayId: `day ${index + 1}`,
		dayName: `Den ${index + 1}`,
		date: `2025-07-1${index + 2}`,
		source: "soaring-spot",
		status: "official",
		updatedAt: new Date("2025-07-20T18:00:00Z"),
		ours: null,
		isAfterUncounted: false,
		isLast: false,
		rows: rows.map(result),
	}));

const shown = (all: readonly DayResults[]) => {
	const total = classTotal(all, null);
	const of = (rows: NonNullable<typeof total>["rows"] = []) =>
		rows.map(({ position, competitor, points, days: each }) => [position, competitor, points, each]);
	return { rows: of(total?.rows), disqualified: of(total?.disqualified) };
};

const guest = { isGuest: true } as const;
const out = { disqualification: { from: "2025-07-14", reason: "Let v oblacích" } } as const;

describe("a guest", () => {
	test("of all days is in no total", () => {
		const all = days([
			{ competitor: "A", points: 500 },
			{ competitor: "G", points: 900, ...guest },
		]);
		expect(shown(all).rows).toEqual([[1, "A", 500, [500]]]);
	});

	test("who was a competitor on the first two days keeps the points of these alone", () => {
		const all = days(
			[
				{ competitor: "A", points: 500 },
				{ competitor: "G", points: 400 },
			],
			[
				{ competitor: "A", points: 100 },
				{ competitor: "G", points: 300 },
			],
			[
				{ competitor: "A", points: 50 },
				{ competitor: "G", points: 1000, ...guest },
			],
		);
		expect(shown(all).rows).toEqual([
			[1, "G", 700, [400, 300, null]],
			[2, "A", 650, [500, 100, 50]],
		]);
	});

	test("who becomes a competitor on the third day has the points from there on", () => {
		const all = days(
			[
				{ competitor: "A", points: 500 },
				{ competitor: "G", points: 1000, ...guest },
			],
			[
				{ competitor: "A", points: 100 },
				{ competitor: "G", points: 1000, ...guest },
			],
			[
				{ competitor: "A", points: 50 },
				{ competitor: "G", points: 900 },
			],
		);
		expect(shown(all).rows).toEqual([
			[1, "G", 900, [null, null, 900]],
			[2, "A", 650, [500, 100, 50]],
		]);
	});
});

describe("who is disqualified from the competition", () => {
	test("stands behind all others with the points of the days, and moves them up", () => {
		const all = days(
			[
				{ competitor: "A", points: 900, ...out },
				{ competitor: "B", points: 500 },
				{ competitor: "C", points: 500 },
			],
			[
				{ competitor: "A", points: 0, ...out },
				{ competitor: "B", points: 400 },
				{ competitor: "C", points: 300 },
			],
		);
		expect(shown(all)).toEqual({
			rows: [
				[1, "B", 900, [500, 400]],
				[2, "C", 800, [500, 300]],
			],
			disqualified: [[3, "A", 900, [900, 0]]],
		});
		const total = classTotal(all, null);
		expect(total?.rows.map(({ gap, places }) => [gap, places])).toEqual([
			[0, [1, 1]],
			[100, [1, 2]],
		]);
		expect(total?.disqualified[0]).toMatchObject({ places: [null, null], moved: null, gap: 0, ...out });
	});

	test("is not on the podium of a class of two", () => {
		const total = classTotal(
			days([
				{ competitor: "A", points: 900, ...out },
				{ competitor: "B", points: 5 },
			]),
			null,
		);
		expect(scoredPodium(total?.rows ?? []).map(({ competitor, place }) => [place, competitor])).toEqual([
			[1, "B"],
		]);
	});

	test("is known by the entry also where a row is not bound to it", () => {
		const all = days(
			[
				{ competitor: "A", points: 900, registrationId: null },
				{ competitor: "B", points: 5 },
			],
			[
				{ competitor: "A", points: 0, ...out },
				{ competitor: "B", points: 5 },
			],
		);
		expect(shown(all)).toEqual({ rows: [[1, "B", 10, [5, 5]]], disqualified: [[2, "A", 900, [900, 0]]] });
	});

	test("has no place by a source that knows nothing of it", () => {
		const stated = (competitor: string, totalPosition: number, points: number) => ({
			competitor,
			points,
			totalPosition,
			totalPoints: points,
		});
		const all = days([{ ...stated("A", 1, 900), ...out }, stated("B", 2, 500), stated("C", 3, 400)]);
		expect(shown(all).rows.map(([position, competitor]) => [position, competitor])).toEqual([
			[1, "B"],
			[2, "C"],
		]);
	});
});
