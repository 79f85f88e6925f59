import { legBetween, type Position } from "~/lib/maps/geodesy";
import type { Trace } from "~db/schema";

/** Metres, and seconds before and after. */
const nearRadius = 5_000;
const nearSpan = 1_800;
/** Seconds between two looks: a glider flies less than a kilometre in them. */
const lookEvery = 10;

export interface Approach {
	readonly distanceM: number;
	/** Seconds since the UTC midnight of the log's date. */
	readonly time: number;
}

/**
 * How near a flight came to a place within half an hour of a time; null for 5 km and more. Between two points of its trace a glider flies
 * straight on.
 * @param seconds the time, since the UTC midnight of the log's date
 */
export function closestApproach(trace: Trace, place: Position, seconds: number): Approach | null {
	let closest: Approach | null = null;
	let next = 1;
	for (let time = seconds - nearSpan; time <= seconds + nearSpan; time += lookEvery) {
		while (next < trace.times.length && (trace.times[next] ?? 0) < time) next += 1;
		const there = positionAt(trace, next, time);
		if (!there) continue;
		const { distanceM } = legBetween("sphere", place, there);
		if (distanceM <= nearRadius && (!closest || distanceM < closest.distanceM)) closest = { distanceM, time };
	}
	return closest;
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
