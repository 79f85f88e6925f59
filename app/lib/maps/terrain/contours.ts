/** Heights on a grid, row by row. An unknown height is lower than every level. */
export interface HeightGrid {
	readonly columns: number;
	readonly rows: number;
	readonly heights: Float32Array;
}

/** A point on a grid; columns go to the right, rows downwards. */
type GridPoint = readonly [x: number, y: number];

/**
 * Rings around all points at a level or above it, by marching squares. The surroundings of the grid count as low, so that every
 * ring closes: along the edge of the grid its sides lie within a cell outside of it.
 */
export function contourRings({ columns, rows, heights }: HeightGrid, level: number): GridPoint[][] {
	const height = (x: number, y: number) =>
		x < 0 || y < 0 || x >= columns || y >= rows
			? Number.NEGATIVE_INFINITY
			: (heights[y * columns + x] ?? Number.NEGATIVE_INFINITY);
	const cross = (x: number, y: number, toX: number, toY: number): GridPoint => {
		const [from, to] = [height(x, y), height(toX, toY)];
		const share = Number.isFinite(from) && Number.isFinite(to) ? (level - from) / (to - from) : 0.5;
		return [x + share * (toX - x), y + share * (toY - y)];
	};
	/** Where a line that enters at a side of a cell continues, with higher ground on its right. */
	const lines = new Map<number, { readonly to: number; readonly at: GridPoint }>();
	const stride = columns + 2;
	const horizontal = (x: number, y: number) => 2 * ((y + 1) * stride + x + 1);
	const vertical = (x: number, y: number) => horizontal(x, y) + 1;
	for (let y = -1; y < rows; y++) {
		for (let x = -1; x < columns; x++) {
			const corners = [height(x, y), height(x + 1, y), height(x + 1, y + 1), height(x, y + 1)];
			const shape = corners.reduce((sum, corner, index) => sum | (corner >= level ? 1 << index : 0), 0);
			if (shape === 0 || shape === 15) continue;
			const sides = [
				{ id: horizontal(x, y), at: () => cross(x, y, x + 1, y) },
				{ id: vertical(x + 1, y), at: () => cross(x + 1, y, x + 1, y + 1) },
				{ id: horizontal(x, y + 1), at: () => cross(x, y + 1, x + 1, y + 1) },
				{ id: vertical(x, y), at: () => cross(x, y, x, y + 1) },
			];
			for (const [from, to] of turns[shape] ?? []) {
				const [enters, leaves] = [sides[from], sides[to]];
				if (enters && leaves) lines.set(enters.id, { to: leaves.id, at: enters.at() });
			}
		}
	}
	return ringsOf(lines);
}

/**
 * The sides of a cell between which its lines run (north 0, east 1, south 2, west 3), for each set of high corners (north-west 1,
 * north-east 2, south-east 4, south-west 8). Two high corners on a diagonal are not connected.
 */
const turns: readonly (readonly (readonly [from: number, to: number])[])[] = [
	[],
	[[0, 3]],
	[[1, 0]],
	[[1, 3]],
	[[2, 1]],
	[
		[0, 3],
		[2, 1],
	],
	[[2, 0]],
	[[2, 3]],
	[[3, 2]],
	[[0, 2]],
	[
		[1, 0],
		[3, 2],
	],
	[[1, 2]],
	[[3, 1]],
	[[0, 1]],
	[[3, 0]],
	[],
];

function ringsOf(lines: Map<number, { readonly to: number; readonly at: GridPoint }>): GridPoint[][] {
	const rings: GridPoint[][] = [];
	for (const [begin] of lines) {
		const ring: GridPoint[] = [];
		let line = lines.get(begin);
		let side = begin;
		while (line) {
			ring.push(line.at);
			lines.delete(side);
			side = line.to;
			line = lines.get(side);
		}
		if (ring.length > 0) rings.push(ring);
	}
	return rings;
}
