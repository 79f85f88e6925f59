import {
	compassDegrees,
	destination,
	legBetween,
	type Position,
	radiansPerDegree,
	shortWayRound,
} from "~/lib/maps/geodesy";
import type { TaskPoint, Zone } from "~db/schema";

/** A zone on the ground: its direction is worked out. */
export interface OrientedZone {
	readonly zone: Zone;
	readonly centre: Position;
	/**
	 * True direction, seen from the point, of the middle of the zone: away from the inside of the task. A line lies across
	 * it. Cylinders have one too.
	 */
	readonly axisDeg: number;
}

/** The zones of a task's points, in order. */
export function orientZones(points: readonly TaskPoint[]): OrientedZone[] {
	return points.map((point, index) => ({
		zone: point.zone,
		centre: point,
		axisDeg: zoneAxis(points, index),
	}));
}

/** The direction to the inside of the task, SeeYou's A12; the sector lies opposite. */
export function insideDirection(oriented: Pick<OrientedZone, "axisDeg">): number {
	return compassDegrees(oriented.axisDeg + 180);
}

function zoneAxis(points: readonly TaskPoint[], index: number): number {
	const [point, before, after] = [points[index], points[index - 1], points[index + 1]];
	if (!point) return 0;
	const previous = before && bearingTo(point, before);
	const next = after && bearingTo(point, after);
	if (index === 0) return opposite(next);
	if (index === points.length - 1) return opposite(previous);
	const { style, axisDeg } = point.zone;
	if (style === "fixed") return compassDegrees(axisDeg ?? 0);
	if (style === "next") return opposite(next ?? previous);
	if (style === "previous") return opposite(previous ?? next);
	if (style === "start") return opposite((points[0] && bearingTo(point, points[0])) ?? next);
	if (previous === undefined || next === undefined) return opposite(previous ?? next);
	return opposite(previous + shortWayRound(next - previous) / 2);
}

const opposite = (directionDeg = 180) => compassDegrees(directionDeg + 180);

/** Undefined between points that coincide. */
function bearingTo(from: Position, to: Position): number | undefined {
	const { distanceM, bearingDeg } = legBetween("wgs84", from, to);
	return distanceM < 1 ? undefined : bearingDeg;
}

/** @param east, north metres from the point, on its `LocalPlane`. A line has no inside. */
export function isInside({ zone, axisDeg }: OrientedZone, east: number, north: number): boolean {
	if (zone.shape === "line") return false;
	const distance = Math.sqrt(east * east + north * north);
	if (zone.shape === "keyhole" && distance <= zone.innerRadiusM) return true;
	if (distance > zone.radiusM) return false;
	if (zone.shape === "cylinder") return true;
	if (zone.shape === "ring" && distance < zone.innerRadiusM) return false;
	const direction = Math.atan2(east, north) / radiansPerDegree;
	return Math.abs(shortWayRound(direction - axisDeg)) <= zone.angleDeg / 2;
}

/** Metres from the point to the farthest place of its zone. */
export function zoneReach(zone: Zone): number {
	return zone.shape === "line" ? zone.lengthM / 2 : zone.radiusM;
}

/** Degrees of a circle between two corners of an outline. */
const defaultStep = 3;

/** The two ends of a line: the left one first, seen in the direction of the axis. */
export function lineEnds({ zone, centre, axisDeg }: OrientedZone): readonly [Position, Position] {
	const half = zone.shape === "line" ? zone.lengthM / 2 : 0;
	return [destination("wgs84", centre, axisDeg - 90, half), destination("wgs84", centre, axisDeg + 90, half)];
}

/**
 * The zone as polygons, each without its first corner at the end. A ring that goes all round is two, the hole second; a
 * line is one of two corners.
 */
export function zoneOutline(oriented: OrientedZone, stepDeg = defaultStep): Position[][] {
	const { zone, centre, axisDeg } = oriented;
	const arc = (radiusM: number, fromDeg: number, toDeg: number) => {
		const steps = Math.max(1, Math.ceil(Math.abs(toDeg - fromDeg) / stepDeg));
		return Array.from({ length: steps + 1 }, (_, index) =>
			destination("wgs84", centre, fromDeg + ((toDeg - fromDeg) * index) / steps, radiusM),
		);
	};
	const circle = (radiusM: number) => arc(radiusM, axisDeg, axisDeg + 360).slice(1);
	if (zone.shape === "line") return [[...lineEnds(oriented)]];
	if (zone.shape === "cylinder") return [circle(zone.radiusM)];
	const [left, right] = [axisDeg - zone.angleDeg / 2, axisDeg + zone.angleDeg / 2];
	const isWhole = zone.angleDeg >= 360;
	if (zone.shape === "ring") {
		const { radiusM, innerRadiusM } = zone;
		if (isWhole) return innerRadiusM > 0 ? [circle(radiusM), circle(innerRadiusM)] : [circle(radiusM)];
		return [
			[...arc(radiusM, left, right), ...(innerRadiusM > 0 ? arc(innerRadiusM, right, left) : [centre])],
		];
	}
	if (isWhole) return [circle(zone.radiusM)];
	if (zone.shape === "sector") return [[...arc(zone.radiusM, left, right), centre]];
	return [[...arc(zone.radiusM, left, right), ...arc(zone.innerRadiusM, right, left + 360)]];
}
