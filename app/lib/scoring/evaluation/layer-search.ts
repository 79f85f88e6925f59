import { at } from "~/lib/numbers";
import type { StepBudget } from "./step-budget";

/** The fixes of a track on a plane, metres. */
export interface PlaneTrack {
	readonly east: Float64Array;
	readonly north: Float64Array;
}

/** An area: the fixes that a longest way could go through, and for each the longest way to it. */
export interface Layer {
	/** Ascending indices. */
	readonly fixes: Uint32Array;
	/** Metres from the start. */
	readonly lengths: Float64Array;
	/** Place in the previous layer from which the longest way comes. */
	readonly back: Int32Array;
}

/** Places that are looked at together. */
const blockSize = 32;
/** Metres by which a way may be shorter than the longest: places on a straight line differ by less. */
const tolerance = 0.05;

/**
 * Finds the longest way over one place of a layer. Whole blocks of places that cannot beat the best way so far are skipped, nearly
 * all of them when the search begins with a good one. The inner loops read plain arrays of one kind.
 */
export class LayerSearch {
	private readonly blocks: Blocks;
	private readonly all: Places;
	/** The candidates: places over which the longest way to anywhere after their block can lead. */
	private readonly candidates: Places;

	constructor(
		track: PlaneTrack,
		private readonly layer: Layer,
		private readonly budget: StepBudget,
	) {
		const { fixes } = layer;
		budget.spend(fixes.length * blockSize);
		this.all = placesOf(
			track,
			layer,
			Array.from(fixes, (_, place) => place),
		);
		this.blocks = blocksOf(Math.ceil(fixes.length / blockSize));
		const candidates: number[] = [];
		for (let block = 0; block < this.blocks.count; block++) {
			const first = block * blockSize;
			const end = Math.min(fixes.length, first + blockSize);
			const kept = this.undominated(first, end);
			const middle = (first + end) >> 1;
			const [east, north] = [at(this.all.east, middle), at(this.all.north, middle)];
			this.blocks.east[block] = east;
			this.blocks.north[block] = north;
			this.blocks.reach[block] =
				tolerance + Math.max(...kept.map((place) => this.lengthOver(place, east, north)));
			candidates.push(...kept);
			this.blocks.ends[block] = candidates.length;
		}
		this.candidates = placesOf(track, layer, candidates);
	}

	/** Metres of the way over a place of the layer. */
	lengthOver(place: number, east: number, north: number): number {
		const { all } = this;
		const x = (all.east[place] ?? 0) - east;
		const y = (all.north[place] ?? 0) - north;
		return (all.lengths[place] ?? 0) + Math.sqrt(x * x + y * y);
	}

	/**
	 * Finds the place with the longest way.
	 * @param latest fix of the way
	 * @param hint a place that is no later
	 * @returns a place of the layer
	 */
	longestTo(east: number, north: number, latest: number, hint: number): number {
		const { blocks, candidates } = this;
		let steps = 1;
		const { fixes } = this.layer;
		let best = hint;
		let longest = this.lengthOver(hint, east, north);
		for (let block = 0; block < blocks.count; block++) {
			const first = block * blockSize;
			steps++;
			if ((fixes[first] ?? 0) > latest) break;
			const toEast = (blocks.east[block] ?? 0) - east;
			const toNorth = (blocks.north[block] ?? 0) - north;
			if (Math.sqrt(toEast * toEast + toNorth * toNorth) + (blocks.reach[block] ?? 0) <= longest) continue;
			const end = Math.min(fixes.length, first + blockSize);
			steps += end - first;
			if ((fixes[end - 1] ?? 0) > latest) {
				for (let place = first; (fixes[place] ?? 0) <= latest; place++) {
					const length = this.lengthOver(place, east, north);
					if (length > longest) {
						longest = length;
						best = place;
					}
				}
				break;
			}
			const last = blocks.ends[block] ?? 0;
			for (let index = block === 0 ? 0 : (blocks.ends[block - 1] ?? 0); index < last; index++) {
				const x = (candidates.east[index] ?? 0) - east;
				const y = (candidates.north[index] ?? 0) - north;
				const length = (candidates.lengths[index] ?? 0) + Math.sqrt(x * x + y * y);
				if (length > longest) {
					longest = length;
					best = candidates.places[index] ?? 0;
				}
			}
		}
		this.budget.spend(steps);
		return best;
	}

	/**
	 * The places that no other one dominates. A place is dominated when the way over it to the other place is no longer than the way
	 * to the other place itself. On a straight line the last place dominates.
	 */
	private undominated(first: number, end: number): number[] {
		const { lengths, east, north } = this.all;
		const kept: number[] = [];
		for (let place = end - 1; place >= first; place--) {
			const least = (lengths[place] ?? 0) - tolerance;
			const [x, y] = [east[place] ?? 0, north[place] ?? 0];
			const isDominated = kept.some(
				(other) => 2 * (lengths[other] ?? 0) >= least + this.lengthOver(other, x, y),
			);
			if (!isDominated) kept.push(place);
		}
		return kept;
	}
}

/** Places of a layer, with what is known of them side by side. */
interface Places {
	readonly places: Int32Array;
	readonly lengths: Float64Array;
	readonly east: Float64Array;
	readonly north: Float64Array;
}

function placesOf(track: PlaneTrack, { fixes, lengths }: Layer, places: readonly number[]): Places {
	const count = places.length;
	const known = {
		places: Int32Array.from(places),
		lengths: new Float64Array(count),
		east: new Float64Array(count),
		north: new Float64Array(count),
	};
	for (let index = 0; index < count; index++) {
		const place = known.places[index] ?? 0;
		const fix = fixes[place] ?? 0;
		known.lengths[index] = lengths[place] ?? 0;
		known.east[index] = track.east[fix] ?? 0;
		known.north[index] = track.north[fix] ?? 0;
	}
	return known;
}

interface Blocks {
	readonly count: number;
	/** A place of the block. */
	readonly east: Float64Array;
	readonly north: Float64Array;
	/**
	 * Metres of the longest way to a candidate and on to that place. This and the rest of the way are the most that any way over the
	 * block can have.
	 */
	readonly reach: Float64Array;
	/** For each candidate, the first one after its block. */
	readonly ends: Int32Array;
}

function blocksOf(count: number): Blocks {
	return {
		count,
		east: new Float64Array(count),
		north: new Float64Array(count),
		reach: new Float64Array(count),
		ends: new Int32Array(count),
	};
}
