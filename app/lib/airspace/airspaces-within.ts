import { simplifyLine } from "~/lib/flight-log/simplify-line";
import { LocalPlane } from "~/lib/geodesy/local-plane";
import type { Position } from "~/lib/geodesy/position";
import {
	type Airspace,
	type AirspaceKind,
	type AirspaceLimit,
	boxOf,
	cornersOf,
	type GeoBox,
	kindOfAirspace,
	overlap,
} from "./airspace";

/** An airspace as a map needs it. */
export interface DrawnAirspace {
	readonly name: string;
	readonly airspaceClass: string;
	readonly kind: AirspaceKind;
	readonly floor: AirspaceLimit;
	readonly ceiling: AirspaceLimit;
	readonly corners: readonly Position[];
}

/** Corners of one space on a map. */
const mostCorners = 400;

/**
 * The airspaces that reach into a box, with as few corners as a map needs.
 * @param toleranceM how far a line may be drawn from where it is, for example the metres of half a pixel
 */
export function airspacesWithin(
	airspaces: readonly Airspace[],
	box: GeoBox,
	toleranceM: number,
): DrawnAirspace[] {
	const latitude = (box.south + box.north) / 2;
	const longitude = (box.west + box.east) / 2;
	const plane = new LocalPlane({ latitude, longitude });
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), box))
		.map((airspace) => {
			const { name, airspaceClass, floor, ceiling } = airspace;
			const corners = simplifyRing(cornersOf(airspace), plane, toleranceM);
			return { name, airspaceClass, kind: kindOfAirspace(airspace), floor, ceiling, corners };
		});
}

function simplifyRing(corners: readonly Position[], plane: LocalPlane, tolerance: number): Position[] {
	const [first] = corners;
	if (!first) return [];
	const ring = [...corners, first].map((corner) => plane.project(corner.latitude, corner.longitude));
	const detail = { maxPoints: mostCorners, tolerance, fixed: [Math.floor(corners.length / 2)] };
	const xs = Float64Array.from(ring, ({ east }) => east);
	const ys = Float64Array.from(ring, ({ north }) => north);
	const kept = simplifyLine(xs, ys, detail).slice(0, -1);
	return kept.flatMap((index) => corners[index] ?? []);
}
