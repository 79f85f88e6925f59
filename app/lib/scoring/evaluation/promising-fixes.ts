import type { PlanePoint } from "~/lib/geodesy/local-plane";
import type { PlaneTrack } from "./layer-search";

/** Blocks of fixes in a flight at most: every block is compared with every other one. */
const mostBlocks = 512;
const leastBlockBits = 5;
/** Metres by which the search may miss the longest way. */
const tolerance = 1;

/** Circles around the blocks of an area, a block being fixes that follow each other. Metres. */
interface Circles {
	/** A way leads from one circle to the next only when this does not fall. */
	readonly order: Int32Array;
	readonly east: Float64Array;
	readonly north: Float64Array;
	readonly radius: Float64Array;
}

interface Blocks extends Circles {
	/** The fix in the middle of each. */
	readonly middles: Int32Array;
	readonly fixes: readonly Uint32Array[];
}

/**
 * The fixes of each area without those that no longest way from start to finish leads through: even by the far edges of
 * the blocks on its way, a way over them is shorter than one that is known.
 * @param areas ascending indices of the fixes in each area
 */
export function promisingFixes(
	track: PlaneTrack,
	areas: readonly Uint32Array[],
	from: PlanePoint,
	to: PlanePoint,
): readonly Uint32Array[] {
	const bits = Math.max(leastBlockBits, Math.ceil(Math.log2(track.east.length / mostBlocks)));
	const blocks = areas.map((fixes) => blocksOf(track, fixes, bits));
	const least = knownLength(blocks, from, to) - tolerance;
	const before = farthest(blocks, from);
	const backwards = blocks.toReversed().map((those) => ({ ...those, order: those.order.map((one) => -one) }));
	const after = farthest(backwards, to).reverse();
	return blocks.map(({ fixes }, area) => {
		const [longest, rest] = [before[area] ?? [], after[area] ?? []];
		const kept = fixes.filter((_, block) => (longest[block] ?? 0) + (rest[block] ?? 0) >= least);
		return Uint32Array.from(kept.flatMap((those) => [...those]));
	});
}

/** Blocks of one number hold the same times of the flight, so a way may lead from one to the other. */
function blocksOf({ east, north }: PlaneTrack, fixes: Uint32Array, bits: number): Blocks {
	const parts: Uint32Array[] = [];
	for (let first = 0; first < fixes.length; ) {
		const number = (fixes[first] ?? 0) >> bits;
		let end = first;
		while (end < fixes.length && (fixes[end] ?? 0) >> bits === number) end++;
		parts.push(fixes.subarray(first, end));
		first = end;
	}
	const middles = Int32Array.from(parts, (part) => part[part.length >> 1] ?? 0);
	const blocks = {
		order: middles.map((fix) => fix >> bits),
		middles,
		east: Float64Array.from(middles, (fix) => east[fix] ?? 0),
		north: Float64Array.from(middles, (fix) => north[fix] ?? 0),
		radius: new Float64Array(parts.length),
		fixes: parts,
	};
	parts.forEach((part, block) => {
		const [middleEast, middleNorth] = [blocks.east[block] ?? 0, blocks.north[block] ?? 0];
		let square = 0;
		for (const fix of part) {
			const x = (east[fix] ?? 0) - middleEast;
			const y = (north[fix] ?? 0) - middleNorth;
			square = Math.max(square, x * x + y * y);
		}
		blocks.radius[block] = Math.sqrt(square);
	});
	return blocks;
}

/** Metres of the longest way through the middles of blocks; minus infinity without one. */
function knownLength(areas: readonly Blocks[], from: PlanePoint, to: PlanePoint): number {
	const middles = areas.map((blocks) => ({
		...blocks,
		order: blocks.middles,
		radius: new Float64Array(blocks.middles.length),
	}));
	const [last, lengths] = [middles.at(-1), farthest(middles, from).at(-1)];
	if (!last || !lengths) return Number.NEGATIVE_INFINITY;
	return lengths.reduce(
		(longest, length, block) => Math.max(longest, length + metresTo(last, block, to)),
		Number.NEGATIVE_INFINITY,
	);
}

/** Of each block, metres that no way from an end of the task exceeds; minus infinity where none leads. */
function farthest(areas: readonly Circles[], end: PlanePoint): Float64Array[] {
	const lengths: Float64Array[] = [];
	areas.forEach((circles, area) => {
		const [before, known] = [areas[area - 1], lengths[area - 1]];
		lengths.push(
			circles.radius.map((radius, block) => {
				if (!before || !known) return metresTo(circles, block, end) + radius;
				const here = { east: circles.east[block] ?? 0, north: circles.north[block] ?? 0 };
				return radius + longestTo(before, known, here, circles.order[block] ?? 0);
			}),
		);
	});
	return lengths;
}

/** @param latest order from which a way may lead here */
function longestTo(
	before: Circles,
	known: Float64Array,
	{ east, north }: PlanePoint,
	latest: number,
): number {
	let longest = Number.NEGATIVE_INFINITY;
	for (let block = 0; block < known.length; block++) {
		if ((before.order[block] ?? 0) > latest) continue;
		const x = (before.east[block] ?? 0) - east;
		const y = (before.north[block] ?? 0) - north;
		const length = (known[block] ?? 0) + (before.radius[block] ?? 0) + Math.sqrt(x * x + y * y);
		if (length > longest) longest = length;
	}
	return longest;
}

function metresTo(circles: Circles, block: number, { east, north }: PlanePoint): number {
	return Math.hypot((circles.east[block] ?? 0) - east, (circles.north[block] ?? 0) - north);
}
