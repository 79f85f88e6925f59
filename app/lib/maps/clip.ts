import type { Bounds } from "./sheet";

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

/** Where the line through two corners meets a side. */
function meeting(one: Corner, other: Corner, [axis, limit]: Side): Corner {
	const share = (limit - one[axis]) / (other[axis] - one[axis]);
	return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
}

/** Of the width and the height. */
const overhang = 0.01;

/** A little more than a sheet, so that the cut edge of an area is not seen. */
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

/** The stretches of a line that may be seen within bounds; each reaches over their edge. */
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
