import { describe, expect, test } from "vitest";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { analyseFlownTask } from "~/lib/scoring/analysis/analyse-flown-task";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { BeyondBudget, StepBudget } from "~/lib/scoring/evaluation/step-budget";
import { judgeFlight } from "~/lib/scoring/judge-flight";
import type { FlightAnalysis } from "~db/schema";
import { outAndReturn, utc } from "../support/flown";
import { generatedMoves, type Move, soared, soaredDay, thermals } from "../support/soared";

function analysed(flight: Flight, day: Parameters<typeof evaluateFlight>[0] = soaredDay): FlightAnalysis {
	const analysis = analyseFlownTask(day, flight, evaluateFlight(day, flight), new StepBudget());
	if (!analysis) throw new Error("there is no analysis");
	return analysis;
}

function expectClose(value: number | null | undefined, wanted: number, share = 0.02): void {
	expect(Math.abs((value ?? Number.NaN) - wanted), `${value} is not ${wanted}`).toBeLessThanOrEqual(
		share * Math.abs(wanted),
	);
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe.each([1, 2, 4])("the generated flight with a fix every %i s", (interval) => {
	const analysis = analysed(soared(generatedMoves, { interval }));
	const { legs, climbs, whole, winds } = analysis;

	test("has its five climbs", () => {
		expect(climbs).toHaveLength(5);
		for (const [index, { seconds, climb, ...thermal }] of thermals.entries()) {
			const found = climbs[index];
			expectClose(found?.timeS, seconds);
			expectClose(found?.gainM, seconds * climb);
			expectClose(found?.rate, climb);
			expectClose(found?.best, climb);
			expectClose(found?.driftKmh, 20);
			expect(Math.abs((found?.driftDeg ?? 0) - 90)).toBeLessThanOrEqual(3);
			expect(found?.turns).toBe("turn" in thermal ? "left" : "right");
		}
	});

	test("has the wind within 2 km/h and 10°, as a whole, by height and by hour", () => {
		expect(winds.map(({ part }) => part)).toEqual(expect.arrayContaining(["all", "heights", "hour"]));
		for (const { kmh, fromDeg } of winds) {
			expect(Math.abs(kmh - 20)).toBeLessThanOrEqual(2);
			expect(Math.abs(fromDeg - 270)).toBeLessThanOrEqual(10);
		}
		expect(
			Math.abs((winds[0]?.circles ?? 0) - sum(thermals.map(({ seconds }) => seconds)) / 24),
		).toBeLessThan(4);
	});

	test("has its legs: time, distances, heights, speeds, climbs, and the detour of 10 % on leg 2", () => {
		expect(legs.map(({ point, isComplete }) => [point, isComplete])).toEqual([
			[1, true],
			[2, true],
			[3, true],
		]);
		const credited = [40_000, 40_000, Math.hypot(40_000, 40_000)];
		const ofLegs = [thermals.slice(0, 2), thermals.slice(2, 4), thermals.slice(4)];
		for (const [index, leg] of legs.entries()) {
			const own = ofLegs[index] ?? [];
			expectClose(leg.creditedM, credited[index] ?? 0);
			expect(leg.climbs).toBe(own.length);
			expectClose(leg.climbS, sum(own.map(({ seconds }) => seconds)));
			expectClose(leg.gainM, sum(own.map(({ seconds, climb }) => seconds * climb)));
			// Glides are flown at 40 m/s, and 1 m/s of sink is a glide ratio of 40.
			expectClose(leg.glideM / leg.glideS, 40);
			// A fix every 4 s knows the ends of four climbs by 4 s only, in which 12 m of 1,000 are gained.
			expectClose(leg.glideM / leg.glideLossM, 40, interval === 4 ? 0.03 : 0.02);
			expect(leg.timeS).toBe(leg.climbS + leg.glideS);
			expect([leg.attempts, leg.attemptS, leg.attemptLossM, leg.gapS]).toEqual([0, 0, 0, 0]);
			expect(leg.fromHeightM).toBe(legs[index - 1]?.toHeightM ?? whole.fromHeightM);
		}
		expect(Math.abs((legs[1]?.detour ?? 0) - 0.1)).toBeLessThanOrEqual(0.003);
		expectClose(legs[1]?.flownM, 44_000);
	});

	test("has the figures of the whole", () => {
		const { from, to } = analysis;
		const circling = sum(thermals.map(({ seconds }) => seconds));
		expect(whole.timeS).toBe((to - from) / 1000);
		expect(sum(legs.map(({ timeS }) => timeS))).toBe(whole.timeS);
		expectClose(whole.climbS / whole.timeS, circling / whole.timeS);
		expectClose(
			whole.gainM / whole.climbS,
			sum(thermals.map(({ seconds, climb }) => seconds * climb)) / circling,
		);
		// The best two of five: 3 and 2.5 m/s.
		expectClose(whole.bestThird, (336 + 288) / circling);
		expect(whole.toHeightM).toBe(legs[2]?.toHeightM);
		expect(whole.highestM).toBeGreaterThan(whole.fromHeightM);
		expect(whole.lowestM).toBeLessThanOrEqual(Math.min(whole.fromHeightM, whole.toHeightM));
	});
});

test("circles without a gain are attempts, and say what they cost", () => {
	const moves = generatedMoves.map(
		(move): Move => ("seconds" in move && move.climb === 1.2 ? { seconds: 48, climb: -0.5 } : move),
	);
	const { climbs, legs } = analysed(soared(moves));
	expect(climbs).toHaveLength(4);
	expect(legs[2]).toMatchObject({ climbs: 0, climbS: 0, gainM: 0, attempts: 1 });
	expect(Math.abs((legs[2]?.attemptS ?? 0) - 48)).toBeLessThanOrEqual(5);
	expect(Math.abs((legs[2]?.attemptLossM ?? 0) - 24)).toBeLessThanOrEqual(4);
});

test("two climbs with a short glide between them are one, and turning to the other side does not end it", () => {
	const split = (between: readonly Move[]): Move[] =>
		generatedMoves.flatMap((move, index): readonly Move[] =>
			index === 3 ? [{ seconds: 144, climb: 2 }, ...between, { seconds: 144, climb: 2, turn: -1 }] : [move],
		);
	expect(analysed(soared(split([]))).climbs.map(({ turns }) => turns)[0]).toBe("both");
	expect(analysed(soared(split([]))).climbs).toHaveLength(5);
	expect(analysed(soared(split([{ to: [10_500, 800], speed: 30, sink: 0 }]))).climbs).toHaveLength(5);
	expect(analysed(soared(split([{ to: [14_000, 800], speed: 30, sink: 1 }]))).climbs).toHaveLength(6);
});

test("a log without circles has legs, and neither climbs nor wind", () => {
	const straight = generatedMoves
		.filter((move) => "to" in move)
		.map((move) => ({ ...move, sink: Math.min(0.2, move.sink) }));
	const { climbs, winds, legs, whole } = analysed(soared(straight));
	expect([climbs, winds]).toEqual([[], []]);
	expect(legs).toHaveLength(3);
	expect(whole).toMatchObject({ climbs: 0, climbS: 0, bestThird: null });
});

test("fixes 10 s apart give climbs and no wind; sparser ones legs only", () => {
	const ten = analysed(soared(generatedMoves, { interval: 10 }));
	expect(ten.isSparse).toBe(false);
	expect(ten.winds).toEqual([]);
	expect(ten.climbs).toHaveLength(5);
	const twelve = analysed(soared(generatedMoves, { interval: 12 }));
	expect(twelve).toMatchObject({ isSparse: true, climbs: [], winds: [] });
	expect(twelve.legs.map(({ climbS, glideS, gapS }) => [climbS, glideS, gapS])).toEqual([
		[0, 0, 0],
		[0, 0, 0],
		[0, 0, 0],
	]);
	expectClose(twelve.legs[1]?.timeS, analysed(soared(generatedMoves)).legs[1]?.timeS ?? 0);
});

test("a fix that a recorder leaves out in a climb costs the wind no more than the shorter part of it", () => {
	const whole = analysed(soared(generatedMoves, { interval: 4 }));
	const [climb] = whole.climbs;
	const third = Math.round(((climb?.from ?? 0) / 1000 + (climb?.timeS ?? 0) / 3) % 86_400) - 36_000;
	const left = analysed(soared(generatedMoves, { interval: 4, gap: [third - 4, third + 4] }));
	const circles = ({ winds }: typeof whole) => winds[0]?.circles ?? 0;
	expect(circles(whole) - circles(left)).toBeGreaterThan(2);
	expect(circles(whole) - circles(left)).toBeLessThan((climb?.timeS ?? 0) / 24 / 2);
});

test("faster circles before the core is found take the wind from none of the others", () => {
	const looking: Move = { seconds: 48, climb: 0.5, airspeed: 45 };
	const { climbs, winds } = analysed(
		soared([...generatedMoves.slice(0, 3), looking, { seconds: 144, climb: 2 }, ...generatedMoves.slice(4)]),
	);
	expect(climbs).toHaveLength(5);
	const [all] = winds;
	expect(all?.circles).toBeGreaterThan(54);
	expect(Math.abs((all?.kmh ?? 0) - 20)).toBeLessThanOrEqual(2);
	expect(Math.abs((all?.fromDeg ?? 0) - 270)).toBeLessThanOrEqual(10);
});

test.each([5, 20])("gusts take no circle from a wind of %i km/h, and make it no stronger", (kmh) => {
	const gusty = generatedMoves.flatMap((move): readonly Move[] =>
		"seconds" in move
			? Array.from({ length: move.seconds / 8 }, (_, index) => ({
					...move,
					seconds: 8,
					airspeed: index % 4 < 2 ? 25 : 31,
				}))
			: [move],
	);
	const [all] = analysed(soared(gusty, { wind: kmh / 3.6 })).winds;
	expect(all?.circles).toBeGreaterThan(54);
	expect(Math.abs((all?.kmh ?? 0) - kmh)).toBeLessThanOrEqual(2);
	expect(Math.abs((all?.fromDeg ?? 0) - 270)).toBeLessThanOrEqual(20);
});

test("a gap of 20 minutes is neither climb nor glide", () => {
	const whole = analysed(soared(generatedMoves));
	const second = (moment: number) => (moment - utc("10:00:00")) / 1000;
	const begin = second(whole.legs[1]?.from ?? 0) + 60;
	const { legs } = analysed(soared(generatedMoves, { gap: [begin, begin + 1200] }));
	const gap = legs.reduce((all, leg) => all + leg.gapS, 0);
	expect(Math.abs(gap - 1200)).toBeLessThanOrEqual(2);
	for (const leg of legs)
		expect(Math.abs(leg.timeS - leg.climbS - leg.attemptS - leg.glideS - leg.gapS)).toBeLessThanOrEqual(2);
});

test("one who landed out on leg 1 has that leg as far as it scores; one of another task has the time in the air", () => {
	const out = [...generatedMoves.slice(0, 4), { to: [30_000, 0], speed: 30, sink: 3 } as const];
	const flight = soared(out);
	const { distanceM } = evaluateFlight(soaredDay, flight);
	expect(analysed(flight).legs).toMatchObject([
		{ point: 1, isComplete: false, creditedM: distanceM, climbs: 1 },
	]);
	const elsewhere = {
		...soaredDay,
		task: outAndReturn({
			points: soaredDay.task.points.map((one) => ({ ...one, latitude: one.latitude + 3 })),
		}),
	};
	const { legs, climbs, whole } = analysed(soared(generatedMoves), elsewhere);
	expect(legs).toEqual([]);
	expect(climbs).toHaveLength(5);
	expect(whole.detour).toBeNull();
});

test("an analysis takes twelve steps a fix and little more, twice as many for twice the flight", () => {
	const stepsOf = (flight: Flight) => {
		const budget = new StepBudget();
		analyseFlownTask(soaredDay, flight, evaluateFlight(soaredDay, flight), budget);
		return budget.spent;
	};
	const [once, twice] = [2, 1].map((interval) => soared(generatedMoves, { interval }));
	const [ofOnce, ofTwice] = [once, twice].map((flight) => (flight ? stepsOf(flight) : 0));
	expect(ofTwice).toBeLessThan(14 * (twice?.fixes.length ?? 0));
	expect((ofTwice ?? 0) / (ofOnce ?? 1)).toBeLessThan(2.5);
});

test("steps that are too few for an analysis leave the points as they are", () => {
	const flight = soared(generatedMoves);
	const result = evaluateFlight(soaredDay, flight);
	expect(() => analyseFlownTask(soaredDay, flight, result, new StepBudget(1000))).toThrow(BeyondBudget);
	expect(judgeFlight([], soaredDay, flight).result).toEqual(result);
});
