import type { Track } from "~/lib/flights/igc-file/track";
import type { Bounds } from "~/lib/maps/viewport";
import { at } from "~/lib/numbers";
import { boxOf } from "~/lib/tasks/airspace/airspace";

/** Some fixes in a row, and what holds them. */
export interface FlownBlock extends Bounds {
	/** Indices of fixes; the last one is the first of the next block. */
	readonly first: number;
	readonly last: number;
	/** Metres, in the heights of the track. */
	readonly lowest: number;
	readonly highest: number;
}

/** Fixes of a block. Most spaces are far from most of a flight, so whole blocks can be skipped. */
const fixesInBlock = 32;

export function blocksOf(track: Track): FlownBlock[] {
	const count = Math.ceil(Math.max(0, track.length - 1) / fixesInBlock);
	return Array.from({ length: count }, (_, index) => {
		const first = index * fixesInBlock;
		return blockOf(track, first, Math.min(first + fixesInBlock, track.length - 1));
	});
}

function blockOf({ latitudes, longitudes, heights }: Track, first: number, last: number): FlownBlock {
	let [south, north, west, east] = [90, -90, 180, -180];
	let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (let fix = first; fix <= last; fix++) {
		const [latitude, longitude, height] = [at(latitudes, fix), at(longitudes, fix), at(heights, fix)];
		south = Math.min(south, latitude);
		north = Math.max(north, latitude);
		west = Math.min(west, longitude);
		east = Math.max(east, longitude);
		lowest = Math.min(lowest, height);
		highest = Math.max(highest, height);
	}
	return { first, last, south, north, west, east, lowest, highest };
}

export function boxOfBlocks(blocks: readonly FlownBlock[]): Bounds {
	return boxOf(blocks.flatMap(({ south, west, north, east }) => [south, west, north, east]));
}
