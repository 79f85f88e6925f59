import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { Terrain } from "~/lib/maps/terrain/terrain";
import { findIntrusions } from "~/lib/scoring/airspace/find-intrusions";
import { analyseFlownTask } from "~/lib/scoring/analysis/analyse-flown-task";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { StepBudget } from "~/lib/scoring/evaluation/step-budget";
import { judgeFlight } from "~/lib/scoring/judge-flight";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import type { Airspace, Task } from "~db/schema";
import { bundled } from "~test/support/bundled";
import {
	airfield,
	cylinder,
	flownFile,
	flyingDate,
	line,
	outAndReturn,
	place,
	point,
} from "~test/support/flown";
import { nationalAirspace } from "~test/support/national-airspace";
import { realTile } from "~test/support/terrain/real-tile";
import { withThermals } from "~test/support/thermals";

/*
 * What a flight of 10,000 fixes costs: a fix a second, thermals of five circles on the way, and five of them over the line before
 * the landing. A class is 35 of them.
 */

/** Milliseconds of processor time beyond reading the log. */
const mostOfFlight = 15;
const mostOfAnalysis = 25;
const mostOfClass = 5_000;
/** Of 100 logs, after another version of their task. */
const mostOfVersion = 10_000;
const fixes = 10_000;

const flights: Readonly<Record<string, ReturnType<typeof withThermals>>> = {
	home: withThermals([
		[62_000, 0],
		[44_000, 44_000],
		[0, 0],
	]),
	"out on the last leg": withThermals(
		[
			[62_000, 0],
			[44_000, 44_000],
			[9_000, 9_000],
		],
		[8_000, 8_000],
	),
	"out in the last area": withThermals(
		[
			[62_000, 0],
			[40_000, 40_000],
			[30_000, 42_000],
			[44_000, 44_000],
			[34_000, 52_000],
		],
		[34_500, 52_000],
	),
	"out between two areas": withThermals(
		[
			[62_000, 0],
			[20_000, 3_000],
			[56_000, 10_000],
			[50_000, 0],
		],
		[55_000, 19_000],
	),
	"out in the first area": withThermals(
		[
			[72_000, 0],
			[55_000, -15_000],
			[56_000, 5_000],
			[45_000, -10_000],
		],
		[60_000, 0],
	),
};

const between = (radiusM: number, ...places: readonly (readonly [number, number])[]): Task =>
	outAndReturn({
		kind: "AAT",
		taskTimeS: 9_000,
		points: [
			point(place(0), line(10_000)),
			...places.map((one) => point(place(...one), cylinder(radiusM))),
			point(place(0), cylinder(3_000)),
		],
	});

const tasks: Readonly<Record<string, Task>> = {
	"a racing task": { ...between(500, [62_000, 0], [44_000, 44_000]), kind: "RT", taskTimeS: null },
	"two areas": between(20_000, [55_000, 0], [40_000, 40_000]),
	"two areas that overlap": between(40_000, [55_000, 0], [40_000, 40_000]),
	"three areas that overlap": between(35_000, [55_000, 0], [50_000, 20_000], [40_000, 40_000]),
};

/** Milliseconds of the processor; what else the machine does takes none of them. */
function costOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

describe.each(Object.entries(flights))("%s", (flown, hops) => {
	const file = flownFile({ hops, interval: 1 });
	const analysed = () => {
		const reading = readFlightLog(file);
		if (!reading.ok) throw new Error(reading.reason);
		return analyseFlight(reading.log);
	};
	const flight = analysed();

	test("the flight has 10,000 fixes", () => {
		expect(Math.abs(flight.fixes.length - fixes)).toBeLessThan(fixes / 10);
	});

	describe.each(Object.entries(tasks))("%s", (name, task) => {
		const evaluate = () => evaluateFlight({ task, date: flyingDate, airfield }, flight);

		test("a flight takes little of the processor beyond the reading of its log", () => {
			// What else the machine does only ever adds time, and may do so for seconds.
			let perFlight = Number.POSITIVE_INFINITY;
			for (let run = 0; run < 40 || (run < 400 && perFlight >= mostOfFlight); run++) {
				perFlight = Math.min(perFlight, (costOf(evaluate) * fixes) / flight.fixes.length);
			}
			console.log(`${flown}, ${name}: ${perFlight.toFixed(1)} ms`);
			expect(perFlight).toBeLessThan(mostOfFlight);
		});

		test.runIf(flown === "home")(
			"a class is scored again within five seconds, the reading of its logs included",
			() => {
				const cost = costOf(() => {
					for (let one = 0; one < 35; one++) evaluateFlight({ task, date: flyingDate, airfield }, analysed());
				});
				console.log(`${name}: ${Math.round(cost)} ms for a class`);
				expect(cost).toBeLessThan(mostOfClass);
			},
		);
	});
});

test("a flight of 10,000 fixes is held against the 450 spaces of a country, with its ground, within 15 ms", async () => {
	const { findIntrusions } = await bundled<typeof import("~/lib/scoring/airspace/find-intrusions")>(
		"app/lib/scoring/airspace/find-intrusions.ts",
	);
	const reading = readFlightLog(flownFile({ hops: flights.home ?? [], interval: 1 }));
	if (!reading.ok) throw new Error(reading.reason);
	const flight = analyseFlight(reading.log);
	const { airspaces } = readOpenAir(nationalAirspace());
	const square = { source: "srtm" as const, tile: realTile() };
	const terrain = new Terrain(new Map(["N49E015", "N50E015", "N49E016"].map((name) => [name, square])));
	const rule = { qnhHpa: null, elevationM: airfield.elevation, terrain };
	let cost = Number.POSITIVE_INFINITY;
	for (let run = 0; run < 40 || (run < 400 && cost >= mostOfFlight); run++) {
		cost = Math.min(
			cost,
			costOf(() => findIntrusions(airspaces, flight, rule)),
		);
	}
	const found = findIntrusions(airspaces, flight, rule);
	const entered = new Set(found.map(({ name }) => name));
	console.log(`${airspaces.length} spaces, ${entered.size} entered: ${cost.toFixed(1)} ms`);
	expect(found.filter(({ judged }) => !judged)).toEqual([]);
	expect(cost).toBeLessThan(mostOfFlight);
});

test("the analysis of a flight of 10,000 fixes takes at most 25 ms", () => {
	const day = { task: tasks["a racing task"] as Task, date: flyingDate, airfield };
	const reading = readFlightLog(flownFile({ hops: flights.home ?? [], interval: 1 }));
	if (!reading.ok) throw new Error(reading.reason);
	const flight = analyseFlight(reading.log);
	const result = evaluateFlight(day, flight);
	let cost = Number.POSITIVE_INFINITY;
	for (let run = 0; run < 40 || (run < 400 && cost >= mostOfAnalysis); run++)
		cost = Math.min(
			cost,
			costOf(() => analyseFlownTask(day, flight, result, new StepBudget())),
		);
	console.log(`analysis: ${cost.toFixed(1)} ms`);
	expect(cost).toBeLessThan(mostOfAnalysis);
});

test("100 logs are judged against a new version, over a country whose airspace they keep out of, within ten seconds", () => {
	const day = { task: tasks["two areas"] as Task, date: flyingDate, airfield };
	const files = Object.values(flights).flatMap((hops) =>
		[1, 2].map((interval) => flownFile({ hops, interval })),
	);
	const read = (file: Uint8Array) => {
		const reading = readFlightLog(file);
		if (!reading.ok) throw new Error(reading.reason);
		return analyseFlight(reading.log);
	};
	const all = readOpenAir(nationalAirspace("large")).airspaces;
	const rule = { qnhHpa: null, elevationM: airfield.elevation };
	const entered = new Set(
		files.flatMap((file) => findIntrusions(all, read(file), rule).map(({ name }) => name)),
	);
	const spaces = all.filter(({ name }) => !entered.has(name));
	const costOfAll = (airspaces: readonly Airspace[]) =>
		costOf(() => {
			for (let log = 0; log < 100; log++)
				judgeFlight(airspaces, day, read(files[log % files.length] ?? Uint8Array.of()));
		});
	const cost = costOfAll(spaces);
	console.log(`100 logs, ${spaces.length} spaces, none entered: ${Math.round(cost)} ms`);
	console.log(`100 logs, ${all.length} spaces, twenty entered by each: ${Math.round(costOfAll(all))} ms`);
	expect(cost).toBeLessThan(mostOfVersion);
});
