import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { packFlights, packTrack } from "~/lib/flights/replay/pack-flights";
import { replayOpens } from "~/lib/flights/replay/replay-availability";
import { flownTrack, type Track, thinTrack } from "~/lib/flights/replay/thin-track";
import { unpackFlights, unpackTrack } from "~/lib/flights/replay/unpack-flights";
import { scaled } from "~test/support/scale";
import { type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";

const elevation = 240;

function trackOf(...logs: readonly IgcFileOptions[]): Track {
	const flights = logs.map((options) => {
		const reading = readFlightLog(igcFile({ flight: { elevation }, ...options }));
		if (!reading.ok) throw new Error(reading.reason);
		return analyseFlight(reading.log);
	});
	return flownTrack(flights, elevation);
}

/** Five hours of circling and gliding, a fix every two seconds. */
const fiveHours: IgcFileOptions = { fixes: 9_000, interval: 2 };

/** The value of a column at a time, on the straight line between the two points around it. */
function valueAt(times: Float64Array, values: Float64Array, time: number): number {
	const next = Math.max(
		1,
		times.findIndex((each) => each >= time),
	);
	const [from = 0, to = 0] = times.subarray(next - 1, next + 1);
	const [before = 0, after = 0] = values.subarray(next - 1, next + 1);
	return before + ((time - from) / (to - from)) * (after - before);
}

test("a packed flight is within 25 m of the log to every side, at every second of it", () => {
	const track = trackOf({ ...fiveHours, fixes: 1_800 });
	const read = unpackTrack(packTrack(thinTrack(track)));
	const metresPerLongitude = 111_195 * Math.cos((50.12 * Math.PI) / 180);
	const columns = [
		[track.latitudes, read.latitudes, 111_195],
		[track.longitudes, read.longitudes, metresPerLongitude],
		[track.heights, read.heights, 1],
	] as const;
	for (const [exact, thinned, metres] of columns) {
		const errors = Array.from(exact.subarray(1, -1), (value, index) => {
			const time = track.times[index + 1] ?? 0;
			return Math.abs(valueAt(read.times, thinned, time) - value) * metres;
		});
		// The cosine of the middle latitude stands for all latitudes.
		expect(Math.max(...errors)).toBeLessThanOrEqual(25.2);
		expect(Math.max(...errors)).toBeGreaterThan(5);
	}
	expect(read.times.length).toBeLessThan(track.length / 4);
	expect([read.times[0], read.times.at(-1)]).toEqual([track.times[0], track.times.at(-1)]);
});

test("four flights of five hours take a tenth of what forty may", () => {
	const packed = [0, 1, 2, 3].map((number) => {
		const flight = { elevation, latitude: 50 + number / 7, longitude: 15 + number / 11 };
		const track = thinTrack(trackOf({ ...fiveHours, start: `09:1${number}:07`, flight }));
		return { id: crypto.randomUUID(), source: "0123456789abcdef", track: packTrack(track) };
	});
	expect(gzipSync(packFlights(packed)).length).toBeLessThanOrEqual(20_000);
});

test("a log in which no line is straight costs no more than a point for eleven seconds", () => {
	const noise = trackOf({
		fixes: 11_000,
		interval: 1,
		change: (fix, index) => ({ ...fix, latitude: fix.latitude + (index % 2) * 0.004 }),
	});
	expect(noise.length).toBeGreaterThan(10_500);
	expect(thinTrack(noise).length).toBeLessThanOrEqual(1_000);
});

test("two recorders of one flight, and two flights of a day, are one track whose times rise", () => {
	const early = { fixes: 900, start: "09:00:00" };
	const overlapping = { fixes: 900, start: "09:30:00" };
	const later = { fixes: 900, start: "12:00:00" };
	const { times, length } = trackOf(later, overlapping, early);
	expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
	expect(length).toBeGreaterThan(1_900);
	expect(trackOf({ change: (fix) => ({ ...fix, latitude: 50, longitude: 15 }) }).length).toBe(0);
});

test("a pack is read back, and what is no pack is refused", () => {
	const flights = [
		{ id: "a", source: "1", track: Uint8Array.from([1, 2, 3]) },
		{ id: "žluťoučký", source: "2", track: new Uint8Array(300) },
	];
	const pack = packFlights(flights);
	expect(unpackFlights(pack)).toEqual(flights);
	expect(() => unpackFlights(pack.subarray(0, 100))).toThrow(RangeError);
	expect(() => unpackFlights(new TextEncoder().encode("<!doctype html>"))).toThrow(RangeError);
	expect(() => unpackTrack(Uint8Array.from([200, 200, 1, 1, 1]))).toThrow(RangeError);
});

test("whatever bytes a pack holds, it is read to numbers or refused, and takes no more room than its bytes", () => {
	const track = packTrack(thinTrack(trackOf({ fixes: 300 })));
	const pack = packFlights([
		{ id: "a", source: "1", track },
		{ id: "b", source: "2", track },
	]);
	const read = (bytes: Uint8Array) => {
		const columns = unpackFlights(bytes).flatMap((flight) => Object.values(unpackTrack(flight.track)));
		for (const column of columns) {
			expect(column.length).toBeLessThanOrEqual(bytes.length);
			expect(column.every(Number.isFinite)).toBe(true);
		}
	};
	const readOrRefuse = (bytes: Uint8Array) => {
		try {
			read(bytes);
		} catch (error) {
			expect(error).toBeInstanceOf(RangeError);
		}
	};
	const wound = fc.record({ at: fc.nat(pack.length), bytes: fc.uint8Array({ maxLength: 12 }) });
	const broken = fc.array(wound, { minLength: 1, maxLength: 6 }).map((wounds) => {
		const copy = Uint8Array.from(pack);
		for (const { at, bytes } of wounds) copy.set(bytes.subarray(0, copy.length - at), at);
		return copy;
	});
	fc.assert(fc.property(broken, readOrRefuse), { numRuns: scaled(5_000) });
	const begun = (bytes: Uint8Array) => readOrRefuse(Uint8Array.from([...pack.subarray(0, 4), ...bytes]));
	fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), begun), { numRuns: scaled(5_000) });
	// A number without end: beyond 1,023 bits it is none any more.
	const endless = Uint8Array.from({ length: 400 }, () => 255);
	expect(() => unpackTrack(endless)).toThrow(RangeError);
	expect(() => unpackTrack(Uint8Array.from([1, ...endless, 1, 0, 0, 0]))).toThrow(RangeError);
	expect(() => unpackTrack(Uint8Array.from([...endless.fill(128), 1, 1, 1, 1, 1]))).toThrow(RangeError);
});

test("a class can be replayed once its finish has closed, without a rule after the day", () => {
	expect(replayOpens("2025-07-15", { finishCloses: "19:00:00" })).toEqual(new Date("2025-07-15T17:00:00Z"));
	expect(replayOpens("2025-07-15", { finishCloses: null })).toEqual(new Date("2025-07-15T22:00:00Z"));
	expect(replayOpens("2025-07-15", null)).toEqual(new Date("2025-07-15T22:00:00Z"));
});
