import { describe, expect, test } from "vitest";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { isHeldByFinding } from "~/lib/scoring/flight-result";
import type { GeneratedFix } from "../../scripts/demo/igc-generator";
import { randomOf } from "../../scripts/demo/random";
import {
	ahead,
	flightOf,
	frozenClock,
	good,
	goodFixes,
	reasonsOf,
	scored,
	without,
} from "../support/field-logs";
import { kinds } from "../support/racing-flight";

/* What is left of a log whose clock was wrong. */

describe("fixes whose times are ahead of their neighbours are as if they were not there", () => {
	test.each([
		[1, 1_800],
		[2, 1_800],
		[6, 1_800],
		[29, 1_800],
		[30, 1_800],
		[30, 20],
		[12, 90],
		[5, 3 * 3_600],
		[5, 13 * 3_600],
	])("%i fixes by %i s", (count, seconds) => {
		// At the beginning of a log nothing shows a lead that is shorter than the row.
		for (const from of [...(seconds > 4 * count ? [0] : []), 200, 640, good.length - 2 * count - 2]) {
			const faulty = flightOf(ahead(from, count, seconds)(good));
			const right = flightOf(without(from, count)(good));
			expect(flightFigures(faulty)).toEqual(flightFigures(right));
			expect(faulty.gaps).toEqual(right.gaps);
			expect(reasonsOf(faulty).includes("clockWrong")).toBe(seconds > 60);
			expect(faulty.clock.leftOutForLong).toBe(0);
		}
	});

	test("one after another, and groups that follow each other at once", () => {
		const groups = [
			[100, 3, 1_800],
			[110, 30, 900],
			[300, 2, 7_200],
			[305, 2, 1_000],
			[900, 30, 1_800],
		] as const;
		const faulty = groups.reduce((fixes, [from, count, seconds]) => ahead(from, count, seconds)(fixes), good);
		const right = groups.toReversed().reduce((fixes, [from, count]) => without(from, count)(fixes), good);
		expect(flightFigures(flightOf(faulty))).toEqual(flightFigures(flightOf(right)));
	});

	test.each(["23:10:00", "22:40:00"])("past midnight, in a log that begins at %s", (start) => {
		const night = goodFixes(randomOf("night"), { interval: 4, fixes: 1_350, start });
		for (const from of [300, 700, 1_000])
			expect(flightFigures(flightOf(ahead(from, 7, 1_800)(night)))).toEqual(
				flightFigures(flightOf(without(from, 7)(night))),
			);
	});

	test("at the end of the log, on the ground: the landing is that of the log without them", () => {
		for (const count of [1, 2, 6, 30]) {
			const from = good.length - count;
			const { takeOff, landing, distance } = flightFigures(flightOf(ahead(from, count, 1_800)(good)));
			const right = flightFigures(flightOf(without(from, count)(good)));
			expect([takeOff, landing, distance]).toEqual([right.takeOff, right.landing, right.distance]);
		}
	});

	test("at the end of a log that is switched off soon after the landing", () => {
		const landed = good.findIndex(({ time }) => time === flightFigures(flightOf(good)).landing);
		const short = good.slice(0, landed + 8);
		for (const count of [1, 3, 4]) {
			const faulty = flightFigures(flightOf(ahead(short.length - count, count, 1_800)(short)));
			expect(faulty.landing).toBe(flightFigures(flightOf(short)).landing);
		}
	});

	test("at the end of a log that ends in straight flight", () => {
		const straight = Array.from({ length: 200 }, (_, index): GeneratedFix => {
			const height = Math.max(0, Math.min(index - 30, 100)) * 8;
			return {
				time: 36_000 + index * 4,
				latitude: 50 + (Math.max(0, index - 30) * 100) / 111_195,
				longitude: 15,
				pressureAltitude: 300 + height,
				gnssAltitude: 345 + height,
				valid: true,
			};
		});
		for (const count of [2, 6, 30]) {
			const from = straight.length - count;
			expect(flightFigures(flightOf(ahead(from, count, 1_800)(straight)))).toEqual(
				flightFigures(flightOf(without(from, count)(straight))),
			);
		}
	});

	test("but a silence of the recorder is a gap, also shortly before the end", () => {
		const last = good.length - 20;
		const silent = good.map((fix, index) => (index < last ? fix : { ...fix, time: fix.time + 1_800 }));
		expect(flightOf(silent).fixes.length).toBe(good.length);
		expect(reasonsOf(flightOf(silent))).toEqual(["gaps"]);
	});

	test("one fix that is behind goes alone", () => {
		for (const seconds of [-1_800, -36_000, -100]) {
			expect(flightFigures(flightOf(ahead(700, 1, seconds)(good)))).toEqual(
				flightFigures(flightOf(without(700, 1)(good))),
			);
		}
	});

	test("31 and more are left out as well, and the scorer looks before the flight has points", () => {
		for (const count of [31, 100]) {
			const faulty = flightOf(ahead(600, count, 1_800)(good));
			expect(flightFigures(faulty)).toEqual(flightFigures(flightOf(without(600, count)(good))));
			const result = scored(faulty);
			expect(result.findings).toContainEqual(
				expect.objectContaining({ kind: "clockWrong", value: count, proposedPoints: 0 }),
			);
			expect(isHeldByFinding(result)).toBe(true);
		}
		expect(kinds(scored(flightOf(ahead(600, 30, 1_800)(good))).findings)).not.toContain("clockWrong");
	});

	test("a clock that is set back for good loses no more than the time that is there twice", () => {
		const setBack = good.map((fix, index) => (index < 700 ? fix : { ...fix, time: fix.time - 600 }));
		const flight = flightOf(setBack);
		expect(flight.fixes.length).toBe(good.length - 149);
		expect(kinds(scored(flight).findings)).toContain("clockWrong");
	});

	test("a correction by a second is not told", () => {
		const corrected = good.map((fix, index) => (index < 100 ? { ...fix, time: fix.time + 18 } : fix));
		expect(reasonsOf(flightOf(corrected))).toEqual([]);
	});
});

describe("times that never move", () => {
	test("are named, and nothing is scored", () => {
		const flight = flightOf(frozenClock(good));
		expect(reasonsOf(flight)).toEqual(["clockStands"]);
		const result = scored(flight);
		expect(result).toMatchObject({
			status: "none",
			findings: [{ kind: "clockStands", proposedPoints: 0 }],
		});
		expect(isHeldByFinding(result), "who has flown is no matter of a clock").toBe(true);
	});

	test("nor do those of a clock that moves for the last fixes only", () => {
		const last = good.length - 8;
		const fixes = frozenClock(good).map((fix, index) =>
			index < last ? fix : { ...fix, time: fix.time + 4 * (index - last + 1) },
		);
		expect(reasonsOf(flightOf(fixes))).toEqual(["clockStands"]);
	});

	test("are not those of a recorder with several fixes a second", () => {
		expect(reasonsOf(flightOf(good.flatMap((fix) => [fix, fix, fix, fix])))).toEqual([]);
	});
});
