import type { Position } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { simplifyLine } from "./simplify-line";
import { type Bounds, linePath, type Viewport, type ViewportPoint } from "./viewport";

/** Longitude and latitude, in degrees. */
export type Corner = readonly [longitude: number, latitude: number];

type Side = readonly [axis: 0 | 1, limit: number, sign: 1 | -1];

const sidesOf = ({ west, east, south, north }: Bounds): Side[] => [
	[0, west, 1],
	[0, east, -1],
	[1, south, 1],
	[1, north, -1],
];

const isWithin = (corner: Corner, [axis, limit, sign]: Side) => (corner[axis] - limit) * sign >= 0;

/** The point where the line through two corners meets a side. */
function meeting(one: Corner, other: Corner, [axis, limit]: Side): Corner {
	const share = (limit - one[axis]) / (other[axis] - one[axis]);
	return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
}

/** Share of the width and of the height. */
const overhang = 0.01;

/** Bounds a little larger than a viewport, so that the cut edge of an area is not visible. */
export function beyond({ west, east, south, north }: Bounds): Bounds {
	const [across, upwards] = [(east - west) * overhang, (north - south) * overhang];
	return { west: west - across, east: east + across, south: south - upwards, north: north + upwards };
}

/** The part of an area within bounds, by Sutherland and Hodgman; empty when there is none. */
export function clipRing(ring: readonly Corner[], bounds: Bounds): Corner[] {
	return sidesOf(bounds).reduce<Corner[]>(
		(corners, side) =>
			corners.flatMap((corner, index) => {
				const before = corners.at(index - 1) ?? corner;
				const crosses = isWithin(corner, side) !== isWithin(before, side);
				return [
					...(crosses ? [meeting(before, corner, side)] : []),
					...(isWithin(corner, side) ? [corner] : []),
				];
			}),
		[...ring],
	);
}

/** The parts of a line that may be visible within bounds. Each part reaches beyond their edge. */
export function clipLine(line: readonly Corner[], bounds: Bounds): Corner[][] {
	const sides = sidesOf(bounds);
	const stretches: Corner[][] = [];
	let isOpen = false;
	for (const [index, corner] of line.entries()) {
		const before = line[index - 1];
		if (!before) continue;
		const isSeen = sides.every((side) => isWithin(before, side) || isWithin(corner, side));
		if (isSeen && isOpen) stretches.at(-1)?.push(corner);
		else if (isSeen) stretches.push([before, corner]);
		isOpen = isSeen;
	}
	return stretches;
}

/** Units by which a drawn edge may be off. */
const tolerance = 1;
const mostCorners = 300;

/** The part of an area that a viewport shows. */
export interface ViewportArea {
	/** Value of a path's `d`, with as few corners as it needs. */
	readonly path: string;
	/** Whether the whole viewport lies inside the area, so that no edge is visible. */
	readonly isEverywhere: boolean;
}

/** Returns null when the viewport shows nothing of the area. The last corner of the edge is its first. */
export function areaInViewport(
	viewport: Viewport,
	outline: readonly Position[],
): { readonly area: ViewportArea; readonly edge: readonly ViewportPoint[] } | null {
	const bounds = beyond(viewport.bounds);
	if (isBeside(outline, bounds)) return null;
	const ring = clipRing(
		outline.map(({ longitude, latitude }): Corner => [longitude, latitude]),
		bounds,
	);
	if (ring.length === 0) return null;
	const xs = Float64Array.from(ring, ([longitude]) => viewport.x(longitude));
	const ys = Float64Array.from(ring, ([, latitude]) => viewport.y(latitude));
	// The ends of a circle are neighbours, so the line between them says nothing about the points between; two more points are fixed.
	const fixed = [Math.floor(ring.length / 3), Math.floor((ring.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: mostCorners, tolerance, fixed });
	// Whole units are half as long: a map has hundreds of airspaces.
	const corners = [...kept].map(
		(index): ViewportPoint => [Math.round(at(xs, index)), Math.round(at(ys, index))],
	);
	return {
		area: { path: `${linePath(corners)}Z`, isEverywhere: isWhole(ring, bounds) },
		edge: [...corners, ...corners.slice(0, 1)],
	};
}

/** Share of the bounds' size. */
const nearlyAll = 0.999;

/** Whether an area covers the bounds completely. */
function isWhole(ring: readonly Corner[], { west, east, south, north }: Bounds): boolean {
	const doubled = ring.reduce((sum, [x, y], index) => {
		const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
		return sum + x * nextY - nextX * y;
	}, 0);
	return Math.abs(doubled) / 2 > (east - west) * (north - south) * nearlyAll;
}

/** Whether all corners lie on the same side outside the bounds, as those of most areas of a country do. */
function isBeside(outline: readonly Position[], { west, east, south, north }: Bounds): boolean {
	return (
		outline.every(({ longitude }) => longitude < west) ||
		outline.every(({ longitude }) => longitude > east) ||
		outline.every(({ latitude }) => latitude < south) ||
		outline.every(({ latitude }) => latitude > north)
	);
}
