import TinyQueue from "tinyqueue";
import { at } from "~/lib/numbers";

interface LineDetail {
	readonly maxPoints: number;
	/** Greatest distance from the line to a point that is left out. */
	readonly tolerance: number;
	/** Indices of points that always stay. The two ends always do. */
	readonly fixed: readonly number[];
}

/** A longer line is first thinned out evenly, which limits the time. */
const mostConsideredPoints = 12_000;

interface Stretch {
	readonly from: number;
	readonly to: number;
	readonly farthest: number;
	readonly distance: number;
}

/**
 * Douglas–Peucker without recursion: adds the point farthest from the line until all are within the tolerance or
 * `maxPoints` are reached.
 * @returns ascending indices of `xs` and `ys`
 */
export function simplifyLine(xs: Float64Array, ys: Float64Array, detail: LineDetail): number[] {
	if (xs.length === 0) return [];
	const points = thinOut(xs, ys, detail);
	const line = { xs: picked(xs, points), ys: picked(ys, points) };
	const fixed = new Set(detail.fixed);
	const stretches: Stretch[] = [];
	let from = 0;
	for (let position = 1; position < points.length; position++) {
		if (position < points.length - 1 && !fixed.has(at(points, position))) continue;
		stretches.push(measure(line, from, position));
		from = position;
	}
	const farthestFirst = new TinyQueue(stretches, (a, b) => b.distance - a.distance || a.from - b.from);
	while (farthestFirst.length + 1 < detail.maxPoints) {
		const stretch = farthestFirst.peek();
		if (stretch === undefined || stretch.distance <= detail.tolerance) break;
		farthestFirst.pop();
		farthestFirst.push(measure(line, stretch.from, stretch.farthest));
		farthestFirst.push(measure(line, stretch.farthest, stretch.to));
	}
	const positions = [0, ...farthestFirst.data.map(({ to }) => to)].sort((a, b) => a - b);
	return positions.map((position) => at(points, position));
}

/** Drops points within half the tolerance of the previous one; above the limit, all but every n-th. */
function thinOut(xs: Float64Array, ys: Float64Array, { tolerance, fixed }: LineDetail): Uint32Array {
	const staying = new Set([0, xs.length - 1, ...fixed]);
	const near = (tolerance / 2) ** 2;
	const moved: number[] = [];
	let [x, y] = [0, 0];
	for (let index = 0; index < xs.length; index++) {
		const distance = (at(xs, index) - x) ** 2 + (at(ys, index) - y) ** 2;
		if (distance < near && !staying.has(index)) continue;
		moved.push(index);
		[x, y] = [at(xs, index), at(ys, index)];
	}
	const step = Math.ceil(moved.length / mostConsideredPoints);
	return Uint32Array.from(moved.filter((index, position) => position % step === 0 || staying.has(index)));
}

/** The points of a line that are considered. They are copied, as the loop over them is the longest of an upload. */
interface PickedLine {
	readonly xs: Float64Array;
	readonly ys: Float64Array;
}

function picked(values: Float64Array, points: Uint32Array): Float64Array {
	const own = new Float64Array(points.length);
	for (let position = 0; position < own.length; position++)
		own[position] = values[points[position] ?? 0] ?? 0;
	return own;
}

/** Finds the point of a stretch that is farthest from the straight line between its ends. */
function measure({ xs, ys }: PickedLine, from: number, to: number): Stretch {
	const [x0, y0] = [xs[from] ?? 0, ys[from] ?? 0];
	const [dx, dy] = [(xs[to] ?? 0) - x0, (ys[to] ?? 0) - y0];
	const square = dx * dx + dy * dy;
	let [farthest, distance] = [from, 0];
	for (let position = from + 1; position < to; position++) {
		const px = (xs[position] ?? 0) - x0;
		const py = (ys[position] ?? 0) - y0;
		const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
		const offset = (px - along * dx) ** 2 + (py - along * dy) ** 2;
		if (offset > distance) {
			farthest = position;
			distance = offset;
		}
	}
	return { from, to, farthest, distance: Math.sqrt(distance) };
}
