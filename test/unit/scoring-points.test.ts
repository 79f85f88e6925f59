import { describe, expect, test } from "vitest";
import {
	type Contender,
	type DayTask,
	isExactQuarter,
	type Outcome,
	roundHalfUp,
	scoreDay,
} from "~/lib/scoring/points";

const km = 1000;
const hour = 3600;

const club: DayTask = {
	kind: "RT",
	taskTimeS: null,
	scoring: { d1Km: 250, dmKm: 100 },
};

const finished = (distanceKm: number, hours: number): Outcome => ({
	kind: "finished",
	distanceM: distanceKm * km,
	timeS: hours * hour,
});
const out = (distanceKm: number): Outcome => ({ kind: "out", distanceM: distanceKm * km });

function contender(id: string, outcome: Outcome, rest: Partial<Contender> = {}): Contender {
	return { id, handicap: 1, guest: false, disqualified: false, penalty: 0, outcome, ...rest };
}

function score(contenders: readonly Contender[], task = club) {
	const { day, rows } = scoreDay(task, contenders);
	return {
		day,
		points: Object.fromEntries(rows.map(({ id, points }) => [id, points])),
		ranks: Object.fromEntries(rows.map(({ id, rank }) => [id, rank])),
	};
}

/*
 * Do 300 km, Vo 100 km/h, To 3 h; Pm = min(1000, 1250·300/250 − 250 = 1250, 400·3 − 200 = 1000) = 1000. All four flew
 * 100 km: F = min(1, 1.25) = 1. A and B are faster than 66.67 km/h: n2 = 2, FCR = min(1, 1.2·2/4 + 0.6) = 1,
 * Pvm = 2/3·2/4·1000 = 333.33, Pdm = 666.67.
 */
const fullDay = [
	contender("A", finished(300, 3)),
	contender("B", finished(300, 4)),
	contender("C", finished(300, 5)),
	contender("D", out(150)),
];

test("a full day: speed points above two thirds of the best, distance points by distance", () => {
	const { day, points, ranks } = score(fullDay);
	expect(day).toMatchObject({ n: 4, n1: 4, n2: 2, doM: 300 * km, voKmh: 100, toS: 3 * hour, pm: 1000 });
	expect(day).toMatchObject({ f: 1, fcr: 1, presumed: 0, counts: true });
	expect(day.pvm).toBeCloseTo(333.333, 3);
	expect(day.pdm).toBeCloseTo(666.667, 3);
	// A 666.67 + 333.33; B 666.67 + 333.33·(75 − 66.67)/33.33 = 750; C 60 km/h: 666.67; D 666.67·150/300 = 333.33.
	expect(points).toEqual({ A: 1000, B: 750, C: 667, D: 333 });
	expect(ranks).toEqual({ A: 1, B: 2, C: 3, D: 4 });
});

test("the order of the competitors changes nothing", () => {
	const turned = score(fullDay.toReversed());
	const { day, points, ranks } = score(fullDay);
	expect(turned).toEqual({ day, points, ranks });
});

test("distance and speed are divided by the handicap", () => {
	// A: 300 km in 3 h at 1.2 are 250 km, 83.33 km/h. B: 300 km in 3.5 h at 1.0 are 300 km, 85.71 km/h.
	const both = [
		contender("A", finished(300, 3), { handicap: 1.2 }),
		contender("B", finished(300, 3.5), { handicap: 1 }),
	];
	expect(score(both)).toMatchObject({ ranks: { A: 2, B: 1 }, day: { doM: 300 * km, toS: 3.5 * hour } });
	// 105 km at 1.05 are the least distance exactly.
	expect(score([contender("A", out(105), { handicap: 1.05 })]).day.n1).toBe(1);
});

describe("the most points of the day", () => {
	test("are fewer on a short day", () => {
		// 1250·150/250 − 250 = 500.
		expect(score([contender("A", finished(150, 3))]).day.pm).toBe(500);
	});
	test("are fewer on a quick day", () => {
		// To 2 h: 400·2 − 200 = 600.
		expect(score([contender("A", finished(300, 2))]).day.pm).toBe(600);
	});
	test("are never below 0", () => {
		// 1250·30/250 − 250 = −100, and 400·0.4 − 200 = −40.
		const { day, points } = score([contender("A", finished(30, 0.4))]);
		expect([day.pm, points]).toEqual([0, { A: 0 }]);
	});
	test("are limited by distance alone when nobody finished", () => {
		// 1250·250/250 − 250 = 1000; nobody has speed, so Pdm = Pm. FCR = 1.2·0 + 0.6: 1000·0.6 = 600, half of it 300.
		const { day, points } = score([contender("A", out(250)), contender("B", out(125))]);
		expect(day).toMatchObject({ pm: 1000, pvm: 0, pdm: 1000, fcr: 0.6, toS: null, voKmh: 0 });
		expect(points).toEqual({ A: 600, B: 300 });
	});
	test("an area task counts at least its task time", () => {
		// Finished in 2 h, task time 2.5 h: 400·2.5 − 200 = 800.
		const task: DayTask = { ...club, kind: "AAT", taskTimeS: 2.5 * hour };
		expect(score([contender("A", finished(300, 2))], task).day).toMatchObject({ toS: 2.5 * hour, pm: 800 });
	});
	test("with two of the best speed, the lower time counts", () => {
		// 100 km/h both; To is 2 h, not 3 h.
		expect(score([contender("A", finished(300, 3)), contender("B", finished(200, 2))]).day.toS).toBe(
			2 * hour,
		);
	});
});

test("few who fly the least distance, and few who are fast, devalue the day", () => {
	// N 5, n1 2, n2 1: F = 1.25·2/5 = 0.5, FCR = min(1, 1.2·1/2 + 0.6) = 1, Pvm = 2/3·1/5·1000 = 133.33, Pdm 866.67.
	const { day, points } = score([
		contender("A", finished(300, 3)),
		contender("B", out(120)),
		contender("C", out(90)),
		contender("D", out(30)),
		contender("E", out(0)),
	]);
	expect(day).toMatchObject({ n: 5, n1: 2, n2: 1, f: 0.5, fcr: 1 });
	// A 0.5·1000; B 0.5·866.67·120/300 = 173.33; C 130; D 43.33; E 0.
	expect(points).toEqual({ A: 500, B: 173, C: 130, D: 43, E: 0 });
});

test("a finisher of exactly two thirds of the best speed is not fast, and has no speed points", () => {
	// 80 of 120 km/h: not more than two thirds. N 2, n2 1: Pvm = 2/3·1/2·1000 = 333.33.
	const { day, points } = score([contender("A", finished(360, 3)), contender("B", finished(360, 4.5))]);
	expect(day.n2).toBe(1);
	expect(points).toEqual({ A: 1000, B: 667 });
});

test("two thirds of the best speed are so whatever the digits of both speeds", () => {
	const flown = (timeS: number): Outcome => ({ kind: "finished", distanceM: 300 * km, timeS });
	const fast = Array.from({ length: 500 }, (_, index) => {
		const timeS = 2 * hour + 2 * index;
		return score([contender("A", flown(timeS)), contender("B", flown(timeS * 1.5))]).day.n2;
	});
	expect(new Set(fast)).toEqual(new Set([1]));
	// A second less is fast.
	expect(score([contender("A", flown(3 * hour)), contender("B", flown(4.5 * hour - 1))]).day.n2).toBe(2);
});

test("the day counts only when more than a quarter flew the least distance", () => {
	const four = [contender("A", out(200)), ...["B", "C", "D"].map((id) => contender(id, out(50)))];
	expect(score(four)).toMatchObject({ day: { counts: false }, points: { A: 0, B: 0, C: 0, D: 0 } });
	// One of three is more than a quarter. Pm 750, F = 1.25/3, FCR 0.6: 750·0.25 = 187.5, rounded up.
	expect(score(four.slice(0, 3))).toMatchObject({
		day: { counts: true },
		points: { A: 188 },
	});
});

test.each([
	["24 %", 6, 25, false, false],
	["exactly a quarter", 25, 100, false, true],
	["26 %", 13, 50, true, false],
	["one of four who launched", 1, 4, false, true],
	["one of three", 1, 3, true, false],
	["nobody", 0, 3, false, false],
	["nobody who launched", 0, 0, false, false],
])(
	"a day on which %s flew the least distance: it takes more than a quarter, and says where the script of SeeYou differs",
	(_, far, launched, counts, isExact) => {
		const flights = Array.from({ length: launched }, (_, at) => contender(`${at}`, out(at < far ? 100 : 99)));
		const { day } = score([...flights, contender("stayed", { kind: "dnf" })]);
		expect(day).toMatchObject({ n: launched, n1: far, counts });
		expect(isExactQuarter(day)).toBe(isExact);
	},
);

test("guests get points and no rank, and count in nothing", () => {
	const { day, points, ranks } = score([...fullDay, contender("G", finished(330, 3), { guest: true })]);
	expect(day).toEqual(score(fullDay).day);
	expect(ranks).toEqual({ A: 1, B: 2, C: 3, D: 4, G: null });
	// 110 km/h: 666.67 + 333.33·(110 − 66.67)/33.33 = 1100.
	expect(points).toMatchObject({ A: 1000, G: 1100 });
});

test("with guests alone, and with nobody, there is no day", () => {
	const guests = fullDay.map((one) => ({ ...one, guest: true }));
	expect(score(guests)).toMatchObject({ day: { n: 0, pm: 0, counts: false }, points: { A: 0, D: 0 } });
	expect(score([]).day).toMatchObject({ n: 0, n1: 0, n2: 0, pm: 0, f: 0, counts: false });
	expect(score([contender("A", { kind: "dnf" })])).toMatchObject({ day: { n: 0 }, ranks: { A: null } });
});

test("who is disqualified has 0 points and still counts", () => {
	const { day, points } = score(fullDay.map((one) => ({ ...one, disqualified: one.id === "B" })));
	expect(day).toEqual(score(fullDay).day);
	expect(points).toEqual({ A: 1000, B: 0, C: 667, D: 333 });
});

test("who is flying is presumed a finisher, and is listed without points", () => {
	// N 4, n1 4, n2 = A and two presumed: 3. Pvm = 2/3·3/4·1000 = 500, Pdm 500. D: 500·150/300.
	const { day, points, ranks } = score([
		contender("A", finished(300, 3)),
		contender("X", { kind: "flying" }),
		contender("Y", { kind: "flying" }),
		contender("D", out(150)),
	]);
	expect(day).toMatchObject({ n: 4, n1: 4, n2: 3, presumed: 2 });
	expect(points).toEqual({ A: 1000, X: null, Y: null, D: 250 });
	expect(ranks).toEqual({ A: 1, X: null, Y: null, D: 2 });
});

test("who landed out without a log counts in N and n1, who sent no log in time in N only", () => {
	const { day, points } = score([
		contender("A", finished(300, 3)),
		contender("X", { kind: "outlanded" }),
		contender("Y", { kind: "missing" }),
		contender("Z", { kind: "dnf" }),
	]);
	expect(day).toMatchObject({ n: 3, n1: 2, n2: 1, presumed: 1 });
	expect(points).toMatchObject({ X: null, Y: 0, Z: 0 });
});

test("penalties come off after rounding, and never below 0", () => {
	const { day, points } = score(fullDay.map((one) => ({ ...one, penalty: { B: 60, D: 400 }[one.id] ?? 0 })));
	expect(day).toEqual(score(fullDay).day);
	expect(points).toEqual({ A: 1000, B: 690, C: 667, D: 0 });
});

test("equal points share a rank", () => {
	const { ranks } = score([
		contender("A", finished(300, 3)),
		contender("B", finished(300, 4)),
		contender("C", finished(300, 4)),
		contender("D", out(150)),
	]);
	expect(ranks).toEqual({ A: 1, B: 2, C: 2, D: 4 });
});

test("halves are rounded up, also those that a binary fraction puts just below", () => {
	expect([187.5, 187.49, 0.5, 499.49999999999994].map(roundHalfUp)).toEqual([188, 187, 1, 500]);
});
