import { describe, expect, test } from "vitest";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { checkFlight } from "~/lib/scoring/airspace/check-flight";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import type { Airspace } from "~db/schema";
import { fixLine, type GeneratedFix } from "../../scripts/demo/igc-generator";
import {
	flightOf,
	gnss,
	good,
	pressure,
	reasonsOf,
	scored,
	unmarked,
	wideLines,
} from "../support/field-logs";
import { airfield, flightResultOf, flown, flyingDate, outAndReturn } from "../support/flown";
import { hostileAirspace } from "../support/hostile-logs";
import { home } from "../support/racing-flight";

/* Which altitude counts, and when both are wrong. */

describe("the pressure sensor", () => {
	const kindOf = (fixes: readonly GeneratedFix[]) => {
		const flight = flightOf(fixes);
		return [flight.altitudes.kind, reasonsOf(flight).includes("pressureSensor")];
	};
	const [right, faulty] = [
		["pressure", false],
		["gnss", true],
	];
	const all = good.length;

	test.each<[string, (fixes: readonly GeneratedFix[]) => GeneratedFix[]]>([
		["one value of 0", pressure(0, all, () => 0)],
		["one value of 500", pressure(0, all, () => 500)],
		["two values", pressure(0, all, (_, place) => (place % 9 === 0 ? 1 : 0))],
		["a death in the climb", pressure(150, all, () => 0)],
		["a death in flight that keeps the last value", pressure(90, all, () => 300)],
		["a death for two minutes", pressure(500, 30, () => 0)],
		[
			"jumps of single fixes",
			pressure(300, 400, (altitude, place) => altitude + (place % 5 === 0 ? 900 : 0)),
		],
		["a slow leak", pressure(200, all, (altitude, place) => altitude - Math.min(900, place))],
	])("has %s: all heights are by GNSS", (_, fault) => {
		const flight = flightOf(fault(good));
		expect(kindOf(fault(good))).toEqual(faulty);
		expect(flight.altitudes.metres).toEqual(flight.fixes.gnssAltitudes);
		const [top, plain] = [
			flightFigures(flight).highest?.altitude,
			flightFigures(flightOf(good)).highest?.altitude,
		];
		expect(top).toBe((plain ?? 0) + 45);
		expect(flightFigures(flight)).toMatchObject({
			takeOff: flightFigures(flightOf(good)).takeOff,
			landing: flightFigures(flightOf(good)).landing,
		});
		expect(scored(flight).findings).toContainEqual(
			expect.objectContaining({ kind: "pressureSensor", proposedPoints: 0 }),
		);
	});

	test.each<[string, (fixes: readonly GeneratedFix[]) => GeneratedFix[]]>([
		["an offset of 400 m by the weather", pressure(0, all, (altitude) => altitude - 400)],
		["an offset of 2,000 m", gnss(0, all, (altitude) => altitude + 2_000)],
		["499 m apart", pressure(400, 100, (altitude) => altitude - 499)],
		["far apart for 56 s", pressure(500, 14, (altitude) => altitude + 900)],
		["no GNSS altitude", gnss(0, all, () => 0)],
		["two GNSS altitudes", gnss(0, all, (_, place) => (place % 9 === 0 ? 1 : 0))],
		["a spike of GNSS altitude", gnss(500, 1, () => 9_999)],
		["spikes of GNSS altitude", gnss(300, 600, (altitude, place) => (place % 7 === 0 ? 9_999 : altitude))],
		["GNSS altitude lost for minutes", gnss(500, 60, () => 0)],
		["GNSS altitude lost at the take-off", gnss(0, 100, () => 0)],
		["GNSS altitude that stands still from the climb on", gnss(90, all, () => 400)],
		["fixes without a position", (fixes) => unmarked(400, 60)(gnss(400, 60, () => 0)(fixes))],
	])("is right with %s", (_, fault) => {
		expect(kindOf(fault(good))).toEqual(right);
	});

	test("more than 500 m for a minute is enough", () => {
		expect(kindOf(pressure(500, 16, (altitude) => altitude + 560)(good))).toEqual(faulty);
	});

	test("of a log that never left the ground says nothing", () => {
		const standing = good.slice(0, 50).map((fix, index) => ({
			...fix,
			gnssAltitude: 300 + (index % 7),
			pressureAltitude: 250 + (index % 2),
		}));
		expect(kindOf(standing)).toEqual(right);
	});
});

test.each(["both", "pressure", "gnss"] as const)("altitudes of six characters are named: %s", (which) => {
	const flight = flightOf(wideLines(good, which), [], "LXXX");
	expect(reasonsOf(flight)).toEqual(["wideAltitudes"]);
	expect(scored(flight).findings).toContainEqual(
		expect.objectContaining({ kind: "wideAltitudes", proposedPoints: 0 }),
	);
});

test("altitudes of six characters are named also where they are tens of metres", () => {
	const tens = pressure(0, good.length, (altitude) => Math.round(altitude / 10) * 10)(good);
	expect(reasonsOf(flightOf(wideLines(tens, "both"), [], "LXXX"))).toEqual(["wideAltitudes"]);
});

test.each([
	["bytes that nobody announces", (line: string) => `${line}12`, "LXXX"],
	["one such byte", (line: string) => `${line}0`, "LXXX"],
	["announced bytes", (line: string) => `${line}007012`, "I023638FXA3941ENL"],
	["no GNSS altitude and bytes behind it", (line: string) => `${line.slice(0, 30)}00000000`, "LXXX"],
	[
		"no pressure altitude and a byte behind it",
		(line: string) => `${line.slice(0, 25)}00000${line.slice(30)}3`,
		"LXXX",
	],
])("altitudes of five characters are not named with %s", (_, change, extension) => {
	const lines = good.map((fix) => change(fixLine(fix)));
	expect(reasonsOf(flightOf(lines, [], extension))).not.toContain("wideAltitudes");
});

describe("a sensor that dies while the start is crossed", () => {
	/** The line is crossed 460 s after the first fix, 1,000 m above a field of 500 m. */
	const dead = (from: number) => (text: string, elapsed: number) =>
		elapsed < from ? text : `${text.slice(0, 25)}00000${text.slice(30)}`;
	const task = outAndReturn({ rules: { startAltitudeM: 1_200, finishAltitudeM: 550 } });
	const sound = flightResultOf(task, { hops: home });

	test("the start of the flight is too high", () => {
		expect(sound.findings).toContainEqual(expect.objectContaining({ kind: "startHigh", value: 300 }));
	});

	test.each([0, 300, 456, 460, 464, 2_000])("%i s after the first fix changes no finding", (from) => {
		const result = flightResultOf(task, { hops: home, change: dead(from) });
		const [sensor] = result.findings.filter(({ kind }) => kind === "pressureSensor");
		expect(sensor).toMatchObject({ proposedPoints: 0, value: null });
		expect({ ...result, findings: result.findings.filter((one) => one !== sensor) }).toEqual(sound);
	});

	test("is in no airspace where it was not", () => {
		const low: Airspace = { ...hostileAirspace, ceiling: { reference: "MSL", value: 1_000 } };
		const day = { task: outAndReturn(), date: flyingDate, airfield };
		const spacesOf = (flight: Flight) =>
			checkFlight([hostileAirspace, low], day, { flight, result: evaluateFlight(day, flight) });
		expect(spacesOf(flown({ hops: home, change: dead(460) }))).toEqual(spacesOf(flown({ hops: home })));
	});
});
