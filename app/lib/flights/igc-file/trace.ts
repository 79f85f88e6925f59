import type { Position } from "~/lib/maps/geodesy";
import { metresPerDegree, radiansPerDegree } from "~/lib/maps/geodesy";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { at, roundTo } from "~/lib/numbers";
import type { Trace } from "~db/schema";
import type { Flight } from "./analyse-flight";
import { type Fixes, gapSeconds, isPlausibleAltitude } from "./flight-log";
import { longitudeDifference } from "./plausible-fixes";

/** Most fixes for the map, and further ones for the barogram. */
const mostOnMap = 520;
const mostOnBarogram = 320;
/** Tolerance as a share of the longest side of each picture. */
const tolerance = 1 / 2000;

/** Thins a flight so that neither its track nor its barogram changes visibly. */
export function traceOf(flight: Flight): Trace {
	const { fixes, altitudes } = flight;
	const positions = drawnPositions(flight);
	const gapEnds = longestGaps(fixes, positions);
	const positionOf = (index: number | null) => (index === null ? -1 : positions.indexOf(index));
	const marks = {
		takeOff: positionOf(flight.takeOff),
		landing: positionOf(flight.landing),
		highest: positionOf(flight.highest),
	};
	const fixed = [...[...gapEnds].flatMap((end) => [end - 1, end]), ...Object.values(marks)];
	const points = keptPoints(
		flight,
		positions,
		fixed.filter((point) => point >= 0),
	);
	const list = (read: (index: number) => number) => points.map((point) => read(at(positions, point)));
	const kept = (point: number) => (point < 0 ? null : points.indexOf(point));
	return {
		times: list((index) => at(fixes.times, index)),
		latitudes: list((index) => roundTo(5, at(fixes.latitudes, index))),
		longitudes: list((index) => roundTo(5, at(fixes.longitudes, index))),
		altitudes: list((index) => at(altitudes.metres, index)),
		kind: altitudes.kind,
		gaps: points.flatMap((point, position) => (gapEnds.has(point) ? [position] : [])),
		marks: { takeOff: kept(marks.takeOff), landing: kept(marks.landing), highest: kept(marks.highest) },
	};
}

/** Only the longest gaps are drawn as gaps. */
const mostGaps = 40;

/** Positions in `indices` of the fixes after the longest gaps. */
function longestGaps(fixes: Fixes, indices: Uint32Array): Set<number> {
	const gaps: { end: number; seconds: number }[] = [];
	for (let position = 1; position < indices.length; position++) {
		const seconds = at(fixes.times, at(indices, position)) - at(fixes.times, at(indices, position - 1));
		if (seconds > gapSeconds) gaps.push({ end: position, seconds });
	}
	gaps.sort((a, b) => b.seconds - a.seconds);
	return new Set(gaps.slice(0, mostGaps).map((gap) => gap.end));
}

/** Fixes with a believable position and altitude. When no altitude is believable, all fixes with a believable position. */
function drawnPositions({ positions, altitudes }: Flight): Uint32Array {
	const believable = positions.filter((index) => isPlausibleAltitude(at(altitudes.metres, index)));
	return believable.length > 0 ? believable : positions;
}

/** @returns ascending indices of `positions` */
function keptPoints(
	{ fixes, altitudes }: Flight,
	positions: Uint32Array,
	fixed: readonly number[],
): number[] {
	const origin = at(positions, 0);
	const cosine = Math.cos(at(fixes.latitudes, origin) * radiansPerDegree);
	const values = (read: (index: number) => number) => {
		const list = new Float64Array(positions.length);
		for (let place = 0; place < list.length; place++) list[place] = read(positions[place] ?? 0);
		return list;
	};
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
	const duration = extentOf(times);
	// A barogram is about three times as wide as high.
	const stretch = duration / 3 / Math.max(1, extentOf(heights));
	const onBarogram = heights.map((height) => height * stretch);
	const kept = new Set([
		...simplifyLine(east, north, { maxPoints: mostOnMap, tolerance: side * tolerance, fixed }),
		...simplifyLine(times, onBarogram, {
			maxPoints: mostOnBarogram,
			tolerance: duration * tolerance,
			fixed,
		}),
	]);
	return [...kept].sort((a, b) => a - b);
}

function extentOf(values: Float64Array): number {
	let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of values) {
		least = Math.min(least, value);
		most = Math.max(most, value);
	}
	return values.length === 0 ? 0 : most - least;
}

/** Climb in metres a second at each fix, over the seconds around it. */
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

/** Seconds. It is longer than a circle takes, so that the climb is that of the thermal, not of its better half. */
const climbWindow = 40;

/** Altitude at a time, interpolated between two fixes. */
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

export function positionsOfTrace({ latitudes, longitudes }: Trace): Position[] {
	return latitudes.map((latitude, fix) => ({ latitude, longitude: longitudes[fix] ?? 0 }));
}
