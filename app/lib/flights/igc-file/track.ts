import { at } from "~/lib/numbers";
import { type AirborneSpan, positionsOfSpan } from "./airborne-spans";
import type { Flight } from "./analyse-flight";

/** A time in the air, cleaned for scoring: believable positions whose times rise. */
export interface Track {
	readonly length: number;
	/** Seconds since the UTC midnight of the log's date. */
	readonly times: Float64Array;
	readonly latitudes: Float64Array;
	readonly longitudes: Float64Array;
	/** Metres above sea level: the elevation of the airfield plus the climb since the take-off. */
	readonly heights: Float64Array;
	/** As in `Fixes`. */
	readonly noise: Uint16Array;
	/** Time at which the glider stopped; null when the recording ends in the air. */
	readonly landing: number | null;
}

/** @param elevationM elevation of the airfield in metres */
export function trackOf(flight: Flight, span: AirborneSpan, elevationM: number): Track {
	const { fixes, altitudes } = flight;
	const indices = risingFixes(flight, span);
	return {
		length: indices.length,
		times: picked(fixes.times, indices),
		latitudes: picked(fixes.latitudes, indices),
		longitudes: picked(fixes.longitudes, indices),
		heights: picked(altitudes.metres, indices, groundOf(flight, span, elevationM)),
		noise: Uint16Array.from(picked(fixes.noise, indices)),
		landing: span.landing === null ? null : at(fixes.times, span.landing),
	};
}

function picked(values: ArrayLike<number>, indices: Uint32Array, above = 0): Float64Array {
	const own = new Float64Array(indices.length);
	for (let place = 0; place < own.length; place++) own[place] = (values[indices[place] ?? 0] ?? 0) - above;
	return own;
}

/**
 * Seconds before the detected take-off at which the glider surely stands. With a fix every 16 s, a winch has already lifted it 100
 * m when the take-off is detected.
 */
export const stillStands = 30;

/** Metres by which the altitudes of the log are above the heights of its track. @param elevationM elevation of the airfield */
export function groundOf(flight: Flight, { takeOff }: AirborneSpan, elevationM: number): number {
	// A recording that begins in the air has no altitude of the airfield to start from.
	if (takeOff === null) return 0;
	return at(flight.altitudes.metres, fixOnGround(flight, takeOff)) - elevationM;
}

/** The last fix that is `stillStands` before a take-off, or else the first fix. */
function fixOnGround({ fixes, positions }: Flight, takeOff: number): number {
	const latest = at(fixes.times, takeOff) - stillStands;
	let ground = at(positions, 0);
	for (const index of positions) {
		if (index > takeOff || at(fixes.times, index) > latest) break;
		ground = index;
	}
	return ground;
}

/** Drops duplicate times. */
function risingFixes({ fixes, positions }: Flight, span: AirborneSpan): Uint32Array {
	const { times } = fixes;
	const [first, end] = positionsOfSpan(positions, span);
	const rising = new Uint32Array(end - first);
	let count = 0;
	let latest = Number.NEGATIVE_INFINITY;
	for (let position = first; position < end; position++) {
		const index = at(positions, position);
		const time = at(times, index);
		if (time <= latest) continue;
		rising[count++] = index;
		latest = time;
	}
	return rising.subarray(0, count);
}

/** Index of the last fix at or before a time; 0 before the first. */
export function fixBefore({ times, length }: Track, time: number): number {
	let [low, high] = [0, length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (at(times, middle) <= time) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Height in metres, interpolated between the two fixes around a time. */
export function heightAt(track: Track, time: number): number {
	const index = fixBefore(track, time);
	const next = Math.min(index + 1, track.length - 1);
	const span = at(track.times, next) - at(track.times, index);
	const share = span > 0 ? Math.min(1, Math.max(0, (time - at(track.times, index)) / span)) : 0;
	return at(track.heights, index) + share * (at(track.heights, next) - at(track.heights, index));
}

/** A value on the line that leads to a fix. @param share of the line, from the fix before */
export function between(values: Float64Array, fix: number, share: number): number {
	const from = at(values, fix - 1);
	return from + share * (at(values, fix) - from);
}
