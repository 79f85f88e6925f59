import { fixBefore, type Track } from "~/lib/flights/igc-file/track";
import { legBetween, type Position } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import type { FlownTask } from "./flown-task";
import type { Route } from "./follow-task";
import type { TimeSpan } from "./near-misses";

/** The distance of a way along the task. */
export interface FlownDistance {
	readonly distanceM: number;
	/** The fix that scores best, for a flight that does not finish. */
	readonly outAt: number | null;
	/** Fixes that count in the areas. */
	readonly credited: readonly number[];
}

/** @param span from the start to the last fix that counts */
export function raceDistance(flown: FlownTask, route: Route, { from, to }: TimeSpan): FlownDistance {
	const { legs, reduction, task, track } = flown;
	const done = legs.slice(0, route.reached.length).reduce((sum, leg) => sum + leg, 0);
	const last = legs[route.reached.length] ?? 0;
	if (route.finish) return { distanceM: done + last - reduction, outAt: null, credited: [] };
	const next = task.points[route.reached.length + 1];
	flown.budget.spend(track.length);
	if (!next) return { distanceM: done, outAt: null, credited: [] };
	const outAt = nearestFix(
		track,
		flown.squares(route.reached.length + 1),
		fixBefore(track, route.reached.at(-1)?.time ?? from),
		to,
	);
	const rest = legBetween(task.scoring.earth, positionOf(track, outAt), next).distanceM;
	return { distanceM: done + Math.max(0, last - rest), outAt, credited: [] };
}

export function positionOf({ latitudes, longitudes }: Track, index: number): Position {
	return { latitude: at(latitudes, index), longitude: at(longitudes, index) };
}

/** The fix with the least squared distance from one fix on, up to a time. @param squares as in `FlownTask` */
function nearestFix({ times, length }: Track, squares: Float64Array, first: number, to: number): number {
	let nearest = first;
	for (let fix = first; fix < length && at(times, fix) <= to; fix++)
		if (at(squares, fix) < at(squares, nearest)) nearest = fix;
	return nearest;
}
