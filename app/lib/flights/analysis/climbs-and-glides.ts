import type { Track } from "~/lib/flights/igc-file/track";
import { eccentricitySquared, equatorialRadius, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { gapSeconds } from "../igc-file/flight-log";

/** A stretch of a flight. A gap is a time without fixes. */
export interface FlightPhase {
	readonly kind: "climb" | "attempt" | "glide" | "gap";
	/** Indices of the first and the last fix of the track. */
	readonly first: number;
	readonly last: number;
}

/** How a track moves at each fix, measured over the seconds before it. */
export interface Motion {
	/** The fix at which the window of each fix begins. */
	readonly begins: Int32Array;
	/** Course over ground in degrees, and speed in metres a second; NaN where they are not known. */
	readonly courses: Float64Array;
	readonly speeds: Float64Array;
	/** Degrees turned since the previous fix; right is positive. */
	readonly turned: Float64Array;
	/** Metres along the track from its first fix. */
	readonly lengths: Float64Array;
}

/** Length in seconds of the window over which a course is measured. */
const windowSeconds = 4;
/** Degrees a second: faster turns are errors of the recorder. */
const fastestTurn = 50;
/** Share by which one second changes the smoothed rate of turn. */
const smoothing = 0.3;
/** Turning this many degrees a second, for this many seconds, is circling. */
const circlingRate = 4;
const circlingSeconds = 20;
/** Seconds of straight flight that a turn to the other side may take. */
const rollSeconds = 8;
/** Seconds. A shorter glide between two times of circling belongs to them. */
const shortestGlide = 30;
/** Seconds between fixes. With longer intervals nobody can say who circles. */
const sparseSeconds = 10;
/** Metres. A stretch of circling that gains more is a climb. */
const leastGain = 30;

export function motionOf(track: Track): Motion {
	const { length, times } = track;
	const east = new Float64Array(length);
	const north = new Float64Array(length);
	const lengths = new Float64Array(length);
	for (let fix = 1; fix < length; fix++) {
		const step = stepTo(track, fix);
		east[fix] = at(east, fix - 1) + step.east;
		north[fix] = at(north, fix - 1) + step.north;
		lengths[fix] = at(lengths, fix - 1) + Math.hypot(step.east, step.north);
	}
	const begins = new Int32Array(length);
	const courses = new Float64Array(length).fill(Number.NaN);
	const speeds = new Float64Array(length).fill(Number.NaN);
	const turned = new Float64Array(length);
	let begin = 0;
	for (let fix = 1; fix < length; fix++) {
		const isAfterGap = at(times, fix) - at(times, fix - 1) > gapSeconds;
		if (isAfterGap) begin = fix;
		while (begin + 1 < fix && at(times, fix) - at(times, begin + 1) >= windowSeconds) begin++;
		begins[fix] = begin;
		const seconds = at(times, fix) - at(times, begin);
		if (seconds < windowSeconds) continue;
		const [across, upwards] = [at(east, fix) - at(east, begin), at(north, fix) - at(north, begin)];
		courses[fix] = Math.atan2(across, upwards) / radiansPerDegree;
		speeds[fix] = Math.hypot(across, upwards) / seconds;
		const difference = at(courses, fix) - at(courses, fix - 1);
		turned[fix] = Number.isNaN(difference) ? 0 : shortWayRound(difference);
	}
	return { begins, courses, speeds, turned, lengths };
}

/** Metres from the previous fix, on the ellipsoid. */
function stepTo({ latitudes, longitudes }: Track, fix: number) {
	const [from, to] = [at(latitudes, fix - 1), at(latitudes, fix)];
	const latitude = ((from + to) / 2) * radiansPerDegree;
	const shrunk = 1 - eccentricitySquared * Math.sin(latitude) ** 2;
	const across = equatorialRadius / Math.sqrt(shrunk);
	const along = (across * (1 - eccentricitySquared)) / shrunk;
	const degrees = shortWayRound(at(longitudes, fix) - at(longitudes, fix - 1));
	return {
		east: across * Math.cos(latitude) * degrees * radiansPerDegree,
		north: along * (to - from) * radiansPerDegree,
	};
}

/** Divides a track, from its first fix to its last one. */
export function phasesOf(track: Track, motion: Motion): FlightPhase[] {
	const phases: FlightPhase[] = [];
	let done = 0;
	const addGlides = (until: number) => {
		for (let fix = done + 1; fix <= until; fix++) {
			if (secondsBetween(track, fix - 1, fix) <= gapSeconds) continue;
			if (fix - 1 > done) phases.push({ kind: "glide", first: done, last: fix - 1 });
			phases.push({ kind: "gap", first: fix - 1, last: fix });
			done = fix;
		}
		if (until > done) phases.push({ kind: "glide", first: done, last: until });
		done = until;
	};
	for (const circling of circlingPhases(track, motion)) {
		addGlides(circling.first);
		phases.push(circling);
		done = circling.last;
	}
	addGlides(track.length - 1);
	return phases;
}

/** The climbs and attempts of a track, in order. */
export function circlingPhases(track: Track, motion: Motion): FlightPhase[] {
	return joined(track, circlingOf(track, motion)).map(({ first, last }) => {
		const gain = at(track.heights, last) - at(track.heights, first);
		return { kind: gain > leastGain ? "climb" : "attempt", first, last };
	});
}

interface Stretch {
	readonly first: number;
	readonly last: number;
}

function secondsBetween({ times }: Track, from: number, to: number): number {
	return at(times, to) - at(times, from);
}

/** Times of circling between straight flight, in order and without overlap. */
function circlingOf(track: Track, { begins, turned }: Motion): Stretch[] {
	const found: Stretch[] = [];
	let since: number | null = null;
	let lastTurning = 0;
	let rate = 0;
	const finish = () => {
		if (since !== null && secondsBetween(track, since, lastTurning) >= circlingSeconds)
			found.push({ first: Math.max(since, found.at(-1)?.last ?? 0), last: lastTurning });
		since = null;
	};
	for (let fix = 1; fix < track.length; fix++) {
		const seconds = secondsBetween(track, fix - 1, fix);
		if (seconds > gapSeconds) {
			finish();
			rate = 0;
			continue;
		}
		const measured = Math.max(-fastestTurn, Math.min(fastestTurn, at(turned, fix) / seconds));
		rate += (measured - rate) * (1 - (1 - smoothing) ** seconds);
		// The smoothed rate stays high for some seconds after the turn.
		if (Math.abs(rate) >= circlingRate && (since === null || Math.abs(measured) >= circlingRate)) {
			since ??= at(begins, fix);
			lastTurning = Math.max(since, at(begins, fix));
		} else if (since !== null && secondsBetween(track, lastTurning, at(begins, fix)) > rollSeconds) finish();
	}
	finish();
	return found;
}

/** Joins the times of circling between which nobody glides for long. */
function joined(track: Track, stretches: readonly Stretch[]): Stretch[] {
	const kept: Stretch[] = [];
	for (const stretch of stretches) {
		const before = kept.at(-1);
		const isClose =
			before &&
			secondsBetween(track, before.last, stretch.first) < shortestGlide &&
			!hasGap(track, before, stretch);
		if (before && isClose) kept[kept.length - 1] = { first: before.first, last: stretch.last };
		else kept.push(stretch);
	}
	return kept;
}

function hasGap(track: Track, before: Stretch, after: Stretch): boolean {
	for (let fix = before.last + 1; fix <= after.first; fix++)
		if (secondsBetween(track, fix - 1, fix) > gapSeconds) return true;
	return false;
}

/** Whether the median of the seconds between neighbouring fixes is so long that nobody can say who circles. */
export function isSparse({ times, length }: Track): boolean {
	const intervals = new Float64Array(Math.max(0, length - 1));
	for (let fix = 1; fix < length; fix++) intervals[fix - 1] = at(times, fix) - at(times, fix - 1);
	intervals.sort();
	return (intervals[intervals.length >> 1] ?? 0) > sparseSeconds;
}
