import { fixBefore, type Track } from "~/lib/flights/igc-file/track";
import {
	destination,
	LocalPlane,
	legBetween,
	type PlanePoint,
	type Position,
	radiansPerDegree,
} from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { longestWays, metresTo, wayTo } from "./best-path";
import { bestPlace, type OutPlace, type Targets, targetsOf } from "./best-place";
import type { FlownTask } from "./flown-task";
import type { Route } from "./follow-task";
import { type Layer, LayerSearch, type PlaneTrack } from "./layer-search";
import { nearestInZone, type TimeSpan } from "./near-misses";
import { promisingFixes } from "./promising-fixes";
import { type FlownDistance, nearestFix, positionOf } from "./race-distance";
import type { StepBudget } from "./step-budget";

/** Finds the longest way through one fix of each area. @param span from the start to the last fix that counts */
export function areaDistance(flown: FlownTask, route: Route, span: TimeSpan): FlownDistance {
	const { points, reduction, track } = flown;
	const { plane, places } = onPlane(flown);
	const to = route.finish ? Math.min(route.finish.time, span.to) : span.to;
	const areas = route.reached.map((_, area) => fixesInArea(flown, route, area, to));
	const [start, end] = [points[0]?.centre, points.at(-1)?.centre];
	if (!start || !end) return { distanceM: 0, outAt: null, credited: [] };
	const begin = project(plane, start);
	const credited = isLastLeg(flown, route)
		? longestHome(places, areas, begin, project(plane, end), flown.budget)
		: [];
	if (route.finish) {
		const way = [start, ...credited.map((fix) => positionOf(track, fix)), end];
		return { distanceM: Math.max(0, lengthOf(way, flown) - reduction), outAt: null, credited };
	}
	const nearest = nearestOnLastLeg(flown, route, span);
	// After the longest way, no fix can score more than the nearest one.
	if (nearest !== null && (credited.at(-1) ?? 0) <= nearest) return outAt(flown, route, credited, nearest);
	return outDistance(flown, route, span, areas);
}

function isLastLeg({ points }: FlownTask, { reached }: Route): boolean {
	return reached.length === points.length - 2;
}

/** The fixes of the longest way from start to finish. */
function longestHome(
	places: PlaneTrack,
	areas: readonly Uint32Array[],
	begin: PlanePoint,
	finish: PlanePoint,
	budget: StepBudget,
): number[] {
	const layers = longestWays(places, promisingFixes(places, areas, begin, finish, budget), begin, budget);
	const last = layers.at(-1);
	let [best, longest] = [0, Number.NEGATIVE_INFINITY];
	last?.fixes.forEach((fix, place) => {
		const length = at(last.lengths, place) + metresTo(places, fix, finish);
		if (length > longest) [best, longest] = [place, length];
	});
	return wayTo(layers, best);
}

/** The fix nearest to the finish after the last area was reached; null on another leg. */
function nearestOnLastLeg(flown: FlownTask, route: Route, { from, to }: TimeSpan): number | null {
	if (!isLastLeg(flown, route)) return null;
	flown.budget.spend(flown.track.length);
	return nearestFix(
		flown.track,
		flown.squares(flown.points.length - 1),
		fixBefore(flown.track, route.reached.at(-1)?.time ?? from),
		to,
	);
}

/** Steps that the nearest place of an area takes. */
const stepsOfTarget = 8;

/** Through the credited fixes towards the nearest place of the next area, or to the finish point. */
function outDistance(
	flown: FlownTask,
	route: Route,
	span: TimeSpan,
	areas: readonly Uint32Array[],
): FlownDistance {
	const { track, budget } = flown;
	const { plane, places } = onPlane(flown);
	const next = flown.points[route.reached.length + 1];
	const start = flown.points[0];
	if (!next || !start) return { distanceM: 0, outAt: null, credited: [] };
	const centre = project(plane, next.centre);
	const begin = project(plane, start.centre);
	const reached = Math.max(fixBefore(track, route.reached.at(-1)?.time ?? span.from), areas.at(-1)?.[0] ?? 0);
	const end = Math.max(reached, fixBefore(track, span.to));
	const isHome = isLastLeg(flown, route);
	budget.spend((end - reached + 1) * stepsOfTarget);
	const targets = targetsOf(places, reached, end, (east, north) =>
		isHome ? centre : nearestOnPlane(next, centre, east, north),
	);
	const layers = longestWays(places, promisingFixes(places, areas, begin, targets, budget), begin, budget);
	const last = layers.at(-1);
	const tried = last ? triedThrough(places, last, targets, budget) : triedFrom(begin, targets);
	const first = Math.max(reached, last ? at(last.fixes, 0) : 0);
	const { fix, from } = bestPlace(first, end, targets, tried, budget);
	return outAt(flown, route, last ? wayTo(layers, from) : [], fix);
}

/** Tries the fixes of a flight that reached no area. */
function triedFrom(begin: PlanePoint, targets: Targets): (fix: number) => OutPlace {
	return (fix) => {
		const toTarget = metresTo(targets, fix, begin);
		return { fix, from: 0, metres: Math.max(0, toTarget - at(targets.rest, fix)), toTarget };
	};
}

/** Tries the fixes after the longest way over a place of the last area. */
function triedThrough(
	places: PlaneTrack,
	last: Layer,
	targets: Targets,
	budget: StepBudget,
): (fix: number) => OutPlace {
	const search = new LayerSearch(places, last, budget);
	const longest = longestSoFar(last);
	let farthest = 0;
	return (fix) => {
		const target = { east: at(targets.east, fix), north: at(targets.north, fix) };
		const hint = at(last.fixes, farthest) <= fix ? farthest : 0;
		farthest = search.longestTo(target.east, target.north, fix, hint);
		const toTarget = at(last.lengths, farthest) + metresTo(places, at(last.fixes, farthest), target);
		const metres = toTarget - at(targets.rest, fix);
		// A leg is never below 0. Then the place counts to which the way alone is longest.
		const reached = longest(fix);
		return at(last.lengths, reached) > metres
			? { fix, from: reached, metres: at(last.lengths, reached), toTarget }
			: { fix, from: farthest, metres, toTarget };
	};
}

/** The distance of a flight that ends at a fix, measured on the task's model of the earth. */
function outAt(flown: FlownTask, route: Route, credited: readonly number[], fix: number): FlownDistance {
	const { track, task, points } = flown;
	const [start, next] = [points[0], points[route.reached.length + 1]];
	if (!start || !next) return { distanceM: 0, outAt: null, credited: [] };
	const way = [start.centre, ...credited.map((each) => positionOf(track, each))];
	const position = positionOf(track, fix);
	const target = isLastLeg(flown, route) ? next.centre : nearestPosition(next, position);
	const leg = legBetween(task.scoring.earth, way.at(-1) ?? start.centre, target).distanceM;
	const rest = legBetween(task.scoring.earth, position, target).distanceM;
	return { distanceM: lengthOf(way, flown) + Math.max(0, leg - rest), outAt: fix, credited };
}

/** Returns a function that finds, for a fix, the place of a layer that is no later and to which the way is longest. */
function longestSoFar({ fixes, lengths }: Layer): (latest: number) => number {
	const longest = new Uint32Array(fixes.length);
	for (let place = 1; place < fixes.length; place++) {
		const before = at(longest, place - 1);
		longest[place] = at(lengths, place) > at(lengths, before) ? place : before;
	}
	return (latest) => {
		let [low, high] = [0, fixes.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (at(fixes, middle) <= latest) low = middle;
			else high = middle - 1;
		}
		return at(longest, low);
	};
}

interface FlatTrack {
	readonly plane: LocalPlane;
	readonly places: PlaneTrack;
}

/** A track is put on the plane once, for all its starts. */
const flatTracks = new WeakMap<FlownTask, FlatTrack>();

function onPlane(flown: FlownTask): FlatTrack {
	const known = flatTracks.get(flown);
	if (known) return known;
	const { length, latitudes, longitudes } = flown.track;
	flown.budget.spend(length);
	const plane = new LocalPlane(middleOf(flown.task.points));
	const [east, north] = [new Float64Array(length), new Float64Array(length)];
	for (let fix = 0; fix < length; fix++) {
		const place = plane.project(latitudes[fix] ?? 0, longitudes[fix] ?? 0);
		east[fix] = place.east;
		north[fix] = place.north;
	}
	const flat = { plane, places: { east, north } };
	flatTracks.set(flown, flat);
	return flat;
}

function nearestOnPlane(
	placed: FlownTask["points"][number],
	centre: PlanePoint,
	east: number,
	north: number,
): PlanePoint {
	const nearest = nearestInZone(placed, { east: east - centre.east, north: north - centre.north });
	return { east: centre.east + nearest.east, north: centre.north + nearest.north };
}

function nearestPosition(placed: FlownTask["points"][number], position: Position): Position {
	const nearest = nearestInZone(placed, project(new LocalPlane(placed.centre), position));
	const bearingDeg = Math.atan2(nearest.east, nearest.north) / radiansPerDegree;
	return destination("wgs84", placed.centre, bearingDeg, Math.hypot(nearest.east, nearest.north));
}

function lengthOf(way: readonly Position[], { task }: FlownTask): number {
	return way
		.slice(1)
		.reduce((sum, to, index) => sum + legBetween(task.scoring.earth, way[index] ?? to, to).distanceM, 0);
}

function project(plane: LocalPlane, { latitude, longitude }: Position): PlanePoint {
	return plane.project(latitude, longitude);
}

function middleOf(points: readonly Position[]): Position {
	const mean = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
	return {
		latitude: mean(points.map(({ latitude }) => latitude)),
		longitude: mean(points.map(({ longitude }) => longitude)),
	};
}

/** Fixes inside an area from the time at which it counts as reached. For a passage between two fixes, the nearer of them. */
function fixesInArea(
	{ passages, track, budget }: FlownTask,
	route: Route,
	area: number,
	to: number,
): Uint32Array {
	const reached = route.reached[area];
	if (!reached) return new Uint32Array();
	if (reached.missedM > 0) return Uint32Array.of(nearerFix(track, reached.time));
	const fixes: number[] = [];
	const add = (fix: number) => {
		if (fix !== fixes.at(-1)) fixes.push(fix);
	};
	budget.spend(track.length + (passages[area + 1]?.length ?? 0));
	for (const { enter, exit } of passages[area + 1] ?? []) {
		if (exit < reached.time || enter > to) continue;
		const [from, until] = [Math.max(enter, reached.time), Math.min(exit, to)];
		const before = fixes.length;
		for (let fix = fixBefore(track, from); fix < track.length; fix++) {
			const time = track.times[fix] ?? 0;
			if (time > until) break;
			if (time >= from) add(fix);
		}
		if (fixes.length === before) add(nearerFix(track, (enter + exit) / 2));
	}
	return Uint32Array.from(fixes);
}

function nearerFix(track: Track, time: number): number {
	const before = fixBefore(track, time);
	const [next, { times }] = [before + 1, track];
	return next < track.length && at(times, next) - time <= time - at(times, before) ? next : before;
}
