import type { FlownTask } from "./flown-task";
import type { TimeSpan } from "./near-misses";
import { firstFrom } from "./zone-passages";

/** Times are in the unit of the track. */
interface ReachedPoint {
	readonly time: number;
	/** Metres; 0 when it was reached. */
	readonly missedM: number;
	/** As in `Passage`. */
	readonly gapS: number;
}

interface Finish {
	readonly time: number;
	readonly gapS: number;
	/** Whether the flight landed on the contest site without crossing. */
	readonly landed: boolean;
}

/** The way of a flight along the task: the points that it reached in order, and its finish. */
export interface Route {
	/** Turn points or areas up to the first that was not reached. */
	readonly reached: readonly ReachedPoint[];
	readonly finish: Finish | null;
}

/** Seconds after the stop at which a flight that lands on the contest site without crossing finishes (Annex A 2025, 7.8.3b). */
const landedSeconds = 300;
/** Ways with missed points that are compared; nobody misses so many. */
const mostRoutes = 16;

/** Returns the way by the points that were reached. */
export function plainRoute(flown: FlownTask, span: TimeSpan): Route {
	const [plain] = follow(flown, span, 1, [], false);
	return plain ?? { reached: [], finish: null };
}

/**
 * The way by the points that were reached, and when it does not lead home, the ways by points that were missed by less
 * than 500 m.
 */
export function routesOf(flown: FlownTask, span: TimeSpan): Route[] {
	const plain = plainRoute(flown, span);
	const routes = [plain];
	if (plain.finish) return routes;
	for (const route of follow(flown, span, 1, [], true)) {
		if (routes.length === mostRoutes) break;
		routes.push(route);
	}
	return routes;
}

function* follow(
	flown: FlownTask,
	span: TimeSpan,
	point: number,
	reached: readonly ReachedPoint[],
	misses: boolean,
): Generator<Route> {
	if (point === flown.points.length - 1) {
		yield { reached, finish: finishOf(flown, span) };
		return;
	}
	for (const place of nextPlaces(flown, span, point, misses)) {
		if (place) yield* follow(flown, { ...span, from: place.time }, point + 1, [...reached, place], misses);
		else yield { reached, finish: null };
	}
}

/** Null stands for the end of the way. */
function nextPlaces(
	flown: FlownTask,
	{ from, to }: TimeSpan,
	point: number,
	misses: boolean,
): (ReachedPoint | null)[] {
	const entered = firstFrom(flown.passages[point] ?? [], from);
	const time = entered && Math.max(entered.enter, from);
	const proper =
		entered && time !== undefined && time <= to ? { time, missedM: 0, gapS: entered.gapS } : null;
	if (!misses) return [proper];
	const until = proper ? proper.time : to;
	const missesOfPoint = flown.misses(point);
	flown.budget.spend(missesOfPoint.length);
	const missed = missesOfPoint.find((miss) => miss.time >= from && miss.time <= until);
	return missed ? [proper, { time: missed.time, missedM: missed.missedM, gapS: 0 }] : [proper];
}

function finishOf({ passages, track, landedM }: FlownTask, { from, to }: TimeSpan): Finish | null {
	const crossed = firstFrom(passages.at(-1) ?? [], from);
	if (crossed && Math.max(crossed.enter, from) <= to)
		return { time: Math.round(Math.max(crossed.enter, from)), gapS: crossed.gapS, landed: false };
	const { landing } = track;
	if (landing === null || landing < from || landing > to || landedM !== 0) return null;
	return { time: Math.round(landing) + landedSeconds, gapS: 0, landed: true };
}
