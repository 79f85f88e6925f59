import { describe, expect, test } from "vitest";
import { circlingPhases, motionOf } from "~/lib/flights/analysis/climbs-and-glides";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { climbFigures } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { climbsOf, traceOf } from "~/lib/flights/igc-file/trace";
import { trackOf } from "~/lib/flights/igc-file/track";
import { type GeneratedFix, type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";

const metresPerDegree = 111_195;
const takeOff = 60;
/** Seconds. */
const duration = 3600;

/** Where a glider is, in metres from where it took off, and how high. */
type Way = (second: number) => { readonly east: number; readonly north: number; readonly height: number };

function flightOf(way: Way, interval = 1) {
	const fixes = Math.floor(duration / interval) + 1;
	const change = (fix: GeneratedFix, index: number): GeneratedFix => {
		const { east, north, height } = way(Math.max(0, index * interval - takeOff));
		return {
			...fix,
			latitude: 50 + north / metresPerDegree,
			longitude: 15 + east / (metresPerDegree * Math.cos((50 * Math.PI) / 180)),
			pressureAltitude: Math.round(500 + height),
			gnssAltitude: Math.round(500 + height),
		};
	};
	const options: IgcFileOptions = { fixes, interval, change };
	const reading = readFlightLog(igcFile(options));
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return analyseFlight(reading.log);
}

/** Straight on at 30 m/s, a circle of 24 s with 2 m/s of climb between the seconds, straight on again. */
const circlesBetween =
	(...times: readonly (readonly [from: number, to: number])[]): Way =>
	(second) => {
		let [straight, climbed] = [second, 0];
		let [east, north] = [0, 0];
		for (const [from, to] of times) {
			const inside = Math.min(Math.max(second - from, 0), to - from);
			straight -= inside;
			climbed += inside;
			if (second <= from || second >= to) continue;
			const angle = (inside / 24) * 2 * Math.PI;
			east = 115 * Math.sin(angle);
			north = 115 * (1 - Math.cos(angle));
		}
		return { east: east + 30 * straight, north, height: 300 + 2 * climbed - 0.8 * straight };
	};

const glide: Way = (second) => ({ east: 30 * second, north: 0, height: Math.max(0, 3000 - 0.8 * second) });

/** Times of circling, in seconds since the first fix has flown. */
function findCircling(flight: Flight): (readonly [from: number, to: number])[] {
	const begin = (flight.fixes.times[0] ?? 0) + takeOff;
	return flight.spans.flatMap((span) => {
		const track = trackOf(flight, span, 0);
		const second = (fix: number) => (track.times[fix] ?? 0) - begin;
		return circlingPhases(track, motionOf(track)).map(
			({ first, last }) => [second(first), second(last)] as const,
		);
	});
}

describe("circling", () => {
	test.each([1, 4])("is found between straight flight, at an interval of %i s", (interval) => {
		const found = findCircling(flightOf(circlesBetween([600, 840], [1500, 1980]), interval));
		const wanted = [
			[600, 840],
			[1500, 1980],
		];
		expect(found).toHaveLength(2);
		for (const [index, times] of found.entries())
			for (const [end, time] of times.entries())
				expect(Math.abs(time - (wanted[index]?.[end] ?? 0))).toBeLessThanOrEqual(4 + 2 * interval);
	});

	test("gives the climbs, their average and their share", () => {
		const { climbs, gain, climbSeconds, circlingSeconds } = climbFigures(
			flightOf(circlesBetween([600, 840], [1500, 1980])),
		);
		expect(climbs).toBe(2);
		expect(gain / climbSeconds).toBeCloseTo(2, 1);
		expect(circlingSeconds).toBe(climbSeconds);
		expect(Math.abs(circlingSeconds - 720)).toBeLessThan(20);
	});

	test("without a gain is no climb", () => {
		const level: Way = (second) => ({ ...circlesBetween([600, 640])(second), height: 300 });
		const { climbs, circlingSeconds } = climbFigures(flightOf(level));
		expect(climbs).toBe(0);
		expect(circlingSeconds).toBeGreaterThan(0);
	});

	test("is not what a slow receiver makes of a straight flight", () => {
		const wobbly: Way = (second) => ({
			east: 12 * second,
			north: 3 * Math.sin(second / 2) + 2 * Math.sin(second * 1.3),
			height: Math.max(0, 3000 - 0.8 * second),
		});
		expect(climbFigures(flightOf(wobbly)).circlingSeconds).toBe(0);
	});

	test("is neither straight flight nor a turn at a turn point", () => {
		expect(findCircling(flightOf(glide))).toEqual([]);
		const turned: Way = (second) => ({
			east: 30 * Math.min(second, 1500),
			north: 30 * Math.max(0, second - 1500),
			height: Math.max(0, 3000 - second),
		});
		expect(findCircling(flightOf(turned))).toEqual([]);
	});
});

describe("a trace", () => {
	const flight = flightOf(circlesBetween([600, 840], [1500, 1980]));
	const trace = traceOf(flight);

	test("has few fixes, the first, the last and the highest among them", () => {
		const { times, altitudes } = trace;
		expect(times.length).toBeLessThanOrEqual(840);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect([times[0], times.at(-1)]).toEqual([flight.fixes.times[0], flight.fixes.times.at(-1)]);
		expect(Math.max(...altitudes)).toBe(Math.max(...flight.fixes.pressureAltitudes));
	});

	test("shows how the glider climbed at each of them", () => {
		const climbs = climbsOf(trace);
		const start = (flight.fixes.times[0] ?? 0) + takeOff;
		const between = (from: number, to: number) =>
			climbs.filter((_, index) => {
				const second = (trace.times[index] ?? 0) - start;
				return second > from && second < to;
			});
		for (const climb of between(1530, 1950)) expect(climb).toBeCloseTo(2, 0);
		for (const climb of between(1000, 1450)) expect(climb).toBeCloseTo(-0.8, 0);
		expect(between(1530, 1950).length).toBeGreaterThan(20);
	});
});
