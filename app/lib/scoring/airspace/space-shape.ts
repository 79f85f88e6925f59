import { at } from "~/lib/flight-log/flight-log";
import type { LocalPlane } from "~/lib/geodesy/local-plane";

/** A straight line between two fixes, in metres on the plane of the shape. */
export interface Stretch {
	readonly fromEast: number;
	readonly fromNorth: number;
	readonly toEast: number;
	readonly toNorth: number;
}

export interface Reach {
	readonly west: number;
	readonly south: number;
	readonly north: number;
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
	sidesFor({ west, south, north }: Reach): Uint32Array {
		const { easts, norths } = this;
		const sides = new Uint32Array(easts.length - 1);
		let count = 0;
		for (let side = 0; side < sides.length; side++) {
			const [one, other] = [at(norths, side), at(norths, side + 1)];
			if ((one < south && other < south) || (one > north && other > north)) continue;
			if (at(easts, side) < west && at(easts, side + 1) < west) continue;
			sides[count++] = side;
		}
		return sides.subarray(0, count);
	}

	/** Otherwise all that lies west of it, within the reach of the sides, is on one side of the outline. */
	comesWestOf(sides: Uint32Array, east: number): boolean {
		return sides.some((side) => at(this.easts, side) <= east || at(this.easts, side + 1) <= east);
	}

	/** Whether an odd number of sides lies east of a place. */
	holds(sides: Uint32Array, east: number, north: number): boolean {
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

	/** Shares of a stretch at which it crosses a side. */
	cuts(sides: Uint32Array, { fromEast, fromNorth, toEast, toNorth }: Stretch): number[] {
		const { easts, norths } = this;
		const [east, north] = [toEast - fromEast, toNorth - fromNorth];
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
		const { easts, norths } = this;
		let least = Number.POSITIVE_INFINITY;
		for (let side = 0; side < easts.length - 1; side++) {
			const [fromEast, fromNorth] = [at(easts, side), at(norths, side)];
			const [east, north] = [at(easts, side + 1) - fromEast, at(norths, side + 1) - fromNorth];
			const square = east * east + north * north;
			const along =
				square === 0 ? 0 : ((placeEast - fromEast) * east + (placeNorth - fromNorth) * north) / square;
			const share = Math.min(1, Math.max(0, along));
			const offEast = fromEast + share * east - placeEast;
			const offNorth = fromNorth + share * north - placeNorth;
			least = Math.min(least, offEast * offEast + offNorth * offNorth);
		}
		return Math.sqrt(least);
	}
}
