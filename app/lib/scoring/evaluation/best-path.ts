import type { PlanePoint } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { type Layer, LayerSearch, type PlaneTrack } from "./layer-search";
import { StepBudget } from "./step-budget";

/** Steps of a fix in its hull. */
const stepsOfThinning = 16;
/** Fixes that are looked at together. */
const blockBits = 6;

/**
 * Finds the longest ways from the start through one fix of each area, in order of time. A fix within the hull of its neighbours is
 * never the farthest, so only hulls are tried, except where areas overlap and the order within a block counts.
 * @param areas ascending indices of the fixes in each area
 */
export function longestWays(
	track: PlaneTrack,
	areas: readonly Uint32Array[],
	from: PlanePoint,
	budget = new StepBudget(),
): Layer[] {
	const blocks = areas.map(blocksOf);
	const layers: Layer[] = [];
	areas.forEach((fixes, area) => {
		const isShared = (block: number) => blocks[area - 1]?.has(block) || blocks[area + 1]?.has(block);
		budget.spend(fixes.length * stepsOfThinning);
		const candidates = thinned(track, fixes, (block) => isShared(block) === true);
		const before = layers.at(-1);
		layers.push(before ? nextLayer(track, before, candidates, budget) : firstLayer(track, candidates, from));
	});
	return layers;
}

function blocksOf(fixes: Uint32Array): ReadonlySet<number> {
	const blocks = new Set<number>();
	let last = -1;
	for (const fix of fixes) {
		if (fix >> blockBits !== last) blocks.add(fix >> blockBits);
		last = fix >> blockBits;
	}
	return blocks;
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
	const x = (track.east[fix] ?? 0) - east;
	const y = (track.north[fix] ?? 0) - north;
	return Math.sqrt(x * x + y * y);
}

function firstLayer(track: PlaneTrack, fixes: Uint32Array, from: PlanePoint): Layer {
	const lengths = new Float64Array(fixes.length);
	for (let place = 0; place < fixes.length; place++)
		lengths[place] = metresTo(track, fixes[place] ?? 0, from);
	return { fixes, lengths, back: new Int32Array(fixes.length) };
}

function nextLayer(track: PlaneTrack, before: Layer, fixes: Uint32Array, budget: StepBudget): Layer {
	const lengths = new Float64Array(fixes.length).fill(Number.NEGATIVE_INFINITY);
	const back = new Int32Array(fixes.length);
	const search = new LayerSearch(track, before, budget);
	let best = 0;
	for (let place = 0; place < fixes.length; place++) {
		const fix = at(fixes, place);
		if (at(before.fixes, 0) > fix) continue;
		const [east, north] = [at(track.east, fix), at(track.north, fix)];
		// The place that was best for the previous fix is nearly right.
		best = search.longestTo(east, north, fix, best);
		lengths[place] = search.lengthOver(best, east, north);
		back[place] = best;
	}
	return { fixes, lengths, back };
}

/** @param isShared whether a neighbouring area has fixes of a block, too */
function thinned(track: PlaneTrack, fixes: Uint32Array, isShared: (block: number) => boolean): Uint32Array {
	const kept: number[] = [];
	for (let first = 0; first < fixes.length; ) {
		const block = at(fixes, first) >> blockBits;
		let end = first;
		while (end < fixes.length && at(fixes, end) >> blockBits === block) end++;
		const those = fixes.subarray(first, end);
		kept.push(...(isShared(block) ? bends(track, those) : hull(track, those)));
		first = end;
	}
	return Uint32Array.from(kept);
}

/**
 * The fixes without those on a straight line between others (Ramer, Douglas and Peucker). Along a straight line no choice of
 * places in order of time is better than its ends.
 */
function bends(track: PlaneTrack, fixes: Uint32Array): number[] {
	const kept = [at(fixes, 0)];
	const keepBetween = (first: number, last: number) => {
		const farthest = farthestFrom(track, fixes, first, last);
		if (farthest !== null) {
			keepBetween(first, farthest);
			keepBetween(farthest, last);
		} else if (last > first) {
			kept.push(at(fixes, last));
		}
	};
	keepBetween(0, fixes.length - 1);
	return kept;
}

/** The place between two others that is farthest from the line between them; null when all lie on it. */
function farthestFrom(
	{ east, north }: PlaneTrack,
	fixes: Uint32Array,
	first: number,
	last: number,
): number | null {
	const [from, to] = [at(fixes, first), at(fixes, last)];
	const [fromEast, fromNorth] = [at(east, from), at(north, from)];
	const [lineEast, lineNorth] = [at(east, to) - fromEast, at(north, to) - fromNorth];
	const square = lineEast * lineEast + lineNorth * lineNorth;
	let farthest: number | null = null;
	let most = leastBend * leastBend;
	for (let place = first + 1; place < last; place++) {
		const fix = fixes[place] ?? 0;
		const x = (east[fix] ?? 0) - fromEast;
		const y = (north[fix] ?? 0) - fromNorth;
		const share = square > 0 ? Math.min(1, Math.max(0, (x * lineEast + y * lineNorth) / square)) : 0;
		const offEast = x - share * lineEast;
		const offNorth = y - share * lineNorth;
		const off = offEast * offEast + offNorth * offNorth;
		if (off > most) {
			farthest = place;
			most = off;
		}
	}
	return farthest;
}

/** Distance in metres of a fix from a straight line that makes it a bend. A long straight flight has none between its ends. */
const leastBend = 0.5;

/**
 * The corners of the convex hull (Andrew's monotone chain), in order of time. Those that hardly stand out are left out at the
 * end: dropped one by one while the hull grows, they would take the farthest corner along.
 */
function hull(track: PlaneTrack, fixes: Uint32Array): Uint32Array {
	if (fixes.length <= 3) return fixes;
	const { east, north } = track;
	const sorted = fixes.toSorted(
		(a, b) => (east[a] ?? 0) - (east[b] ?? 0) || (north[a] ?? 0) - (north[b] ?? 0),
	);
	const turnsIn = (a: number, b: number, c: number) => {
		const [fromEast, fromNorth] = [east[a] ?? 0, north[a] ?? 0];
		const across = ((east[b] ?? 0) - fromEast) * ((north[c] ?? 0) - fromNorth);
		return across >= ((north[b] ?? 0) - fromNorth) * ((east[c] ?? 0) - fromEast);
	};
	const chain = (ordered: Uint32Array) => {
		const corners: number[] = [];
		for (const fix of ordered) {
			while (
				corners.length >= 2 &&
				turnsIn(corners[corners.length - 2] ?? 0, corners[corners.length - 1] ?? 0, fix)
			)
				corners.pop();
			corners.push(fix);
		}
		return bends(track, Uint32Array.from(corners));
	};
	return Uint32Array.from(new Set([...chain(sorted), ...chain(sorted.toReversed())])).sort();
}
