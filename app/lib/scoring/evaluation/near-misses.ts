import { fixBefore, type Track } from "~/lib/flights/igc-file/track";
import { LocalPlane, type PlanePoint, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { isInside, type OrientedZone, zoneReach } from "~/lib/tasks/zones";
import { firstFrom, inside, outside, type Passage, roughSides } from "./zone-passages";

/** Metres from a zone within which it may be credited (Annex A 2025, list of penalties). */
const creditedMissM = 500;

/** The nearest point of a track to a zone. */
export interface Approach {
	readonly time: number;
	readonly missedM: number;
}

/** A stretch of a track near a zone, given by its nearest place. */
export interface NearMiss extends Approach {
	readonly fixes: readonly Approach[];
	/** Whether the glider took off or landed in the stretch. */
	readonly touchesGround: boolean;
}

/** Seconds of the track; both ends included. */
export interface TimeSpan {
	readonly from: number;
	readonly to: number;
}

/** Steps of a segment in which the nearest place between two fixes is looked for. */
const stepsBetweenFixes = 16;

/** Returns null when the track has no fix in that time. */
export function nearestApproach(track: Track, oriented: OrientedZone, span: TimeSpan): Approach | null {
	const measure = measureOf(track, oriented);
	let nearest: { readonly index: number; readonly distance: number } | null = null;
	const { first, end } = fixesWithin(track, span);
	for (let index = first; index < end; index++) {
		const distance = measure(index, index, 0, nearest?.distance ?? Number.POSITIVE_INFINITY);
		if (nearest === null || distance < nearest.distance) nearest = { index, distance };
	}
	return nearest && refined(track, measure, nearest.index, nearest.distance);
}

interface Stretch {
	readonly from: number;
	to: number;
	index: number;
	distance: number;
}

/** The stretches within 500 m of a zone that do not lead into it by one of the passages. */
export function nearMisses(
	track: Track,
	oriented: OrientedZone,
	passages: readonly Passage[],
	span: TimeSpan,
): NearMiss[] {
	const measure = measureOf(track, oriented);
	const sideOf = roughSides(track, oriented, creditedMissM);
	const distanceTo = (fix: number) => {
		const side = sideOf(fix);
		if (side === outside) return creditedMissM;
		return side === inside ? 0 : measure(fix, fix, 0, creditedMissM);
	};
	const stretches = stretchesNear(track, distanceTo, span);
	const isMiss = ({ from, to }: Stretch) => {
		const next = firstFrom(passages, at(track.times, from));
		return !next || next.enter > at(track.times, Math.min(track.length - 1, to + 1));
	};
	return stretches.filter(isMiss).map(({ from, to, index, distance }) => ({
		...refined(track, measure, index, distance),
		touchesGround: from === 0 || to === track.length - 1,
		fixes: Array.from({ length: to - from + 1 }, (_, place) => ({
			time: at(track.times, from + place),
			missedM: distanceTo(from + place),
		})),
	}));
}

/** @param distanceTo metres from a fix to the zone; at least 500 when it is known to be farther */
function stretchesNear(track: Track, distanceTo: (fix: number) => number, span: TimeSpan): Stretch[] {
	const stretches: Stretch[] = [];
	let isOpen = false;
	const { first, end } = fixesWithin(track, span);
	for (let index = first; index < end; index++) {
		const distance = distanceTo(index);
		if (distance >= creditedMissM) {
			isOpen = false;
			continue;
		}
		const last = stretches.at(-1);
		if (!isOpen || !last) {
			stretches.push({ from: index, to: index, index, distance });
		} else {
			last.to = index;
			if (distance < last.distance) [last.index, last.distance] = [index, distance];
		}
		isOpen = true;
	}
	return stretches;
}

/** The fixes from one to another, not including the other. */
function fixesWithin(track: Track, { from, to }: TimeSpan): { readonly first: number; readonly end: number } {
	const before = fixBefore(track, from);
	const first = at(track.times, before) >= from ? before : before + 1;
	const last = fixBefore(track, to);
	return { first, end: at(track.times, last) <= to ? last + 1 : last };
}

/** Metres to the zone from a place between two fixes; at least `enough` when it is known to be farther. */
type Measure = (index: number, next: number, share: number, enough: number) => number;

function measureOf({ latitudes, longitudes }: Track, oriented: OrientedZone): Measure {
	const plane = new LocalPlane(oriented.centre);
	const reach = zoneReach(oriented.zone);
	return (index, next, share, enough) => {
		const latitude = at(latitudes, index) + share * (at(latitudes, next) - at(latitudes, index));
		const longitude = at(longitudes, index) + share * (at(longitudes, next) - at(longitudes, index));
		const place = plane.project(latitude, longitude);
		const atLeast = Math.sqrt(place.east * place.east + place.north * place.north) - reach;
		return atLeast >= enough ? atLeast : distanceToZone(oriented, place);
	};
}

/** Looks between the nearest fix and its neighbours. */
function refined({ times, length }: Track, measure: Measure, index: number, distance: number): Approach {
	let nearest: Approach = { time: at(times, index), missedM: distance };
	for (const neighbour of [index - 1, index + 1]) {
		if (neighbour < 0 || neighbour >= length) continue;
		for (let step = 1; step < stepsBetweenFixes; step++) {
			const share = step / stepsBetweenFixes;
			const missedM = measure(index, neighbour, share, nearest.missedM);
			const time = at(times, index) + share * (at(times, neighbour) - at(times, index));
			if (missedM < nearest.missedM) nearest = { time, missedM };
		}
	}
	return nearest;
}

/**
 * The place of a zone that is nearest to a position, both on the plane of the point. For a position inside the zone it is the
 * position itself.
 */
export function nearestInZone(oriented: OrientedZone, { east, north }: PlanePoint): PlanePoint {
	const { zone, axisDeg } = oriented;
	if (isInside(oriented, east, north)) return { east, north };
	switch (zone.shape) {
		case "line":
			return nearestOnLine(east, north, axisDeg, zone.lengthM / 2);
		case "cylinder":
			return scaled(east, north, zone.radiusM);
		case "sector":
			return nearestInWedge(east, north, axisDeg, { ...zone, innerRadiusM: 0 });
		case "ring":
			return nearestInWedge(east, north, axisDeg, zone);
		case "keyhole": {
			const sector = nearestInWedge(east, north, axisDeg, { ...zone, innerRadiusM: 0 });
			const cylinder = scaled(east, north, zone.innerRadiusM);
			return distance(sector, east, north) < distance(cylinder, east, north) ? sector : cylinder;
		}
	}
}

/** Metres; 0 inside. */
function distanceToZone(oriented: OrientedZone, position: PlanePoint): number {
	return distance(nearestInZone(oriented, position), position.east, position.north);
}

function nearestOnLine(east: number, north: number, axisDeg: number, half: number): PlanePoint {
	const [sin, cos] = [Math.sin(axisDeg * radiansPerDegree), Math.cos(axisDeg * radiansPerDegree)];
	const across = Math.min(half, Math.max(-half, east * cos - north * sin));
	return { east: across * cos, north: -across * sin };
}

/** The part of a ring between two radials, seen from outside of it. */
function nearestInWedge(
	east: number,
	north: number,
	axisDeg: number,
	{ radiusM, innerRadiusM, angleDeg }: { radiusM: number; innerRadiusM: number; angleDeg: number },
): PlanePoint {
	const directionDeg = Math.atan2(east, north) / radiansPerDegree;
	const off = shortWayRound(directionDeg - axisDeg);
	if (Math.abs(off) <= angleDeg / 2)
		return scaled(east, north, Math.hypot(east, north) > radiusM ? radiusM : innerRadiusM);
	const [left, right] = [axisDeg - angleDeg / 2, axisDeg + angleDeg / 2].map((radialDeg) => {
		const [sin, cos] = [Math.sin(radialDeg * radiansPerDegree), Math.cos(radialDeg * radiansPerDegree)];
		const along = Math.min(radiusM, Math.max(innerRadiusM, east * sin + north * cos));
		return { east: along * sin, north: along * cos };
	}) as [PlanePoint, PlanePoint];
	return distance(left, east, north) <= distance(right, east, north) ? left : right;
}

function scaled(east: number, north: number, radiusM: number): PlanePoint {
	const length = Math.sqrt(east * east + north * north);
	const scale = length === 0 ? 0 : radiusM / length;
	return { east: east * scale, north: north * scale };
}

function distance(point: PlanePoint, east: number, north: number): number {
	const [x, y] = [point.east - east, point.north - north];
	return Math.sqrt(x * x + y * y);
}
