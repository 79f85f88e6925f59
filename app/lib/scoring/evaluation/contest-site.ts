import { LocalPlane, legBetween, type Position } from "~/lib/maps/geodesy";
import type { Edition } from "~editions/schema";
import { SpaceShape } from "../airspace/space-shape";

/** Metres around the reference point that are the contest site where the edition gives neither areas nor a radius; our choice. */
const usualRadius = 800;
/** Metres within which the edge of the site is part of it: what is left of rounding. */
const edge = 0.01;
/** Metres from the site within which a take-off is from it, and an outlanding is said to be near. */
export const nearSite = 3_000;
/** Metres from the airfield within which a take-off or a point of a task is at it. */
export const sameField = 5_000;

/** Where one may land and launch again (Annex A 2025, 7.2.1a). */
export interface ContestSite {
	/**
	 * 0 on the site, its edge included. Outside, metres from the airfield: from the nearest of its areas, or from its reference point where it
	 * has none.
	 */
	readonly metresFrom: (place: Position) => number;
}

/**
 * Returns the contest site of a flight. When all take-offs are elsewhere, the day is flown from another field: the one on which the finish
 * lies.
 */
export function contestSite(
	airfield: Edition["airfield"],
	finish: Position,
	takeOffs: readonly Position[],
): ContestSite {
	const isAway =
		takeOffs.length > 0 &&
		takeOffs.every((place) => legBetween("wgs84", place, airfield).distanceM > sameField);
	if (isAway) return circleAround(finish, usualRadius);
	return airfield.areas
		? withinAreas(airfield, airfield.areas)
		: circleAround(airfield, airfield.radiusM ?? usualRadius);
}

function circleAround(centre: Position, radiusM: number): ContestSite {
	return {
		metresFrom: (place) => {
			const { distanceM } = legBetween("wgs84", centre, place);
			return distanceM <= radiusM + edge ? 0 : distanceM;
		},
	};
}

function withinAreas(reference: Position, areas: readonly (readonly Position[])[]): ContestSite {
	const plane = new LocalPlane(reference);
	const shapes = areas.map((corners) => {
		const outline = corners.flatMap(({ latitude, longitude }) => [latitude, longitude]);
		return new SpaceShape(outline, plane);
	});
	return {
		metresFrom: ({ latitude, longitude }) => {
			const { east, north } = plane.project(latitude, longitude);
			const metres = shapes.map((shape) => {
				const sides = Array.from({ length: shape.corners }, (_, side) => side);
				return shape.holds(sides, east, north) ? 0 : shape.distanceToEdge(east, north);
			});
			const nearest = Math.min(...metres);
			return nearest <= edge ? 0 : nearest;
		},
	};
}
