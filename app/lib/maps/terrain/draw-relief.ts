import { simplifyLine } from "../simplify-line";
import { linePath, type Viewport, type ViewportPoint } from "../viewport";
import { contourRings, type HeightGrid } from "./contours";
import type { Terrain } from "./terrain";

/** Metres above sea level at which each tint begins. They are the same on every map, so that a tint always means the same. */
export const tintLevels = [250, 400, 550, 700, 950] as const;

/** Distance in units between two heights. Smaller distances would be visible on no screen. */
const finestStep = 8;
/** Steps by which the grid reaches beyond the viewport, so that no ring has a side within it. */
const beyond = 2;
/**
 * Number of units from unknown ground within which heights sink towards the sea, so that a tint ends softly, not along the edge of
 * a tile.
 */
const fading = 128;
/** Smallest ring that is worth drawing, in squares of the grid. */
const leastSquares = 3;
/** Distance by which a line may differ from the contour, as a share of a step. */
const tolerance = 0.25;

/** Values of a path's `d`, one for each level that is reached. Empty when no heights are known. */
export function drawRelief(viewport: Viewport, terrain: Terrain, step = finestStep): string[] {
	const grid = heightsOn(viewport, terrain, step);
	if (!grid) return [];
	return tintLevels.flatMap((level) => {
		const rings = contourRings(grid, level).map((ring) =>
			ring.map(([x, y]): ViewportPoint => [(x - beyond) * step, (y - beyond) * step]),
		);
		return (
			rings
				.filter((ring) => areaOf(ring) >= leastSquares * step ** 2)
				.map((ring) => `${linePath(simplified(ring, tolerance * step))}Z`)
				.join("") || []
		);
	});
}

/** Returns null when no height is known. */
function heightsOn(viewport: Viewport, terrain: Terrain, step: number): HeightGrid | null {
	const columns = Math.ceil(viewport.width / step) + 1 + 2 * beyond;
	const rows = Math.ceil(viewport.height / step) + 1 + 2 * beyond;
	const heights = new Float32Array(columns * rows);
	let unknown = 0;
	for (let row = 0; row < rows; row++) {
		const latitude = viewport.latitude((row - beyond) * step);
		for (let column = 0; column < columns; column++) {
			const height = terrain.heightAt(latitude, viewport.longitude((column - beyond) * step));
			heights[row * columns + column] = height ?? Number.NEGATIVE_INFINITY;
			if (height === null) unknown++;
		}
	}
	if (unknown === heights.length) return null;
	const grid = { columns, rows, heights };
	if (unknown > 0) fade(grid, fading / step);
	return grid;
}

/**
 * Lowers the heights within some steps of unknown ground. The nearer they are, the more they are lowered, here earlier, there later:
 * else the tints would end along lines as straight as the edge of a tile.
 */
function fade({ columns, rows, heights }: HeightGrid, most: number): void {
	const steps = Float32Array.from(heights, (height) => (Number.isFinite(height) ? most : 0));
	const nearer = (index: number, row: number, column: number) => {
		if (row < 0 || column < 0 || row >= rows || column >= columns) return;
		steps[index] = Math.min(steps[index] ?? 0, (steps[row * columns + column] ?? 0) + 1);
	};
	const pass = (index: number, by: -1 | 1) => {
		const [row, column] = [Math.floor(index / columns), index % columns];
		nearer(index, row + by, column);
		nearer(index, row, column + by);
	};
	for (let index = 0; index < steps.length; index++) pass(index, -1);
	for (let index = steps.length - 1; index >= 0; index--) pass(index, 1);
	for (let index = 0; index < heights.length; index++) {
		const [row, column] = [Math.floor(index / columns), index % columns];
		const wave = Math.sin((4 * (row + column)) / most) + Math.sin((7 * (row - column)) / most);
		const share = ((steps[index] ?? 0) / most) ** (2 ** (wave / 2));
		heights[index] = (heights[index] ?? 0) * share || Number.NEGATIVE_INFINITY;
	}
}

function areaOf(ring: readonly ViewportPoint[]): number {
	const twice = ring.reduce((sum, [x, y], index) => {
		const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
		return sum + x * nextY - nextX * y;
	}, 0);
	return Math.abs(twice) / 2;
}

/** Rounds to whole units, and drops corners that nobody would see. */
function simplified(ring: readonly ViewportPoint[], distance: number): ViewportPoint[] {
	const xs = Float64Array.from(ring, ([x]) => x);
	const ys = Float64Array.from(ring, ([, y]) => y);
	const fixed = [Math.floor(ring.length / 3), Math.floor((ring.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: ring.length, tolerance: distance, fixed });
	return [...kept].map((index) => [Math.round(xs[index] ?? 0), Math.round(ys[index] ?? 0)] as const);
}
