import { legBetween } from "~/lib/geodesy/earth";
import type { Position } from "~/lib/geodesy/position";
import type { TaskPoint, Waypoint } from "~db/schema";
import type { Edition } from "~editions/schema";

/** Where the heights of points are known. */
export interface KnownHeights {
	/** Of the waypoint file in force. */
	readonly waypoints: readonly Waypoint[];
	readonly airfield: Edition["airfield"];
}

/** Metres: a place that is nearer is the same one. */
const samePlaceM = 1_000;

/** Gives a point without a height that of its waypoint, else of the airfield it lies on. Any other stays without: none is invented. */
export function withHeights(points: readonly TaskPoint[], known: KnownHeights): TaskPoint[] {
	return points.map((point) => ({ ...point, elevationM: point.elevationM ?? heightOf(point, known) }));
}

function heightOf(point: TaskPoint, { waypoints, airfield }: KnownHeights): number | null {
	const isHere = (place: Position) => legBetween("wgs84", point, place).distanceM <= samePlaceM;
	const name = point.name.toLowerCase();
	const waypoint = waypoints.find(
		(one) => one.elevationM !== null && one.name.toLowerCase() === name && isHere(one),
	);
	const height = waypoint?.elevationM ?? (isHere(airfield) ? airfield.elevation : null);
	return height === null ? null : Math.round(height);
}
