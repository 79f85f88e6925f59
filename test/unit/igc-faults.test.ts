import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { logFindings } from "~/lib/scoring/evaluation/log-findings";
import { fixLine } from "../../scripts/demo/igc-generator";
import { randomOf } from "../../scripts/demo/random";
import {
	fileOf,
	flightOf,
	footers,
	good,
	goodFixes,
	linesOf,
	reasonsOf,
	unmarked,
	zeros,
} from "../support/field-logs";
import { read } from "../support/flight-logs";

/* Positions that are none, minutes of 60.000, and the rest of a mail. */

test("a good log has no warning", () => {
	expect(reasonsOf(flightOf(good))).toEqual([]);
});

describe("fixes at 0°/0° are none", () => {
	test.each([
		["marked A", { valid: true }],
		["marked V", { valid: false }],
		["a little beside it", { valid: true, beside: 0.000_5 }],
	])("%s", (_, options) => {
		for (const [from, count] of [
			[0, 27],
			[400, 6],
			[600, 60],
			[good.length - 40, 40],
		] as const) {
			const faulty = flightFigures(flightOf(zeros(from, count, options)(good)));
			const right = flightFigures(flightOf(unmarked(from, count)(good)));
			expect(faulty).toEqual(right);
		}
	});

	test("are named when they are many, and only where they are marked as positions", () => {
		const named = (count: number, valid: boolean) => reasonsOf(flightOf(zeros(0, count, { valid })(good)));
		expect(named(9, true)).toEqual([]);
		expect(named(10, true)).toEqual(["zeroPositions"]);
		expect(named(100, false)).toEqual([]);
	});

	test.each([
		[9, "at the start", 0, []],
		[10, "at the start", 0, [10]],
		[27, "in the middle", 400, [27]],
		[60, "at the end", good.length - 60, [60]],
	] as const)("%i of them %s are named to the scorer when they are many", (count, _, from, values) => {
		const found = logFindings(flightOf(zeros(from, count, { valid: true })(good)));
		expect(found.map(({ kind, value, proposedPoints }) => [kind, value, proposedPoints])).toEqual(
			values.map((value) => ["zeroPositions", value, 0]),
		);
	});

	test("a log of them alone is refused", () => {
		expect(readFlightLog(fileOf(zeros(0, good.length)(good)))).toEqual({ ok: false, reason: "tooFewFixes" });
		expect(readFlightLog(fileOf(zeros(9, good.length)(good)))).toEqual({ ok: false, reason: "tooFewFixes" });
	});

	test("the equator and the meridian of Greenwich are flown over", () => {
		for (const flight of [
			{ latitude: 0, longitude: 15 },
			{ latitude: 51, longitude: 0 },
		]) {
			const fixes = goodFixes(randomOf("zero"), { interval: 4, fixes: 900, flight });
			expect(flightOf(fixes).fixes.valid.every((valid) => valid === 1)).toBe(true);
		}
	});
});

describe("60.000 minutes are the next degree", () => {
	test.each([
		["B1000004960000N01560000EA0024000285", 50, 16],
		["B1000008960000N01552470EA0024000285", 90, 15.874_5],
		["B1000004931872S17960000WA0024000285", -49.531_2, -180],
		["B1000000060000S00060000WA0024000285", -1, -1],
	])("%s", (record, latitude, longitude) => {
		const { fixes, unreadable } = read(fileOf([record, ...linesOf(good)], [], "LXXX"));
		expect(unreadable.count).toBe(0);
		expect(fixes.latitudes[0]).toBeCloseTo(latitude, 9);
		expect(fixes.longitudes[0]).toBeCloseTo(longitude, 9);
	});

	test.each([
		"B1000004960001N01552470EA0024000285",
		"B1000004961000N01552470EA0024000285",
		"B1000004931872N01561000EA0024000285",
		"B1000009060000N01552470EA0024000285",
		"B1000004931872N18060000EA0024000285",
	])("%s is unreadable", (record) => {
		expect(read(fileOf([record, ...linesOf(good)], [], "LXXX")).unreadable.count).toBe(1);
	});
});

describe("the rest of a mail below the log", () => {
	test.each(Object.entries(footers))("is no warning: %s", (_, lines) => {
		for (const end of [[], [""]]) expect(reasonsOf(flightOf(good, [...lines, ...end]))).toEqual([]);
		expect(read(fileOf(good, lines)).unreadable).toEqual({ count: 0, firstLine: null });
	});

	test.each(["", "B", "B1", "B100", "B10000049318", "B1000004931872N01552470EA00240002"])(
		"does not hide that the log stops in %j",
		(cut) => {
			const whole = new TextDecoder().decode(fileOf(good)).replace(/\r\nG.*$/s, "");
			const text = `${whole}\r\n${cut || "B0"}\r\n\r\n-- \r\nSent from my phone\r\nBest regards`;
			const flight = analyseFlight(read(new TextEncoder().encode(text)));
			expect(reasonsOf(flight)).toEqual(["noSignature", "endsMidRecord"]);
		},
	);

	test("text between fixes is still a fix that cannot be read", () => {
		const lines = linesOf(good);
		const { unreadable } = read(fileOf([...lines.slice(0, 20), "Best regards", ...lines.slice(20)]));
		expect(unreadable).toEqual({ count: 1, firstLine: 25 });
	});

	test("words that begin with I announce no fields", () => {
		const below = [`I ${"hope you are well ".repeat(50)}`];
		expect(
			reasonsOf(
				flightOf(
					good.map((fix) => fixLine(fix)),
					below,
					"LXXX",
				),
			),
		).toEqual([]);
	});
});
