import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyseFlownTask } from "~/lib/scoring/analysis/analyse-flown-task";
import { compareFlights, partKinds } from "~/lib/scoring/analysis/compare-flights";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { StepBudget } from "~/lib/scoring/evaluation/step-budget";
import type { FlightAnalysis, FlownLeg, FlownStretch } from "~db/schema";
import { generatedMoves, type Move, soared, soaredDay } from "../support/soared";

const metres = (max: number) => fc.integer({ min: 0, max });
const stretch: fc.Arbitrary<FlownStretch> = fc.record({
	timeS: metres(20_000),
	flownM: metres(200_000),
	fromHeightM: metres(3_000),
	toHeightM: metres(3_000),
	climbs: metres(9),
	climbS: metres(5_000),
	gainM: fc.integer({ min: -200, max: 9_000 }),
	attempts: metres(5),
	attemptS: metres(900),
	attemptLossM: metres(500),
	glideS: metres(9_000),
	glideM: metres(200_000),
	glideLossM: fc.integer({ min: -900, max: 9_000 }),
	gapS: metres(1_200),
	detour: fc.constant(null),
});
const leg = fc
	.tuple(stretch, metres(200_000), fc.boolean())
	.map(([flown, creditedM, isComplete]) => ({ ...flown, creditedM, isComplete, from: 0, to: 0, point: 1 }));
const analysis = fc.tuple(fc.array(leg, { maxLength: 5 }), stretch).map(
	([legs, whole]): FlightAnalysis => ({
		version: "1",
		isSparse: false,
		from: 0,
		to: 0,
		legs: legs.map((one, index): FlownLeg => ({ ...one, point: index + 1 })),
		climbs: [],
		whole: { ...whole, bestThird: null, lowestM: 0, highestM: 0 },
		winds: [],
	}),
);

test("the parts of 1,000 random pairs add up to the difference to the second, and a swap turns every sign", () => {
	fc.assert(
		fc.property(analysis, analysis, (one, other) => {
			const there = compareFlights(one, other);
			const back = compareFlights(other, one);
			for (const [index, { deltaS, parts }] of there.legs.entries()) {
				const all = partKinds.reduce((sum, kind) => sum + (parts?.[kind] ?? 0), 0);
				expect(all).toBe(deltaS ?? 0);
				for (const kind of partKinds)
					expect((back.legs[index]?.parts?.[kind] ?? 0) + (parts?.[kind] ?? 0)).toBe(0);
			}
			expect(partKinds.reduce((sum, kind) => sum + there.parts[kind], 0)).toBe(there.deltaS);
			expect(back.deltaS + there.deltaS).toBe(0);
			expect([back.largest?.kind, back.largest?.point]).toEqual([there.largest?.kind, there.largest?.point]);
		}),
		{ numRuns: 1_000 },
	);
});

const analysed = (moves: readonly Move[]): FlightAnalysis => {
	const flight = soared(moves);
	const found = analyseFlownTask(soaredDay, flight, evaluateFlight(soaredDay, flight), new StepBudget());
	if (!found) throw new Error("there is no analysis");
	return found;
};

describe("of two flights that differ in one thing, that thing is the largest part", () => {
	const winner = analysed(generatedMoves);

	test("weaker climbs on leg 2", () => {
		// As much height at 1.2 and 2.25 m/s instead of 1.6 and 3: a third more time, 216 s.
		const weak = generatedMoves.map((move): Move => {
			if (!("seconds" in move) || (move.climb !== 1.6 && move.climb !== 3)) return move;
			return { ...move, seconds: Math.round((move.seconds * 4) / 3 / 24) * 24, climb: move.climb * 0.75 };
		});
		const { largest, deltaS, parts } = compareFlights(analysed(weak), winner);
		expect(largest).toMatchObject({ kind: "rate", point: 2 });
		expect(Math.abs(parts.rate - 216)).toBeLessThanOrEqual(20);
		expect(Math.abs(deltaS - 216)).toBeLessThanOrEqual(80);
	});

	test("slower glides", () => {
		const slow = generatedMoves.map(
			(move): Move => ("to" in move ? { ...move, speed: 0.9 * move.speed, sink: 0.9 * move.sink } : move),
		);
		const { largest, parts, deltaS } = compareFlights(analysed(slow), winner);
		expect(largest?.kind).toBe("glide");
		// 130 km at 36 instead of 40 m/s.
		expect(Math.abs(parts.glide / deltaS - 1)).toBeLessThan(0.1);
	});

	test("a lower start costs what it takes to climb, once", () => {
		const low = generatedMoves.map((move, index): Move => {
			if (index === 0) return { to: [-6_000, 0], speed: 30, sink: -4 };
			return index === 3 ? { seconds: 456, climb: 2 } : move;
		});
		const { parts, legs } = compareFlights(analysed(low), winner);
		const mean = winner.whole.gainM / winner.whole.climbS;
		expect(Math.abs(parts.start - 200 / mean)).toBeLessThanOrEqual(10);
		expect(Math.abs(legs[0]?.parts?.gain ?? 0)).toBeLessThanOrEqual(10);
	});
});

test("a leg that one has not finished says nothing, and one without a climb leaves it to the rest", () => {
	const whole = analysed(generatedMoves);
	const out = analysed([...generatedMoves.slice(0, 4), { to: [30_000, 0], speed: 30, sink: 3 }]);
	const { legs, deltaS, largest } = compareFlights(out, whole);
	expect(legs.map((one) => [one.deltaS, one.parts])).toEqual([
		[null, null],
		[null, null],
		[null, null],
	]);
	expect([deltaS, largest]).toEqual([0, null]);
	const straight = generatedMoves
		.filter((move) => "to" in move)
		.map((move) => ({ ...move, sink: Math.min(0.2, move.sink) }));
	const { parts } = compareFlights(analysed(straight), whole);
	expect([parts.rate, parts.gain, parts.start]).toEqual([0, 0, 0]);
	expect(Math.abs(parts.rest)).toBeGreaterThan(600);
});
