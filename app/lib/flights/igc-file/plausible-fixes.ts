import { at } from "~/lib/numbers";
import type { Fixes } from "./flight-log";

/** Metres. */
const earthRadius = 6_371_000;
const radiansPerDegree = Math.PI / 180;
/** Metres a second. No glider is faster over ground. */
const fastest = 150;
/** Error of a position in metres. */
const slack = 500;
/** Doubted fixes are believed when this many in a row agree with each other. */
const believedRun = 5;

/** Difference in degrees, the short way round. */
export function longitudeDifference(from: number, to: number): number {
	return ((to - from + 540) % 360) - 180;
}

/** Distance by the flat-earth formula, which is exact enough between neighbouring fixes. */
export function metresBetween(
	fixes: Pick<Fixes, "latitudes" | "longitudes">,
	from: number,
	to: number,
): number {
	const latitude = at(fixes.latitudes, from);
	const otherLatitude = at(fixes.latitudes, to);
	const north = (otherLatitude - latitude) * radiansPerDegree;
	const east =
		longitudeDifference(at(fixes.longitudes, from), at(fixes.longitudes, to)) *
		radiansPerDegree *
		Math.cos(((latitude + otherLatitude) / 2) * radiansPerDegree);
	return earthRadius * Math.sqrt(north * north + east * east);
}

/**
 * Indices of the fixes marked A that a glider could reach from the fixes around them. One wrong digit in a file would
 * otherwise spoil the picture and the figures. A log with an A fix keeps at least one.
 */
export function plausibleFixes(fixes: Fixes): Uint32Array {
	const believed = new Uint32Array(fixes.length);
	let count = 0;
	/** Start of the current run of agreeing fixes in `believed`. */
	let runStart = 0;
	let doubted: number[] = [];
	for (let index = 0; index < fixes.length; index++) {
		if (fixes.valid[index] === 0) continue;
		if (count === 0 || isReachable(fixes, at(believed, count - 1), index)) {
			believed[count++] = index;
			if (doubted.length > 0) doubted = [];
			continue;
		}
		const previous = doubted.at(-1);
		if (previous !== undefined && !isReachable(fixes, previous, index)) doubted = [];
		doubted.push(index);
		if (doubted.length < believedRun) continue;
		if (count - runStart < believedRun) count = runStart;
		runStart = count;
		for (const trusted of doubted) believed[count++] = trusted;
		doubted = [];
	}
	return believed.slice(0, count);
}

function isReachable(fixes: Fixes, from: number, to: number): boolean {
	const seconds = Math.max(0, at(fixes.times, to) - at(fixes.times, from));
	return metresBetween(fixes, from, to) <= slack + fastest * seconds;
}

/** Metres a second: slower ones show no direction. */
const leastStraight = 8;
/** Share of the way by which a straight flight may miss the place where it was expected, and metres beside it. */
const straightError = { share: 0.3, metres: 10 };

/**
 * Whether the way from the second to the third of four fixes is that of one step of the flight around it, whatever their times say:
 * as long, and in the same direction.
 */
export function goesStraightOn(fixes: Fixes, [first, second, third, fourth]: Uint32Array): boolean {
	if (first === undefined || second === undefined || third === undefined || fourth === undefined)
		return false;
	const wayOf = (from: number, to: number) => {
		const latitude = at(fixes.latitudes, from);
		const narrowing = Math.cos(latitude * radiansPerDegree);
		return {
			north: (at(fixes.latitudes, to) - latitude) * radiansPerDegree * earthRadius,
			east:
				longitudeDifference(at(fixes.longitudes, from), at(fixes.longitudes, to)) *
				radiansPerDegree *
				narrowing *
				earthRadius,
			seconds: at(fixes.times, to) - at(fixes.times, from),
		};
	};
	const [before, between, after] = [wayOf(first, second), wayOf(second, third), wayOf(third, fourth)];
	const isFast = [before, after].every(
		({ north, east, seconds }) => Math.hypot(north, east) >= leastStraight * Math.max(1, seconds),
	);
	const expected = { north: (before.north + after.north) / 2, east: (before.east + after.east) / 2 };
	const error = Math.hypot(between.north - expected.north, between.east - expected.east);
	const allowed = straightError.metres + straightError.share * Math.hypot(expected.north, expected.east);
	return isFast && error <= allowed;
}
