import type { Position } from "~/lib/maps/geodesy/position";
import { beyond, type Corner, clipRing } from "./clip";
import type { Bounds, Sheet } from "./sheet";
import { simplifyLine } from "./simplify-line";

/** Units that an edge may be drawn from where it is. */
const tolerance = 0.7;
const mostCorners = 300;

/** What a sheet shows of an area. */
export interface SheetArea {
	/** Value of a path's `d`, with as few corners as it needs. */
	readonly path: string;
	/** Whether the sheet lies in the area as a whole, so that no edge is seen. */
	readonly isEverywhere: boolean;
}

/** Null when the sheet shows nothing of the area. */
export function areaOnSheet(sheet: Sheet, outline: readonly Position[]): SheetArea | null {
	const bounds = beyond(sheet.bounds);
	if (isBeside(outline, bounds)) return null;
	const ring = clipRing(
		outline.map(({ longitude, latitude }): Corner => [longitude, latitude]),
		bounds,
	);
	if (ring.length === 0) return null;
	const xs = Float64Array.from(ring, ([longitude]) => sheet.x(longitude));
	const ys = Float64Array.from(ring, ([, latitude]) => sheet.y(latitude));
	// Of a circle, the line between neighbouring ends says nothing about what lies between.
	const fixed = [Math.floor(ring.length / 3), Math.floor((ring.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: mostCorners, tolerance, fixed });
	const path = sheet.outline(
		kept.flatMap((index) => {
			const [longitude, latitude] = ring[index] ?? [];
			return longitude === undefined || latitude === undefined ? [] : { longitude, latitude };
		}),
	);
	return { path, isEverywhere: isWhole(ring, bounds) };
}

/** Share of the bounds. */
const nearlyAll = 0.999;

/** Whether the part of an area within bounds is all that they hold. */
function isWhole(ring: readonly Corner[], { west, east, south, north }: Bounds): boolean {
	const doubled = ring.reduce((sum, [x, y], index) => {
		const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
		return sum + x * nextY - nextX * y;
	}, 0);
	return Math.abs(doubled) / 2 > (east - west) * (north - south) * nearlyAll;
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
