import { metresPerDegree } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { longestSpans } from "../igc-file/airborne-spans";
import type { Flight } from "../igc-file/analyse-flight";
import { momentOf } from "../igc-file/flight-log";
import { trackOf } from "../igc-file/track";
import { heightStep, stepsPerDegree } from "./unpack-flights";

/** A flight as points in time, one array a field; each is `length` long and `times` rise. */
export interface Track {
	readonly length: number;
	/** Whole seconds since 1970. */
	readonly times: Float64Array;
	/** Degrees, north and east positive. */
	readonly latitudes: Float64Array;
	readonly longitudes: Float64Array;
	/** Metres. */
	readonly heights: Float64Array;
}

/** Metres to the north, to the east and upwards. At every second of the log the thinned flight is within this distance. */
const toleranceM = 25;
/**
 * Seconds of flight for each point, so that forty flights of five hours stay below 200 kB. A flight that circles so much that it
 * needs more points gets a wider tolerance.
 */
const secondsPerPoint = 11;
const widening = 1.4;
/** Points that every flight may have: a flight of half an hour may circle all the time. */
const leastPoints = 300;
/** Limits the time for a log in which no straight line ends well. */
const mostLookedAhead = 64;

/** Leaves out every point that a straight line at constant speed between two others replaces within the tolerance. */
export function thinTrack(track: Track): Track {
	const axes = axesOf(track);
	let kept: Uint32Array;
	let tolerance = toleranceM;
	const seconds = at(track.times, track.length - 1) - at(track.times, 0);
	const mostPoints = Math.max(leastPoints, seconds / secondsPerPoint);
	do {
		kept = keptPoints(track.times, axes, tolerance);
		tolerance *= widening;
	} while (kept.length > mostPoints);
	const pick = (values: Float64Array) => Float64Array.from(kept, (index) => at(values, index));
	return {
		length: kept.length,
		times: pick(track.times),
		latitudes: pick(track.latitudes),
		longitudes: pick(track.longitudes),
		heights: pick(track.heights),
	};
}

/** The values along one direction in metres: the exact ones, and those that a pack can hold. */
class Axis {
	readonly packed: Float64Array;
	private slowest = 0;
	private fastest = 0;

	constructor(
		readonly values: Float64Array,
		step: number,
	) {
		this.packed = values.map((value) => Math.round(value / step) * step);
	}

	begin(): void {
		this.slowest = Number.NEGATIVE_INFINITY;
		this.fastest = Number.POSITIVE_INFINITY;
	}

	/** Whether a line to this point passes near enough to all points since the anchor. */
	reaches(anchor: number, index: number, seconds: number): boolean {
		const speed = (at(this.packed, index) - at(this.packed, anchor)) / seconds;
		return speed >= this.slowest && speed <= this.fastest;
	}

	/** Narrows the lines to those that also pass near enough to this point. @returns whether any line is left */
	narrow(anchor: number, index: number, seconds: number, tolerance: number): boolean {
		const away = at(this.values, index) - at(this.packed, anchor);
		this.slowest = Math.max(this.slowest, (away - tolerance) / seconds);
		this.fastest = Math.min(this.fastest, (away + tolerance) / seconds);
		return this.slowest <= this.fastest;
	}
}

interface Axes {
	readonly north: Axis;
	readonly east: Axis;
	readonly up: Axis;
}

function axesOf({ latitudes, longitudes, heights, length }: Track): Axes {
	const middle = at(latitudes, length >> 1);
	const metresPerLongitude = metresPerDegree * Math.cos((middle * Math.PI) / 180);
	const axis = (values: Float64Array, metres: number, step: number) =>
		new Axis(
			values.map((value) => value * metres),
			step * metres,
		);
	return {
		north: axis(latitudes, metresPerDegree, 1 / stepsPerDegree),
		east: axis(longitudes, metresPerLongitude, 1 / stepsPerDegree),
		up: axis(heights, 1, heightStep),
	};
}

function keptPoints(times: Float64Array, axes: Axes, tolerance: number): Uint32Array {
	const { length } = times;
	const kept = new Uint32Array(length);
	let count = length > 0 ? 1 : 0;
	let anchor = 0;
	while (anchor < length - 1) {
		anchor = endOfLine(times, axes, tolerance, anchor);
		kept[count++] = anchor;
	}
	return kept.slice(0, count);
}

/**
 * Finds the end of a line. From the anchor, each further point narrows the speeds along the axes at which a line passes near enough
 * to it. When no speed is left, the line ends at the last point that lay within them.
 */
function endOfLine(
	times: Float64Array,
	{ north, east, up }: Axes,
	tolerance: number,
	anchor: number,
): number {
	let end = anchor + 1;
	for (const axis of [north, east, up]) axis.begin();
	for (let index = anchor + 1; index < times.length && index - end <= mostLookedAhead; index++) {
		const seconds = at(times, index) - at(times, anchor);
		const isReached =
			north.reaches(anchor, index, seconds) &&
			east.reaches(anchor, index, seconds) &&
			up.reaches(anchor, index, seconds);
		if (isReached) end = index;
		const isOpen =
			north.narrow(anchor, index, seconds, tolerance) &&
			east.narrow(anchor, index, seconds, tolerance) &&
			up.narrow(anchor, index, seconds, tolerance);
		if (!isOpen) break;
	}
	return end;
}

/**
 * The track of a day's logs: the longest time in the air of each log, one after the other. When two recorders overlap, the one that
 * began earlier counts. The length is 0 when nothing was flown.
 * @param elevationM elevation of the airfield in metres
 */
export function flownTrack(flights: readonly Flight[], elevationM: number): Track {
	const parts = flights
		.flatMap((flight) =>
			longestSpans(flight.fixes, flight.spans).map((span) => ({
				flight,
				track: trackOf(flight, span, elevationM),
			})),
		)
		.map(({ flight: { log }, track }) => ({
			...track,
			times: track.times.map((time) => Math.round(momentOf(log.date, time) / 1000)),
		}))
		.sort((a, b) => at(a.times, 0) - at(b.times, 0));
	let latest = Number.NEGATIVE_INFINITY;
	const fixes = parts.flatMap((part) => {
		const first = part.times.findIndex((time) => time > latest);
		if (first < 0) return [];
		latest = at(part.times, part.length - 1);
		return [{ part, first }];
	});
	const length = fixes.reduce((sum, { part, first }) => sum + part.length - first, 0);
	const join = (field: "times" | "latitudes" | "longitudes" | "heights") => {
		const joined = new Float64Array(length);
		let end = 0;
		for (const { part, first } of fixes) {
			joined.set(part[field].subarray(first), end);
			end += part.length - first;
		}
		return joined;
	};
	const times = join("times");
	return {
		length: times.length,
		times,
		latitudes: join("latitudes"),
		longitudes: join("longitudes"),
		heights: join("heights"),
	};
}
