import { at } from "~/lib/flight-log/flight-log";
import type { PlanePoint } from "~/lib/geodesy/local-plane";
import { type Layer, LayerSearch, type PlaneTrack } from "./layer-search";

/** Fixes that are looked at together. */
const blockBits = 6;

/**
 * The longest ways from the start through one fix of each area, in order of time. A fix within the hull of its
 * neighbours is never the farthest, so only hulls are tried, except where areas overlap and the order within a block
 * counts.
 * @param areas ascending indices of the fixes in each area
 */
export function longestWays(track: PlaneTrack, areas: readonly Uint32Array[], from: PlanePoint): Layer[] {
	const blocks = areas.map((fixes) => new Set(Array.from(fixes, (fix) => fix >> blockBits)));
	const layers: Layer[] = [];
	areas.forEach((fixes, area) => {
		const isShared = (block: number) => blocks[area - 1]?.has(block) || blocks[area + 1]?.has(block);
		const candidates = thinned(track, fixes, (block) => isShared(block) === true);
		const before = layers.at(-1);
		layers.push(before ? nextLayer(track, before, candidates) : firstLayer(track, candidates, from));
	});
	return layers;
}

/** The fixes of the longest way that ends at a place of the last layer. */
export function wayTo(layers: readonly Layer[], place: number): number[] {
	const way: number[] = [];
	let current = place;
	for (const { fixes, back } of layers.toReversed()) {
		way.unshift(at(fixes, current));
		current = back[current] ?? 0;
	}
	return way;
}

export function metresTo(track: PlaneTrack, fix: number, { east, north }: PlanePoint): number {
	const [x, y] = [at(track.east, fix) - east, at(track.north, fix) - north];
	return Math.sqrt(x * x + y * y);
}

function firstLayer(track: PlaneTrack, fixes: Uint32Array, from: PlanePoint): Layer {
	const lengths = Float64Array.from(fixes, (fix) => metresTo(track, fix, from));
	return { fixes, lengths, back: new Int32Array(fixes.length) };
}

function nextLayer(track: PlaneTrack, before: Layer, fixes: Uint32Array): Layer {
	const lengths = new Float64Array(fixes.length).fill(Number.NEGATIVE_INFINITY);
	const back = new Int32Array(fixes.length);
	const search = new LayerSearch(track, before);
	let best = 0;
	for (let place = 0; place < fixes.length; place++) {
		const fix = at(fixes, place);
		if (at(before.fixes, 0) > fix) continue;
		const [east, north] = [at(track.east, fix), at(track.north, fix)];
		// The place that was best for the fix before is nearly right.
		best = search.longestTo(east, north, fix, best);
		lengths[place] = search.lengthOver(best, east, north);
		back[place] = best;
	}
	return { fixes, lengths, back };
}

/** @param isWhole whether all fixes of a block stay */
function thinned(track: PlaneTrack, fixes: Uint32Array, isWhole: (block: number) => boolean): Uint32Array {
	const kept: number[] = [];
	for (let first = 0; first < fixes.length; ) {
		const block = at(fixes, first) >> blockBits;
		let end = first;
		while (end < fixes.length && at(fixes, end) >> blockBits === block) end++;
		const those = fixes.subarray(first, end);
		kept.push(...(isWhole(block) ? those : hull(track, those)));
		first = end;
	}
	return Uint32Array.from(kept);
}

/** Metres by which a corner has to stand out: a long straight flight has none between its ends. */
const leastCorner = 0.5;

/** The corners of the convex hull, in order of time (Andrew's monotone chain). */
function hull({ east, north }: PlaneTrack, fixes: Uint32Array): Uint32Array {
	if (fixes.length <= 3) return fixes;
	const sorted = fixes.toSorted((a, b) => at(east, a) - at(east, b) || at(north, a) - at(north, b));
	const standsOut = (a: number, b: number, c: number) => {
		const [x, y] = [at(east, c) - at(east, a), at(north, c) - at(north, a)];
		const turn = (at(east, b) - at(east, a)) * y - (at(north, b) - at(north, a)) * x;
		return -turn > leastCorner * Math.sqrt(x * x + y * y);
	};
	const chain = (ordered: Uint32Array) => {
		const corners: number[] = [];
		for (const fix of ordered) {
			while (
				corners.length >= 2 &&
				!standsOut(corners[corners.length - 2] ?? 0, corners[corners.length - 1] ?? 0, fix)
			)
				corners.pop();
			corners.push(fix);
		}
		return corners;
	};
	return Uint32Array.from(new Set([...chain(sorted), ...chain(sorted.toReversed())])).sort();
}
