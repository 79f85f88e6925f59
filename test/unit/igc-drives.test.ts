import { describe, expect, test } from "vitest";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import type { GeneratedFix } from "../../scripts/demo/igc-generator";
import { driveFirst, driveHome, flightOf, good } from "../support/field-logs";

/* A drive is no flight, and a slow flight is no drive. */

describe("a drive", () => {
	const plain = flightFigures(flightOf(good));
	const timesOf = (fixes: readonly GeneratedFix[]) => {
		const { takeOff, landing, flights, flightTime } = flightFigures(flightOf(fixes));
		return { takeOff, landing, flights, flightTime };
	};
	const right = { takeOff: plain.takeOff, landing: plain.landing, flights: 1, flightTime: plain.flightTime };

	test.each([
		["that begins with the log", driveFirst(4, 300, { speed: 15, seconds: 840 })],
		["fast as on a motorway", driveFirst(4, 300, { speed: 33, seconds: 840 })],
		["that ends in a gap", driveFirst(8, 2_700, { speed: 15, seconds: 840 })],
		["with stops", driveFirst(4, 40, { speed: 15, seconds: 900, stop: { every: 100, seconds: 40 } })],
		["to the launch point, a minute before", driveFirst(4, 60, { speed: 13, seconds: 120 })],
		["at once before the glider stands", driveFirst(4, 4, { speed: 14, seconds: 600 })],
		["with a fix every 16 s", driveFirst(16, 60, { speed: 15, seconds: 800 })],
		["over a hill", driveFirst(4, 120, { speed: 15, seconds: 840, climb: 0.3 })],
	])("before the launch is none: %s", (_, fault) => {
		expect(timesOf(fault(good))).toEqual(right);
	});

	test.each([
		["behind a car", driveHome(4, 4, { speed: 6, seconds: 200 })],
		["home by road", driveHome(4, 300, { speed: 22, seconds: 1_800 })],
		["with stops", driveHome(4, 60, { speed: 12, seconds: 900, stop: { every: 80, seconds: 30 } })],
		["after a gap", driveHome(4, 3_000, { speed: 22, seconds: 1_800 })],
	])("after the landing is none: %s", (_, fault) => {
		expect(timesOf(fault(good))).toEqual(right);
	});

	test("before and after a flight are none, and a tow begins within half a minute after the landing", () => {
		const short = good.slice(0, good.length - 48);
		const both = driveFirst(4, 60, { speed: 15, seconds: 600 })(
			driveHome(4, 4, { speed: 6, seconds: 300 })(short),
		);
		expect(timesOf(both)).toEqual(right);
	});

	test("alone is what it was: a time that is not on the ground", () => {
		const [first] = good;
		if (!first) throw new Error("no fixes");
		const alone = driveFirst(4, 60, { speed: 15, seconds: 840 })(good.slice(0, 50));
		expect(flightFigures(flightOf(alone)).flights).toBe(1);
	});
});

test("a recording that begins in the air keeps what it flew before a second launch", () => {
	const later = good.map((fix) => ({ ...fix, time: fix.time + 7_200 }));
	const flight = flightFigures(flightOf([...good.slice(600), ...later]));
	expect([flight.flights, flight.takeOff]).toEqual([2, null]);
});

test("a glider that hangs in strong wind over its airfield has neither landed nor been driven", () => {
	const hanging = good.flatMap((fix, index) => {
		const held = good[400] ?? fix;
		if (index < 400) return [fix];
		if (index > 400) return [{ ...fix, time: fix.time + 1_200 }];
		return Array.from({ length: 301 }, (_, step) => ({
			...held,
			time: held.time + step * 4,
			latitude: held.latitude + (step * 4 * 2) / 111_195,
			pressureAltitude: held.pressureAltitude + step * 4,
			gnssAltitude: held.gnssAltitude + step * 4,
		}));
	});
	const { takeOff, landing, flights } = flightFigures(flightOf(hanging));
	const plain = flightFigures(flightOf(good));
	expect([takeOff, landing, flights]).toEqual([plain.takeOff, (plain.landing ?? 0) + 1_200, 1]);
});
