import { at } from "~/lib/flight-log/flight-log";
import { radiansPerDegree } from "~/lib/geodesy/angles";
import { destination, legBetween } from "~/lib/geodesy/earth";
import { LocalPlane, type PlanePoint } from "~/lib/geodesy/local-plane";
import type { Position } from "~/lib/geodesy/position";
import { longestWays, metresTo, wayTo } from "./best-path";
import type { FlownTask } from "./flown-task";
import type { Course } from "./follow-task";
import { type Layer, LayerSearch, type PlaneTrack } from "./layer-search";
import type { TimeSpan } from "./near-misses";
import { nearestInZone } from "./nearest-in-zone";
import { promisingFixes } from "./promising-fixes";
import { type FlownDistance, positionOf } from "./race-distance";
import { fixBefore } from "./track";

/** The longest way through one fix of each area. @param span from the start to the last fix that counts */
export function areaDistance(flown: FlownTask, course: Course, span: TimeSpan): FlownDistance {
	const { points, reduction, track } = flown;
	const { plane, places } = onPlane(flown);
	const to = course.finish ? Math.min(course.finish.time, span.to) : span.to;
	const areas = course.reached.map((_, area) => fixesInArea(flown, course, area, to));
	const [start, end] = [points[0]?.centre, points.at(-1)?.centre];
	if (!start || !end) return { distanceM: 0, outAt: null, credited: [] };
	const begin = project(plane, start);
	if (!course.finish)
		return outDistance(flown, course, span, plane, places, longestWays(places, areas, begin));
	const finish = project(plane, end);
	const layers = longestWays(places, promisingFixes(places, areas, begin, finish), begin);
	const last = layers.at(-1);
	let [best, longest] = [0, Number.NEGATIVE_INFINITY];
	last?.fixes.forEach((fix, place) => {
		const length = at(last.lengths, place) + metresTo(places, fix, finish);
		if (length > longest) [best, longest] = [place, length];
	});
	const credited = wayTo(layers, best);
	const way = [start, ...credited.map((fix) => positionOf(track, fix)), end];
	return { distanceM: Math.max(0, lengthOf(way, flown) - reduction), outAt: null, credited };
}

interface OutPlace {
	readonly fix: number;
	/** Place in the last layer. */
	readonly from: number;
	readonly metres: number;
}

/** Through the credited fixes towards the nearest place of the next area, or to the finish point. */
function outDistance(
	flown: FlownTask,
	course: Course,
	span: TimeSpan,
	plane: LocalPlane,
	places: PlaneTrack,
	layers: readonly Layer[],
): FlownDistance {
	const { track, task } = flown;
	const next = flown.points[course.reached.length + 1];
	const start = flown.points[0];
	if (!next || !start) return { distanceM: 0, outAt: null, credited: [] };
	const isLastLeg = course.reached.length === flown.points.length - 2;
	const centre = project(plane, next.centre);
	const begin = project(plane, start.centre);
	const last = layers.at(-1);
	const search = last && new LayerSearch(places, last);
	let farthest = 0;

	const tried = (fix: number): OutPlace => {
		const target = isLastLeg
			? centre
			: nearestOnPlane(next, centre, at(places.east, fix), at(places.north, fix));
		const rest = metresTo(places, fix, target);
		if (!last) {
			const leg = Math.hypot(begin.east - target.east, begin.north - target.north);
			return { fix, from: 0, metres: Math.max(0, leg - rest) };
		}
		const hint = at(last.fixes, farthest) <= fix ? farthest : 0;
		farthest = search?.longestTo(target.east, target.north, fix, hint) ?? 0;
		const metres = at(last.lengths, farthest) + metresTo(places, at(last.fixes, farthest), target) - rest;
		// A leg is never below 0: then the place counts to which the way alone is longest.
		const reached = longestOf(last, fix);
		return at(last.lengths, reached) > metres
			? { fix, from: reached, metres: at(last.lengths, reached) }
			: { fix, from: farthest, metres };
	};
	const first = Math.max(
		fixBefore(track, course.reached.at(-1)?.time ?? span.from),
		last ? at(last.fixes, 0) : 0,
	);
	const { fix, from } = bestPlace(first, Math.max(first, fixBefore(track, span.to)), places, tried);

	const credited = last ? wayTo(layers, from) : [];
	const way = [start.centre, ...credited.map((each) => positionOf(track, each))];
	const position = positionOf(track, fix);
	const target = isLastLeg ? next.centre : nearestPosition(next, position);
	const leg = legBetween(task.scoring.earth, way.at(-1) ?? start.centre, target).distanceM;
	const rest = legBetween(task.scoring.earth, position, target).distanceM;
	return { distanceM: lengthOf(way, flown) + Math.max(0, leg - rest), outAt: fix, credited };
}

/** The place of a layer, no later than a fix, to which the way is longest. */
function longestOf({ fixes, lengths }: Layer, latest: number): number {
	let longest = 0;
	for (let place = 1; place < fixes.length && at(fixes, place) <= latest; place++)
		if (at(lengths, place) > at(lengths, longest)) longest = place;
	return longest;
}

/**
 * The place that scores most. Half of a stretch is searched again only when a place in it may be better than the best so far:
 * from its last fix, a metre of way changes the distance by two metres at most.
 */
function bestPlace(
	first: number,
	last: number,
	{ east, north }: PlaneTrack,
	tried: (fix: number) => OutPlace,
): OutPlace {
	let best = tried(last);
	const search = (from: number, end: OutPlace) => {
		let farthest = 0;
		for (let fix = from; fix < end.fix; fix++) {
			const x = (east[fix] ?? 0) - (east[end.fix] ?? 0);
			const y = (north[fix] ?? 0) - (north[end.fix] ?? 0);
			farthest = Math.max(farthest, x * x + y * y);
		}
		if (end.metres + 2 * Math.sqrt(farthest) <= best.metres) return;
		const middle = tried((from + end.fix) >> 1);
		if (middle.metres > best.metres) best = middle;
		if (middle.fix + 1 < end.fix) search(middle.fix + 1, end);
		if (from < middle.fix) search(from, middle);
	};
	search(first, best);
	return best;
}

/** Fixes inside an area from when it counts as reached; of a passage between two fixes, the nearer of them. */
function fixesInArea({ passages, track }: FlownTask, course: Course, area: number, to: number): Uint32Array {
	const reached = course.reached[area];
	if (!reached) return new Uint32Array();
	if (reached.missedM > 0) return Uint32Array.of(nearerFix(track.times, track.length, reached.time));
	const fixes: number[] = [];
	const add = (fix: number) => {
		if (fix !== fixes.at(-1)) fixes.push(fix);
	};
	for (const { enter, exit } of passages[area + 1] ?? []) {
		if (exit < reached.time || enter > to) continue;
		const [from, until] = [Math.max(enter, reached.time), Math.min(exit, to)];
		const before = fixes.length;
		for (let fix = fixBefore(track, from); fix < track.length; fix++) {
			const time = track.times[fix] ?? 0;
			if (time > until) break;
			if (time >= from) add(fix);
		}
		if (fixes.length === before) add(nearerFix(track.times, track.length, (enter + exit) / 2));
	}
	return Uint32Array.from(fixes);
}

function nearerFix(times: Float64Array, length: number, time: number): number {
	let fix = 0;
	while (fix + 1 < length && at(times, fix + 1) - time <= time - at(times, fix)) fix++;
	return fix;
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
