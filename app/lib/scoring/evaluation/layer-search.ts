import { at } from "~/lib/flight-log/flight-log";

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
	/** Place in the layer before, from which the longest way comes. */
	readonly back: Int32Array;
}

/** Places that are looked at together. */
const blockSize = 64;
/** Metres by which a way may be shorter than the longest: places on a straight line differ by less. */
const tolerance = 0.05;

interface Block {
	/** Places of the layer. */
	readonly first: number;
	readonly end: number;
	/** Of the candidates: the places of it over which a longest way to anywhere later can lead. */
	readonly from: number;
	readonly to: number;
	readonly east: number;
	readonly north: number;
	/** Metres of the longest way to a candidate and on to the middle. No way goes over the block and is longer than by this and the rest. */
	readonly reach: number;
}

/**
 * Finds the longest way over one place of a layer. Whole blocks of places are passed over that cannot beat the best way so
 * far, so nearly all of them when the search begins with a good one.
 */
export class LayerSearch {
	private readonly blocks: Block[] = [];
	/** Places of the layer, with what is known of them side by side. */
	private readonly candidates: Int32Array;
	private readonly lengths: Float64Array;
	private readonly east: Float64Array;
	private readonly north: Float64Array;

	constructor(
		private readonly track: PlaneTrack,
		private readonly layer: Layer,
	) {
		const candidates: number[] = [];
		for (let first = 0; first < layer.fixes.length; first += blockSize) {
			const end = Math.min(layer.fixes.length, first + blockSize);
			const kept = this.undominated(first, end);
			const middle = at(layer.fixes, (first + end) >> 1);
			const [east, north] = [at(track.east, middle), at(track.north, middle)];
			const reach = tolerance + Math.max(...kept.map((place) => this.lengthOver(place, east, north)));
			const from = candidates.length;
			candidates.push(...kept);
			this.blocks.push({ first, end, from, to: candidates.length, east, north, reach });
		}
		const fixes = candidates.map((place) => at(layer.fixes, place));
		this.candidates = Int32Array.from(candidates);
		this.lengths = Float64Array.from(candidates, (place) => at(layer.lengths, place));
		this.east = Float64Array.from(fixes, (fix) => at(track.east, fix));
		this.north = Float64Array.from(fixes, (fix) => at(track.north, fix));
	}

	/** Metres of the way over a place of the layer. */
	lengthOver(place: number, east: number, north: number): number {
		const fix = at(this.layer.fixes, place);
		const [x, y] = [at(this.track.east, fix) - east, at(this.track.north, fix) - north];
		return at(this.layer.lengths, place) + Math.sqrt(x * x + y * y);
	}

	/** @param latest fix of the way @param hint a place that is no later @returns a place of the layer */
	longestTo(east: number, north: number, latest: number, hint: number): number {
		const { fixes } = this.layer;
		let [best, longest] = [hint, this.lengthOver(hint, east, north)];
		for (const block of this.blocks) {
			if (at(fixes, block.first) > latest) break;
			const [toEast, toNorth] = [block.east - east, block.north - north];
			if (Math.sqrt(toEast * toEast + toNorth * toNorth) + block.reach <= longest) continue;
			if (at(fixes, block.end - 1) > latest) {
				for (let place = block.first; at(fixes, place) <= latest; place++) {
					const length = this.lengthOver(place, east, north);
					if (length > longest) [best, longest] = [place, length];
				}
				break;
			}
			for (let index = block.from; index < block.to; index++) {
				const [x, y] = [at(this.east, index) - east, at(this.north, index) - north];
				const length = at(this.lengths, index) + Math.sqrt(x * x + y * y);
				if (length > longest) [best, longest] = [at(this.candidates, index), length];
			}
		}
		return best;
	}

	/** A place is dominated by another one when the way over that one by way of this is no longer: on a straight line, by the last. */
	private undominated(first: number, end: number): number[] {
		const kept: number[] = [];
		for (let place = end - 1; place >= first; place--) {
			const fix = at(this.layer.fixes, place);
			const [east, north] = [at(this.track.east, fix), at(this.track.north, fix)];
			const least = at(this.layer.lengths, place) - tolerance;
			const isDominated = kept.some(
				(other) => 2 * at(this.layer.lengths, other) >= least + this.lengthOver(other, east, north),
			);
			if (!isDominated) kept.push(place);
		}
		return kept;
	}
}
