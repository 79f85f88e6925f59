import { radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy/angles";
import type { PlanePoint } from "~/lib/maps/geodesy/local-plane";
import { isInside, type PlacedZone } from "~/lib/tasks/zones";

/** The place of a zone that is nearest to a position, both on the plane of the point. A place inside is its own. */
export function nearestInZone(placed: PlacedZone, { east, north }: PlanePoint): PlanePoint {
	const { zone, axisDeg } = placed;
	if (isInside(placed, east, north)) return { east, north };
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
export function distanceToZone(placed: PlacedZone, position: PlanePoint): number {
	return distance(nearestInZone(placed, position), position.east, position.north);
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
