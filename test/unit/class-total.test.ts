import { expect, test } from "vitest";
import { classTotal, lastDayOf, validDays } from "~/lib/results/class-total";
import type { DayResult, DayResults, OurState } from "~/lib/results/day-result";
import type { ResultStatus } from "~db/enums";

/* A class with one result a letter and day; a day is ours, official, valid and not the last, unless it says otherwise. */

interface Day {
	readonly status?: ResultStatus;
	readonly counts?: boolean;
	readonly isLast?: boolean;
	readonly points: Readonly<Record<string, number>>;
}

function row(competitor: string, points: number, place: number): DayResult {
	return {
		...{ classId: "club", dayId: "", competitor, registrationId: competitor, isOwn: false },
		...{ startNumber: competitor, name: `Pilot ${competitor}`, aeroclub: "", glider: "LS 4", handicap: 1 },
		...{
			place,
			points,
			isGuest: false,
			status: null,
			held: null,
			proposed: null,
			override: null,
			ours: null,
		},
		...{ totalPoints: null, totalPosition: null, flightId: null },
		...{ nation: null, secondPilot: null, crew: null, disqualification: null },
		...{ distanceM: null, speedKmh: null, penalty: null },
	};
}

function days(...given: readonly Day[]): DayResults[] {
	return given.map(({ status = "official", counts = true, isLast = false, points }, index) => {
		const sorted = Object.entries(points).toSorted(([, one], [, other]) => other - one);
		const figures = { counts, presumed: 0 } as OurState["figures"];
		return {
			...{ classId: "club", classType: "club", dayId: `day-${index + 1}`, dayName: `Den ${index + 1}` },
			...{ date: `2025-07-1${index + 2}`, source: "here", status, isAfterUncounted: false, isLast },
			updatedAt: new Date("2025-07-12T18:00:00Z"),
			ours: { figures, evaluating: null, revision: 1 } as OurState,
			rows: sorted.map(([letter, own]) => row(letter, own, 1 + sorted.filter(([, one]) => one > own).length)),
		};
	});
}

const first = { points: { A: 500, B: 400 } };

test("an invalid day stays listed, and counts as no day", () => {
	const total = classTotal(days(first, { counts: false, points: { A: 0, B: 0 } }), null);
	expect(total?.days.map(({ dayName, isInvalid }) => [dayName, isInvalid])).toEqual([
		["Den 1", false],
		["Den 2", true],
	]);
	expect(total && validDays(total)).toHaveLength(1);
	expect(total && lastDayOf(total)?.dayName).toBe("Den 1");
});

test("a total of invalid days alone is after the last of them", () => {
	const invalid = { counts: false, points: { A: 0 } };
	const total = classTotal(days(invalid, invalid), null);
	expect(total && validDays(total)).toEqual([]);
	expect(total && lastDayOf(total)?.dayName).toBe("Den 2");
});

test.each([
	["every day is official and none can follow", "official", true, true],
	["a day can follow", "official", false, false],
	["the last day is unofficial", "unofficial", true, false],
	["the last day is preliminary", "preliminary", true, false],
] as const)("a total has winners or leaders: %s", (_, status, isLast, isWon) => {
	expect(classTotal(days(first, { ...first, status, isLast }), null)?.isWon).toBe(isWon);
});

test("a total without the day on which the class is in the air has no winners", () => {
	const flown = days(first, { ...first, status: "preliminary", isLast: true });
	expect(classTotal(flown, "2025-07-13")).toMatchObject({
		leftOut: "Den 2",
		status: "official",
		isWon: false,
	});
});

test("equal sums on the podium say by what they were parted: days won, then second places", () => {
	const wins = classTotal(
		days({ points: { A: 500, B: 400 } }, { points: { A: 500, B: 400 } }, { points: { B: 400, A: 200 } }),
		null,
	);
	expect(wins?.rows.map(({ competitor, points }) => [competitor, points])).toEqual([
		["A", 1200],
		["B", 1200],
	]);
	expect(wins?.partings).toEqual([
		{
			points: 1200,
			by: "wins",
			better: { startNumber: "A", name: "Pilot A", times: 2 },
			other: { startNumber: "B", name: "Pilot B", times: 1 },
		},
	]);
	// Each has won once, and A was second once.
	const seconds = classTotal(
		days(
			{ points: { A: 500, C: 300, B: 100 } },
			{ points: { B: 500, A: 200, C: 100 } },
			{ points: { C: 900, D: 800, B: 400, A: 300 } },
		),
		null,
	);
	expect(seconds?.partings).toMatchObject([
		{ by: "seconds", better: { startNumber: "A", times: 1 }, other: { startNumber: "B", times: 0 } },
	]);
});

test("equal sums that share a place, or stand below the podium, say nothing", () => {
	const shared = classTotal(days({ points: { A: 500, B: 500 } }), null);
	expect(shared?.partings).toEqual([]);
	const below = classTotal(
		days(
			{ points: { A: 900, B: 890, C: 880, D: 500, E: 400 } },
			{ points: { A: 600, B: 590, C: 580, E: 500, D: 400 } },
		),
		null,
	);
	expect(below?.partings).toEqual([]);
});
