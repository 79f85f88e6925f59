import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { trackOf } from "~/lib/flights/igc-file/track";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { readCup } from "~/lib/tasks/files/read-cup";
import { fieldFile, reasonsOf } from "../support/field-logs";
import { read } from "../support/flight-logs";
import { airfield, cylinder, line, outAndReturn, point } from "../support/flown";

/* The logs of the field, with their right values. */

const clock = (time: number | null) =>
	time === null ? null : new Date(time * 1000).toISOString().slice(11, 19);
const fieldFlight = (name: string) => analyseFlight(read(fieldFile(name)));

describe("a log of the field", () => {
	const base = flightFigures(fieldFlight("log-base.igc"));

	test.each([
		"base",
		"minutes-60",
		"clock-ahead-2",
		"zeros-start-27",
		"zeros-mid-6",
		"pressure-one-value",
		"pressure-dies",
		"drive-first",
		"mail-footer",
		"engine-650",
	])("%s is the flight of the base", (name) => {
		const flight = fieldFlight(`log-${name}.igc`);
		const { takeOff, landing, distance, flights, flightTime } = flightFigures(flight);
		expect([clock(takeOff), clock(landing), flights]).toEqual(["10:02:08", "11:02:24", 1]);
		expect(flightTime).toBe(base.flightTime);
		expect(Math.abs(distance - 107_700)).toBeLessThan(1_000);
		const trace = traceOf(flight);
		expect(Math.min(...trace.latitudes)).toBeGreaterThan(49.5);
		expect(Math.min(...trace.longitudes)).toBeGreaterThan(15.8);
	});

	test.each([
		["base", 241, []],
		["minutes-60", 241, []],
		["clock-ahead-2", 239, ["clockWrong"]],
		["zeros-start-27", 268, ["zeroPositions"]],
		["zeros-mid-6", 241, []],
		["pressure-one-value", 241, ["pressureSensor"]],
		["pressure-dies", 241, ["pressureSensor"]],
		["drive-first", 354, ["gaps"]],
		["mail-footer", 241, []],
		["engine-650", 241, []],
	])("%s has %i fixes and is warned of by %j", (name, fixes, reasons) => {
		const flight = fieldFlight(`log-${name}.igc`);
		expect([flight.fixes.length, reasonsOf(flight)]).toEqual([fixes, reasons]);
	});

	test("clock-ahead-2 is scored by all but the two fixes that are ahead", () => {
		const scored = (name: string) => {
			const flight = fieldFlight(`log-${name}.igc`);
			return flight.spans.map((span) => trackOf(flight, span, 500).length);
		};
		expect([scored("base"), scored("clock-ahead-2")]).toEqual([[227], [225]]);
	});

	test.each(["pressure-one-value", "pressure-dies"])("%s has its highest point by GNSS", (name) => {
		expect(flightFigures(fieldFlight(`log-${name}.igc`)).highest).toMatchObject({
			altitude: 1_593,
			kind: "gnss",
		});
	});

	test("engine-650 is named to the scorer with 320 s, and proposes nothing", () => {
		const start = { latitude: 49.5515, longitude: 15.8745 };
		const north = { latitude: 49.95, longitude: 15.8745 };
		const points = [
			point(start, line(10_000), "Start"),
			point(north, cylinder(5_000), "Sever"),
			point(start, cylinder(3_000), "Cil"),
		];
		const day = {
			task: outAndReturn({ points }),
			date: "2025-07-17",
			airfield: { ...start, elevation: 500 },
		};
		const result = evaluateFlight(day, fieldFlight("log-engine-650.igc"));
		expect(result.status).toBe("finished");
		expect(result.findings).toMatchObject([{ kind: "engineNoise", value: 320, proposedPoints: 0 }]);
	});

	test("restart-after-finish keeps its first complete task", () => {
		const [found] = readCup(new TextDecoder().decode(fieldFile("task-of-restart.cup"))).tasks;
		if (!found) throw new Error("no task");
		const result = evaluateFlight(
			{ task: outAndReturn({ kind: found.kind, points: found.points }), date: "2025-07-15", airfield },
			fieldFlight("log-restart-after-finish.igc"),
		);
		expect([result.start?.at, result.finish, result.timeS]).toEqual([
			Date.parse("2025-07-15T10:07:40Z"),
			Date.parse("2025-07-15T11:13:53Z"),
			3_973,
		]);
	});
});
