import type { PlanePoint } from "~/lib/maps/geodesy/local-plane";
import type { StepBudget } from "../evaluation/step-budget";
import type { SpaceShape } from "./space-shape";

/** Places in order, metres on the plane of the shape and in the heights of the track. One list a field: there are a hundred thousand. */
export class Places {
	readonly easts: number[] = [];
	readonly norths: number[] = [];
	readonly heights: number[] = [];

	add(east: number, north: number, height: number): void {
		this.easts.push(east);
		this.norths.push(north);
		this.heights.push(height);
	}
}

/** What a space is bounded by. */
export interface Walls {
	readonly shape: SpaceShape;
	readonly floor: number;
	readonly ceiling: number;
}

export interface Depth {
	/** Metres to the nearest way out, at the worst moment. */
	readonly depthM: number;
	/** Farthest from the edge, and farthest from floor and ceiling; null in a space without either. */
	readonly sidewaysM: number;
	readonly verticalM: number | null;
}

interface Measured extends PlanePoint {
	readonly sidewaysM: number;
}

/**
 * How deep the deepest of some places is. The way to the edge is long to measure: half of the places is searched only when one of
 * them may be deeper, as a metre of flight changes that way by a metre at most.
 */
export function deepest(
	{ shape, floor, ceiling }: Walls,
	{ easts, norths, heights }: Places,
	budget: StepBudget,
): Depth {
	const verticals = new Float64Array(heights.length);
	heights.forEach((height, index) => {
		verticals[index] = Math.max(0, Math.min(height - floor, ceiling - height));
	});
	let [depthM, sidewaysM] = [0, 0];

	const measured = (index: number): Measured => {
		const [east, north] = [easts[index] ?? 0, norths[index] ?? 0];
		budget.spend(shape.corners);
		const toEdge = shape.distanceToEdge(east, north);
		sidewaysM = Math.max(sidewaysM, toEdge);
		depthM = Math.max(depthM, Math.min(toEdge, verticals[index] ?? 0));
		return { east, north, sidewaysM: toEdge };
	};
	/** @param end the first place after those @param near one whose way to the edge is known */
	const search = (first: number, end: number, near: Measured) => {
		let [farthest, highest] = [0, 0];
		budget.spend(end - first);
		for (let index = first; index < end; index++) {
			const east = (easts[index] ?? 0) - near.east;
			const north = (norths[index] ?? 0) - near.north;
			farthest = Math.max(farthest, east * east + north * north);
			highest = Math.max(highest, verticals[index] ?? 0);
		}
		const most = near.sidewaysM + Math.sqrt(farthest);
		if (most <= sidewaysM && Math.min(most, highest) <= depthM) return;
		const middle = (first + end) >> 1;
		const here = measured(middle);
		if (first < middle) search(first, middle, here);
		if (middle + 1 < end) search(middle + 1, end, here);
	};
	if (easts.length > 0) search(0, easts.length, measured(easts.length >> 1));
	const vertical = verticals.reduce((most, one) => Math.max(most, one), 0);
	return { depthM, sidewaysM, verticalM: Number.isFinite(vertical) ? vertical : null };
}
