import { destination } from "~/lib/maps/geodesy/earth";
import type { Position } from "~/lib/maps/geodesy/position";
import type { PlacedZone } from "./zones";

/** Degrees of a circle between two corners of an outline. */
const defaultStep = 3;

/** The two ends of a line: the left one first, seen in the direction of the axis. */
export function lineEnds({ zone, centre, axisDeg }: PlacedZone): readonly [Position, Position] {
	const half = zone.shape === "line" ? zone.lengthM / 2 : 0;
	return [destination("wgs84", centre, axisDeg - 90, half), destination("wgs84", centre, axisDeg + 90, half)];
}

/**
 * The zone as polygons, each without its first corner at the end. A ring that goes all round is two, the hole second; a
 * line is one of two corners.
 */
export function zoneOutline(placed: PlacedZone, stepDeg = defaultStep): Position[][] {
	const { zone, centre, axisDeg } = placed;
	const arc = (radiusM: number, fromDeg: number, toDeg: number) => {
		const steps = Math.max(1, Math.ceil(Math.abs(toDeg - fromDeg) / stepDeg));
		return Array.from({ length: steps + 1 }, (_, index) =>
			destination("wgs84", centre, fromDeg + ((toDeg - fromDeg) * index) / steps, radiusM),
		);
	};
	const circle = (radiusM: number) => arc(radiusM, axisDeg, axisDeg + 360).slice(1);
	if (zone.shape === "line") return [[...lineEnds(placed)]];
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
