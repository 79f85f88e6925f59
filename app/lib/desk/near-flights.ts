import { legBetween, metresPerDegree, type Position, radiansPerDegree } from "~/lib/maps/geodesy";
import type { Trace } from "~db/schema";

/** How far a flight may be from a place in metres, and from a time in seconds, before and after. */
const nearRadius = 5_000;
const nearSpan = 1_800;
/** Seconds between two checks: a glider flies less than a kilometre in them. */
const lookEvery = 10;

interface Approach {
	readonly distanceM: number;
	/** Seconds since the UTC midnight of the log's date. */
	readonly time: number;
}

/**
 * How near a flight came to a place within half an hour of a time; null for more than 5 km. A straight line is assumed between two
 * points of its trace.
 * @param seconds the time, since the UTC midnight of the log's date
 */
export function closestApproach(trace: Trace, place: Position, seconds: number): Approach | null {
	let closest: Approach | null = null;
	let next = firstNotBefore(trace.times, seconds - nearSpan);
	for (let time = seconds - nearSpan; time <= seconds + nearSpan; time += lookEvery) {
		while (next < trace.times.length && (trace.times[next] ?? 0) < time) next += 1;
		const there = positionAt(trace, next, time);
		if (!there) continue;
		const { distanceM } = legBetween("sphere", place, there);
		if (distanceM <= nearRadius && (!closest || distanceM < closest.distanceM)) closest = { distanceM, time };
	}
	return closest;
}

/** Index of the first point that is not before a time, but at least of the second point. The points of a trace are in the order of time. */
function firstNotBefore(times: readonly number[], time: number): number {
	let [low, high] = [1, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? 0) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Seconds between two checks along a leg. */
const lookAlong = 30;

interface AlongLeg {
	/** Seconds since the UTC midnight of the log's date. */
	readonly first: number;
	readonly last: number;
}

/**
 * When a flight was within 5 km of a leg, after a time; null when it never was. It finds who flew along the task, where no position
 * of a missing pilot is known.
 * @param since seconds since the UTC midnight of the log's date
 */
export function timesAlong(trace: Trace, from: Position, to: Position, since: number): AlongLeg | null {
	const { times } = trace;
	const begin = Math.max(since, times[0] ?? 0);
	const end = times.at(-1) ?? 0;
	const seen: number[] = [];
	let next = firstNotBefore(times, begin);
	for (let time = begin; time <= end; time += lookAlong) {
		while (next < times.length && (times[next] ?? 0) < time) next += 1;
		const there = positionAt(trace, next, time);
		if (there && distanceToLeg(there, from, to) <= nearRadius) seen.push(time);
	}
	const [first] = seen;
	return first === undefined ? null : { first, last: seen.at(-1) ?? first };
}

/** Distance in metres, on a plane around the leg. At five kilometres it is off by a few metres. */
function distanceToLeg(place: Position, from: Position, to: Position): number {
	const east = metresPerDegree * Math.cos(((from.latitude + to.latitude) / 2) * radiansPerDegree);
	const [x, y] = [(to.longitude - from.longitude) * east, (to.latitude - from.latitude) * metresPerDegree];
	const [px, py] = [
		(place.longitude - from.longitude) * east,
		(place.latitude - from.latitude) * metresPerDegree,
	];
	const length = x * x + y * y;
	const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / length));
	return Math.hypot(px - share * x, py - share * y);
}

/** @param next index of the first point that is not earlier */
function positionAt({ times, latitudes, longitudes }: Trace, next: number, time: number): Position | null {
	const [from, to] = [times[next - 1], times[next]];
	if (from === undefined || to === undefined || time < from || time > to) return null;
	const share = to === from ? 0 : (time - from) / (to - from);
	const between = (list: readonly number[]) => {
		const [one, other] = [list[next - 1] ?? 0, list[next] ?? 0];
		return one + (other - one) * share;
	};
	return { latitude: between(latitudes), longitude: between(longitudes) };
}
