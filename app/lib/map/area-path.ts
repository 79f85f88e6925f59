import { simplifyLine } from "~/lib/flight-log/simplify-line";
import type { Position } from "~/lib/geodesy/position";
import { beyond, type Corner, clipRing } from "./clip";
import type { Bounds, Sheet } from "./sheet";

/** Units that an edge may be drawn from where it is. */
const tolerance = 0.7;
const mostCorners = 300;

/** Value of a path's `d` for what a sheet shows of an area, with as few corners as it needs; empty when there is nothing. */
export function areaPath(sheet: Sheet, outline: readonly Position[]): string {
	const bounds = beyond(sheet.bounds);
	if (isBeside(outline, bounds)) return "";
	const ring = clipRing(
		outline.map(({ longitude, latitude }): Corner => [longitude, latitude]),
		bounds,
	);
	if (ring.length === 0) return "";
	const xs = Float64Array.from(ring, ([longitude]) => sheet.x(longitude));
	const ys = Float64Array.from(ring, ([, latitude]) => sheet.y(latitude));
	// Of a circle, the line between neighbouring ends says nothing about what lies between.
	const fixed = [Math.floor(ring.length / 3), Math.floor((ring.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: mostCorners, tolerance, fixed });
	return sheet.outline(
		kept.flatMap((index) => {
			const [longitude, latitude] = ring[index] ?? [];
			return longitude === undefined || latitude === undefined ? [] : { longitude, latitude };
		}),
	);
}

/** Whether all corners lie on the same side of the bounds: most areas of a country do. */
function isBeside(outline: readonly Position[], { west, east, south, north }: Bounds): boolean {
	return (
		outline.every(({ longitude }) => longitude < west) ||
		outline.every(({ longitude }) => longitude > east) ||
		outline.every(({ latitude }) => latitude < south) ||
		outline.every(({ latitude }) => latitude > north)
	);
}
