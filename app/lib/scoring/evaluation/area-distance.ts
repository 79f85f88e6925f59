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
import { zoneReach } from "~/lib/tasks/zones";
import type { FlownTask } from "./flown-task";
import type { Route } from "./follow-task";
import { type Ends, longestWay, type PlaneTrack, placesAt } from "./longest-way";
import { nearestInZone, type TimeSpan } from "./near-misses";
import { type FlownDistance, positionOf } from "./race-distance";

/** Finds the longest way through one fix of each area. @param span from the start to the last fix that counts */
export function areaDistance(flown: FlownTask, route: Route, span: TimeSpan): FlownDistance {
	const { points, reduction, track, budget } = flown;
	const { plane, places } = onPlane(flown);
	const [start, end] = [points[0], points.at(-1)];
	if (!start || !end) return { distanceM: 0, outAt: null, credited: [] };
	const to = route.finish ? Math.min(route.finish.time, span.to) : span.to;
	const areas = route.reached.map((_, area) => fixesInArea(flown, route, area, to));
	const ends = route.finish
		? finishAt(project(plane, end.centre), track.length)
		: endsOf(flown, route, span, areas.at(-1)?.[0] ?? 0);
	const course = { track: places, begin: project(plane, start.centre), ends, most: mostFrom(flown), budget };
	const way = longestWay(course, areas);
	const credited = way.slice(0, -1);
	if (!route.finish) return outAt(flown, route, credited, way.at(-1) ?? 0);
	const whole = [start.centre, ...credited.map((fix) => positionOf(track, fix)), end.centre];
	return { distanceM: Math.max(0, lengthOf(whole, flown) - reduction), outAt: null, credited };
}

/** Metres from the first area on, at most. */
function mostFrom({ legs, points }: FlownTask): number {
	const sum = (metres: readonly number[]) => metres.reduce((all, one) => all + one, 0);
	return sum(legs.slice(1)) + 2 * sum(points.slice(1).map(({ zone }) => zoneReach(zone)));
}

function finishAt({ east, north }: PlanePoint, fix: number): Ends {
	const [fixes, rest] = [Int32Array.of(fix), Float64Array.of(0)];
	return { fixes, east: Float64Array.of(east), north: Float64Array.of(north), rest };
}

/** Steps that the nearest place of an area takes. */
const stepsOfTarget = 8;

/** The fixes of a flight that does not finish: each ends a way towards the nearest place of the next area, or to the finish point. */
function endsOf(flown: FlownTask, route: Route, { from, to }: TimeSpan, earliest: number): Ends {
	const { track, points, budget } = flown;
	const { plane, places } = onPlane(flown);
	const first = Math.max(fixBefore(track, route.reached.at(-1)?.time ?? from), earliest);
	const count = Math.max(first, fixBefore(track, to)) - first + 1;
	const fixes = new Int32Array(count).map((_, index) => first + index);
	budget.spend(fixes.length * stepsOfTarget);
	const ends = { ...placesAt(places, fixes), rest: new Float64Array(fixes.length) };
	const next = points[route.reached.length + 1];
	if (!next) return ends;
	const centre = project(plane, next.centre);
	const isHome = isLastLeg(flown, route);
	for (let end = 0; end < fixes.length; end++) {
		const [east, north] = [at(ends.east, end), at(ends.north, end)];
		const target = isHome ? centre : nearestOnPlane(next, centre, east, north);
		[ends.east[end], ends.north[end]] = [target.east, target.north];
		ends.rest[end] = Math.sqrt((east - target.east) ** 2 + (north - target.north) ** 2);
	}
	return ends;
}

function isLastLeg({ points }: FlownTask, { reached }: Route): boolean {
	return reached.length === points.length - 2;
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
): Int32Array {
	const reached = route.reached[area];
	if (!reached) return new Int32Array();
	if (reached.missedM > 0) return Int32Array.of(nearerFix(track, reached.time));
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
	return Int32Array.from(fixes);
}

function nearerFix(track: Track, time: number): number {
	const before = fixBefore(track, time);
	const [next, { times }] = [before + 1, track];
	return next < track.length && at(times, next) - time <= time - at(times, before) ? next : before;
}
