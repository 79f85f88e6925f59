import { radiansPerDegree } from "~/lib/geodesy/angles";
import { isPlausibleAltitude } from "./altitudes";
import type { Flight } from "./analyse-flight";
import { at } from "./flight-log";
import { longestGaps } from "./flight-picture";
import { longitudeDifference } from "./plausible-fixes";
import { simplifyLine } from "./simplify-line";

/** A flight in as few fixes as its pictures need, each list with one value a fix. Plain data, fit for JSON. */
export interface Trace {
	/** Seconds since the UTC midnight of the log's date. */
	readonly times: readonly number[];
	/** Degrees, to the metre. */
	readonly latitudes: readonly number[];
	readonly longitudes: readonly number[];
	/** Metres, of the altitude that the figures are of. */
	readonly altitudes: readonly number[];
	/** Positions in the lists of fixes that come after a gap. */
	readonly gaps: readonly number[];
}

/** Fixes that the map needs, and those that the barogram needs beside them. */
const mostOnMap = 520;
const mostOnBarogram = 320;
/** Of the longest side of each picture. */
const tolerance = 1 / 2000;

const metresPerDegree = 111_195;

/** Thins a flight so that neither its track nor its barogram changes visibly. */
export function traceOf(flight: Flight): Trace {
	const { fixes, altitudes, takeOff, landing, highest } = flight;
	const positions = flight.positions.filter((index) => isPlausibleAltitude(at(altitudes.metres, index)));
	const gapEnds = longestGaps(fixes, positions);
	const marked = [takeOff, landing, highest].map((index) => (index === null ? -1 : positions.indexOf(index)));
	const fixed = [...[...gapEnds].flatMap((end) => [end - 1, end]), ...marked.filter((one) => one >= 0)];
	const origin = at(positions, 0);
	const cosine = Math.cos(at(fixes.latitudes, origin) * radiansPerDegree);
	const values = (read: (index: number) => number) => Float64Array.from(positions, read);
	const east = values(
		(index) =>
			longitudeDifference(at(fixes.longitudes, origin), at(fixes.longitudes, index)) *
			metresPerDegree *
			cosine,
	);
	const north = values((index) => at(fixes.latitudes, index) * metresPerDegree);
	const times = values((index) => at(fixes.times, index));
	const heights = values((index) => at(altitudes.metres, index));
	const side = Math.max(extentOf(east), extentOf(north), 1);
	// A barogram is about three times as wide as high.
	const stretched = heights.map(
		(height) => (height / Math.max(1, extentOf(heights))) * (extentOf(times) / 3),
	);
	const kept = new Set([
		...simplifyLine(east, north, { maxPoints: mostOnMap, tolerance: side * tolerance, fixed }),
		...simplifyLine(times, stretched, {
			maxPoints: mostOnBarogram,
			tolerance: extentOf(times) * tolerance,
			fixed,
		}),
	]);
	const points = [...kept].sort((a, b) => a - b);
	const list = (read: (index: number) => number) => points.map((point) => read(at(positions, point)));
	return {
		times: list((index) => at(fixes.times, index)),
		latitudes: list((index) => rounded(at(fixes.latitudes, index))),
		longitudes: list((index) => rounded(at(fixes.longitudes, index))),
		altitudes: list((index) => at(altitudes.metres, index)),
		gaps: points.flatMap((point, position) => (gapEnds.has(point) ? [position] : [])),
	};
}

function extentOf(values: Float64Array): number {
	let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of values) {
		least = Math.min(least, value);
		most = Math.max(most, value);
	}
	return values.length === 0 ? 0 : most - least;
}

/** A hundred-thousandth of a degree is about a metre. */
function rounded(degrees: number): number {
	return Math.round(degrees * 100_000) / 100_000;
}

/** Metres a second at each fix, over the half minute around it. */
export function climbsOf({ times, altitudes }: Trace): number[] {
	const first = times[0] ?? 0;
	const last = times.at(-1) ?? 0;
	return times.map((time) => {
		const [from, to] = [Math.max(first, time - climbWindow / 2), Math.min(last, time + climbWindow / 2)];
		return to > from
			? (altitudeAt(times, altitudes, to) - altitudeAt(times, altitudes, from)) / (to - from)
			: 0;
	});
}

/** Seconds: more than a circle takes, so that the climb is that of the thermal, not of its better half. */
const climbWindow = 40;

/** Between fixes the altitude changes evenly. */
function altitudeAt(times: readonly number[], altitudes: readonly number[], time: number): number {
	let [low, high] = [0, times.length - 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? 0) <= time) low = middle;
		else high = middle;
	}
	const [from, to] = [times[low] ?? 0, times[high] ?? 0];
	const [start, end] = [altitudes[low] ?? 0, altitudes[high] ?? 0];
	return to > from ? start + ((end - start) * (time - from)) / (to - from) : end;
}
