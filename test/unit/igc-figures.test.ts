import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures, sameFlight } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import type { FlightFigures } from "~db/schema";
import {
	encode,
	type GeneratedFix,
	generateFixes,
	type IgcFileOptions,
	igcFile,
} from "../../scripts/demo/igc-generator";

function figuresOf(bytes: Uint8Array): FlightFigures {
	const reading = readFlightLog(bytes);
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return flightFigures(analyseFlight(reading.log));
}

const figures = (options: IgcFileOptions) => figuresOf(igcFile(options));
const START = 9.5 * 3600;

/** Within so many seconds: speeds are taken over a window. */
function expectTime(time: number | null, wanted: number, tolerance = 20): void {
	expect(Math.abs((time ?? Number.NaN) - wanted), `${time} is not ${wanted}`).toBeLessThanOrEqual(tolerance);
}

test.each([1, 4, 10, 30])(
	"take-off, landing and flight time are found at an interval of %i s",
	(interval) => {
		const fixes = Math.floor(7200 / interval) + 1;
		const flight = figures({ interval, fixes });
		const tolerance = Math.max(20, 2 * interval);
		expectTime(flight.takeOff, START + 120, tolerance);
		expectTime(flight.landing, START + 7200 - 120, tolerance);
		expectTime(flight.flightTime, 7200 - 240, 2 * tolerance);
		expect(flight).toMatchObject({
			flights: 1,
			firstFix: START,
			lastFix: START + 7200,
			fixes,
			positions: fixes,
		});
	},
);

test("the highest point is the highest fix, by pressure", () => {
	const written = generateFixes({ fixes: 1200 });
	const top = written.reduce((best, fix) => (fix.pressureAltitude > best.pressureAltitude ? fix : best));
	expect(figures({ fixes: 1200 }).highest).toEqual({
		altitude: top.pressureAltitude,
		time: top.time,
		kind: "pressure",
	});
});

test("a recorder without pressure sensor is read by its GNSS altitude", () => {
	const change = (fix: GeneratedFix) => ({ ...fix, pressureAltitude: 0 });
	const top = Math.max(...generateFixes({ fixes: 600 }).map((fix) => fix.gnssAltitude));
	expect(figures({ fixes: 600, change }).highest).toMatchObject({ altitude: top, kind: "gnss" });
});

test("the distance is that of the track", () => {
	const { distance, flightTime } = figures({ fixes: 3600, interval: 1 });
	expect(distance / flightTime).toBeGreaterThan(22);
	expect(distance / flightTime).toBeLessThan(35);
});

test.each<[string, Partial<GeneratedFix>]>([
	["a wrong position", { latitude: -33, longitude: 151 }],
	["a position of zero", { latitude: 0, longitude: 0 }],
	["an impossible altitude", { pressureAltitude: 99_999 }],
])("%s in a few fixes does not change the figures", (_, wrong) => {
	const plain = figures({ fixes: 900 });
	for (const places of [[0], [1, 2], [300, 301, 302], [899], [100, 400, 700]]) {
		const change = (fix: GeneratedFix, index: number) =>
			places.includes(index) ? { ...fix, ...wrong } : fix;
		const spoilt = figures({ fixes: 900, change });
		expect(spoilt.highest).toEqual(plain.highest);
		expectTime(spoilt.takeOff, plain.takeOff ?? 0);
		expectTime(spoilt.landing, plain.landing ?? 0);
		expect(Math.abs(spoilt.distance - plain.distance)).toBeLessThan(plain.distance / 100);
	}
});

test("a recording that begins and ends in the air has neither take-off nor landing", () => {
	const inAir = (fix: GeneratedFix) => (fix.time > START + 600 && fix.time < START + 3000 ? fix : null);
	expect(figures({ fixes: 1200, change: inAir })).toMatchObject({ takeOff: null, landing: null, flights: 1 });
	expectTime(figures({ fixes: 1200, change: inAir }).flightTime, 2400, 30);
});

test("a recording of standing has no flight", () => {
	const stand = (fix: GeneratedFix) => ({ ...fix, latitude: 50, longitude: 15, pressureAltitude: 240 });
	expect(figures({ change: stand })).toMatchObject({
		takeOff: null,
		landing: null,
		flights: 0,
		flightTime: 0,
		distance: 0,
	});
});

/** A line along the meridian: seconds, metres a second, climb in metres a second. */
function legs(...parts: [seconds: number, speed: number, climb: number][]): GeneratedFix[] {
	const fixes: GeneratedFix[] = [];
	let [time, metres, altitude] = [START, 0, 300];
	for (const [seconds, speed, climb] of parts)
		for (let second = 0; second < seconds; second += 2) {
			fixes.push({
				time,
				latitude: 50 + metres / 111_195,
				longitude: 15,
				pressureAltitude: Math.round(altitude),
				gnssAltitude: Math.round(altitude),
				valid: true,
			});
			time += 2;
			metres += 2 * speed;
			altitude += 2 * climb;
		}
	return fixes;
}
const legFigures = (...parts: [number, number, number][]) => {
	const fixes = legs(...parts);
	return figures({ fixes: fixes.length, change: (_, index) => fixes[index] ?? null });
};

test("a stop and a second launch are two flights, with the stop taken out of the flight time", () => {
	const flight = legFigures(
		[60, 0, 0],
		[300, 25, 2],
		[300, 25, -2],
		[200, 0, 0],
		[300, 25, 2],
		[300, 25, -2],
		[100, 0, 0],
	);
	expect(flight.flights).toBe(2);
	expectTime(flight.takeOff, START + 60);
	expectTime(flight.landing, START + 1460);
	expectTime(flight.flightTime, 1200, 40);
});

test("hanging in the wind is no landing, a drive along the road no flight", () => {
	const wave = legFigures([60, 0, 0], [300, 25, 2], [600, 1, 1.5], [300, 25, -5], [100, 0, 0]);
	expect(wave.flights).toBe(1);
	expectTime(wave.landing, START + 1260);
	const retrieve = legFigures(
		[60, 0, 0],
		[300, 25, 2],
		[300, 25, -2],
		[300, 0, 0],
		[900, 20, 0],
		[100, 0, 0],
	);
	expect(retrieve.flights).toBe(1);
	expectTime(retrieve.landing, START + 660);
});

test("a recorder switched off soon after landing has a landing", () => {
	expectTime(legFigures([60, 0, 0], [300, 25, 2], [300, 25, -2], [24, 0, 0]).landing, START + 660);
	expect(legFigures([60, 0, 0], [300, 25, 2], [300, 25, -2]).landing).toBeNull();
});

test("a flight over midnight is timed as one", () => {
	const flight = figures({ start: "23:00:00", fixes: 1800 });
	expectTime(flight.landing, 23 * 3600 + 1799 * 4 - 120);
	expect(flight.flights).toBe(1);
});

test("figures are the same after a way through JSON", () => {
	const flight = figures({ dateHeader: "numbered" });
	expect(JSON.parse(JSON.stringify(flight))).toEqual(flight);
});

describe("the same flight", () => {
	const morning = figures({ dateHeader: "numbered", fixes: 900 });

	test("is one with the same times, whatever else the file says", () => {
		expect(sameFlight(morning, morning)).toBe(true);
		expect(sameFlight(morning, figures({ dateHeader: "old", fixes: 900, pilot: "Someone else" }))).toBe(true);
	});

	test("is one by a second recorder that counts differently", () => {
		const other = figures({ dateHeader: "numbered", flightOfDay: 4, recorder: "AFLA123", fixes: 890 });
		expect(sameFlight(morning, other)).toBe(true);
	});

	test("is the whole of what was uploaded in part", () => {
		const part = figuresOf(
			encode(new TextDecoder().decode(igcFile({ fixes: 900 })).slice(0, 12_000), "utf-8"),
		);
		expect(part.fixes).toBeLessThan(400);
		expect(sameFlight(part, morning)).toBe(true);
		expect(sameFlight(morning, part)).toBe(true);
	});

	test("is none when the same recorder gave another number", () => {
		expect(sameFlight(morning, figures({ dateHeader: "numbered", flightOfDay: 2, fixes: 900 }))).toBe(false);
	});

	test("is none at other times or on another date", () => {
		expect(sameFlight(morning, figures({ start: "14:00:00", fixes: 900 }))).toBe(false);
		expect(sameFlight(morning, figures({ date: "2025-07-16", fixes: 900 }))).toBe(false);
	});

	test("is none when two parts hardly overlap", () => {
		expect(sameFlight(morning, figures({ start: "10:20:00", fixes: 900 }))).toBe(false);
	});

	test("is one across midnight, by another date and other times of the day", () => {
		const late = figures({ start: "23:58:00", fixes: 900 });
		const early = figures({ date: "2025-07-16", start: "00:02:00", fixes: 840 });
		expect(sameFlight(late, early)).toBe(true);
	});
});
