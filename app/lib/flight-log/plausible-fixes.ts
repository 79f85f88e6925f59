import { at, type Fixes } from "./flight-log";

const EARTH_RADIUS = 6_371_000;
const RADIANS = Math.PI / 180;
/** Faster than any glider over ground, in metres a second, and what a position may be off, in metres. */
const FASTEST = 150;
const SLACK = 500;
/** So many fixes in a row that agree with each other are believed. */
const RUN = 5;

/** Difference of two longitudes in degrees, the short way round. */
export const longitudeDifference = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

/** Metres between two fixes; the flat-earth formula, exact enough between neighbouring fixes. */
export function metresBetween(fixes: Fixes, from: number, to: number): number {
	const latitude = at(fixes.latitudes, from);
	const otherLatitude = at(fixes.latitudes, to);
	const north = (otherLatitude - latitude) * RADIANS;
	const east =
		longitudeDifference(at(fixes.longitudes, from), at(fixes.longitudes, to)) *
		RADIANS *
		Math.cos(((latitude + otherLatitude) / 2) * RADIANS);
	return EARTH_RADIUS * Math.sqrt(north * north + east * east);
}

/**
 * Indices of the fixes whose position can be believed: marked A, and within reach of the fixes around them. One
 * wrong digit in a file would otherwise spoil the picture and the figures. At least one for a log with an A fix.
 */
export function plausibleFixes(fixes: Fixes): Uint32Array {
	const kept = new Uint32Array(fixes.length);
	let count = 0;
	/** Where the current run of agreeing fixes begins in `kept`. */
	let runStart = 0;
	let doubted: number[] = [];
	for (let index = 0; index < fixes.length; index++) {
		if (at(fixes.valid, index) === 0) continue;
		if (count === 0 || isReachable(fixes, at(kept, count - 1), index)) {
			kept[count++] = index;
			if (doubted.length > 0) doubted = [];
			continue;
		}
		const previous = doubted.at(-1);
		if (previous !== undefined && !isReachable(fixes, previous, index)) doubted = [];
		doubted.push(index);
		if (doubted.length < RUN) continue;
		if (count - runStart < RUN) count = runStart;
		runStart = count;
		for (const believed of doubted) kept[count++] = believed;
		doubted = [];
	}
	return kept.slice(0, count);
}

function isReachable(fixes: Fixes, from: number, to: number): boolean {
	const seconds = Math.max(0, at(fixes.times, to) - at(fixes.times, from));
	return metresBetween(fixes, from, to) <= SLACK + FASTEST * seconds;
}
