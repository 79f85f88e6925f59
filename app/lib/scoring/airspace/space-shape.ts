import type { LocalPlane, PlanePoint } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import type { StepBudget } from "../evaluation/step-budget";

/** An area on the plane of a shape, in metres. */
export interface Reach {
	readonly west: number;
	readonly south: number;
	readonly east: number;
	readonly north: number;
}

interface Line {
	readonly easts: Float64Array;
	readonly norths: Float64Array;
}

/** The outline of an airspace on a plane. */
export class SpaceShape {
	private readonly easts: Float64Array;
	private readonly norths: Float64Array;

	/** @param outline as in `Airspace` */
	constructor(outline: readonly number[], plane: LocalPlane) {
		const count = outline.length / 2;
		this.easts = new Float64Array(count + 1);
		this.norths = new Float64Array(count + 1);
		for (let corner = 0; corner <= count; corner++) {
			const index = (corner % count) * 2;
			const { east, north } = plane.project(outline[index] ?? 0, outline[index + 1] ?? 0);
			this.easts[corner] = east;
			this.norths[corner] = north;
		}
	}

	get corners(): number {
		return this.easts.length - 1;
	}

	/** Indices of the sides that decide what lies inside within a reach: those at its height, and not wholly west of it. */
	sidesFor({ west, south, north }: Reach): number[] {
		const { easts, norths, corners } = this;
		const sides: number[] = [];
		let to = at(norths, 0);
		for (let side = 0; side < corners; side++) {
			const from = to;
			to = at(norths, side + 1);
			if ((from < south && to < south) || (from > north && to > north)) continue;
			if (at(easts, side) < west && at(easts, side + 1) < west) continue;
			sides.push(side);
		}
		return sides;
	}

	/** Whether a side is within reach to the west of a place. Otherwise everything west of it is on one side of the outline. */
	comesWestOf(sides: readonly number[], east: number): boolean {
		return sides.some((side) => at(this.easts, side) <= east || at(this.easts, side + 1) <= east);
	}

	/** Whether an odd number of sides lies east of a place. */
	holds(sides: readonly number[], east: number, north: number): boolean {
		const { easts, norths } = this;
		let isInside = false;
		for (const side of sides) {
			const [low, high] = [at(norths, side), at(norths, side + 1)];
			if (low > north === high > north) continue;
			const share = (north - low) / (high - low);
			if (at(easts, side) + share * (at(easts, side + 1) - at(easts, side)) > east) isInside = !isInside;
		}
		return isInside;
	}

	/** Shares of the way to a place of a line, from the one before, at which it crosses a side. */
	cuts(sides: readonly number[], line: Line, to: number): number[] {
		const { easts, norths } = this;
		const [fromEast, fromNorth] = [at(line.easts, to - 1), at(line.norths, to - 1)];
		const [east, north] = [at(line.easts, to) - fromEast, at(line.norths, to) - fromNorth];
		const shares: number[] = [];
		for (const side of sides) {
			const [sideEast, sideNorth] = [at(easts, side), at(norths, side)];
			const [alongEast, alongNorth] = [at(easts, side + 1) - sideEast, at(norths, side + 1) - sideNorth];
			const cross = east * alongNorth - north * alongEast;
			if (cross === 0) continue;
			const [offEast, offNorth] = [sideEast - fromEast, sideNorth - fromNorth];
			const share = (offEast * alongNorth - offNorth * alongEast) / cross;
			const onSide = (offEast * north - offNorth * east) / cross;
			if (share > 0 && share < 1 && onSide >= 0 && onSide <= 1) shares.push(share);
		}
		return shares;
	}

	/** Metres from a place to the nearest side. */
	distanceToEdge(placeEast: number, placeNorth: number): number {
		const { easts, norths, corners } = this;
		let least = Number.POSITIVE_INFINITY;
		let [toEast, toNorth] = [at(easts, 0) - placeEast, at(norths, 0) - placeNorth];
		for (let side = 0; side < corners; side++) {
			const [fromEast, fromNorth] = [toEast, toNorth];
			toEast = at(easts, side + 1) - placeEast;
			toNorth = at(norths, side + 1) - placeNorth;
			const [east, north] = [toEast - fromEast, toNorth - fromNorth];
			const square = east * east + north * north;
			const along = square === 0 ? 0 : -(fromEast * east + fromNorth * north) / square;
			const share = Math.min(1, Math.max(0, along));
			const offEast = fromEast + share * east;
			const offNorth = fromNorth + share * north;
			least = Math.min(least, offEast * offEast + offNorth * offNorth);
		}
		return Math.sqrt(least);
	}
}

/** Places in order, metres on the plane of the shape. One list a field: there are a hundred thousand. */
export class Places {
	readonly easts: number[] = [];
	readonly norths: number[] = [];
	/** To floor or ceiling, whichever is nearer; infinite without either. */
	readonly verticals: number[] = [];

	add(east: number, north: number, vertical: number): void {
		this.easts.push(east);
		this.norths.push(north);
		this.verticals.push(vertical);
	}
}

export interface Depth {
	/** Metres to the nearest way out, at the deepest place. */
	readonly depthM: number;
	/** Farthest from the edge, and farthest from floor and ceiling; null in a space without either. */
	readonly sidewaysM: number;
	readonly verticalM: number | null;
}

interface Measured extends PlanePoint {
	readonly sidewaysM: number;
}

/**
 * Returns the depth of the deepest place. The distance to the edge is slow to measure. Half of the places is searched only when one
 * of them may be deeper: a metre of flight changes the distance by a metre at most.
 */
export function deepest(shape: SpaceShape, { easts, norths, verticals }: Places, budget: StepBudget): Depth {
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
