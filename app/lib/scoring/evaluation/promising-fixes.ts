import type { PlanePoint } from "~/lib/maps/geodesy";
import type { Targets } from "./best-place";
import type { PlaneTrack } from "./layer-search";
import { StepBudget } from "./step-budget";

/** About the most blocks of an area: every block is compared with every other one. */
const mostBlocks = 128;
const leastBlockBits = 5;
/** Metres by which the search may miss the longest way. */
const tolerance = 1;

/** Circles around places that a way may lead through. Metres. */
interface Circles {
	/** A way leads from one circle to the next only when this does not fall. */
	readonly order: Int32Array;
	readonly east: Float64Array;
	readonly north: Float64Array;
	readonly radius: Float64Array;
}

/** Blocks of fixes that follow each other. */
interface Blocks extends Circles {
	/** The fix in the middle of each. */
	readonly middles: Int32Array;
	readonly fixes: readonly Uint32Array[];
}

/** Where ways end, as seen from the areas. */
interface Ends {
	readonly circles: Circles;
	/** The least metres that are missing at each of them. */
	readonly rest: Float64Array;
	/** One known end in each, without a radius. Its order is a fix. */
	readonly known: Circles;
	readonly knownRest: Float64Array;
}

/**
 * Returns the fixes of each area, without those through which no longest way leads. What large blocks leave is divided into smaller
 * ones.
 * @param areas ascending indices of the fixes in each area
 * @param to the finish, or the places towards which a flight that does not finish flew
 */
export function promisingFixes(
	track: PlaneTrack,
	areas: readonly Uint32Array[],
	from: PlanePoint,
	to: PlanePoint | Targets,
	budget = new StepBudget(),
): readonly Uint32Array[] {
	let kept = areas;
	let last = Number.POSITIVE_INFINITY;
	for (let bits = bitsOf(kept); bits < last; bits = bitsOf(kept)) {
		kept = promisingBlocks(track, kept, from, to, { bits, budget });
		last = bits;
	}
	return kept;
}

function bitsOf(areas: readonly Uint32Array[]): number {
	const most = Math.max(0, ...areas.map(({ length }) => length));
	return Math.max(leastBlockBits, Math.ceil(Math.log2(most / mostBlocks)));
}

/**
 * The blocks that may hold the longest way. A way over any other block is shorter than a known way, even by the far edges of the
 * blocks on its way.
 */
function promisingBlocks(
	track: PlaneTrack,
	areas: readonly Uint32Array[],
	from: PlanePoint,
	to: PlanePoint | Targets,
	{ bits, budget }: { readonly bits: number; readonly budget: StepBudget },
): readonly Uint32Array[] {
	const blocks = areas.map((fixes) => blocksOf(track, fixes, bits));
	const begin = circleOf(from, 0);
	const ends = "rest" in to ? endsOf(to, bits) : finishOf(to);
	budget.spend(stepsOf(areas, blocks, ends));
	const least = knownLength(blocks, begin, ends) - tolerance;
	const before = farthest(begin, nothing, blocks);
	const after = farthest(
		backwards(ends.circles),
		ends.rest.map((metres) => -metres),
		blocks.toReversed().map(backwards),
	).reverse();
	return blocks.map(({ fixes }, area) => {
		const [longest, rest] = [before[area] ?? [], after[area] ?? []];
		const kept = fixes.filter((_, block) => (longest[block] ?? 0) + (rest[block] ?? 0) >= least);
		return joined(kept);
	});
}

/** Every fix is looked at, and every block compared with every one of the next area, there, back and by the middles. */
function stepsOf(areas: readonly Uint32Array[], blocks: readonly Blocks[], ends: Ends): number {
	const fixes = areas.reduce((sum, { length }) => sum + length, ends.rest.length);
	const counts = [1, ...blocks.map(({ order }) => order.length), ends.rest.length];
	const compared = counts.slice(1).reduce((sum, count, index) => sum + count * (counts[index] ?? 0), 0);
	return fixes * 2 + compared * 3;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
	const all = new Uint32Array(parts.reduce((count, { length }) => count + length, 0));
	let count = 0;
	for (const part of parts) {
		all.set(part, count);
		count += part.length;
	}
	return all;
}

const nothing = Float64Array.of(0);
const anyTime = 2 ** 31 - 1;

function circleOf({ east, north }: PlanePoint, order: number): Circles {
	return {
		order: Int32Array.of(order),
		east: Float64Array.of(east),
		north: Float64Array.of(north),
		radius: nothing,
	};
}

function backwards<T extends Circles>(circles: T): T {
	return { ...circles, order: circles.order.map((one) => -one) };
}

function finishOf(finish: PlanePoint): Ends {
	const circles = circleOf(finish, anyTime);
	return { circles, rest: nothing, known: circles, knownRest: nothing };
}

function endsOf(targets: Targets, bits: number): Ends {
	const { first, rest } = targets;
	const fixes = Uint32Array.from({ length: rest.length - first }, (_, index) => first + index);
	const circles = blocksOf(targets, fixes, bits);
	return {
		circles,
		rest: Float64Array.from(circles.fixes, (those) =>
			those.reduce((least, fix) => Math.min(least, rest[fix] ?? 0), Number.POSITIVE_INFINITY),
		),
		known: middlesOf(circles),
		knownRest: Float64Array.from(circles.middles, (fix) => rest[fix] ?? 0),
	};
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

function middlesOf(blocks: Blocks): Circles {
	return { ...blocks, order: blocks.middles, radius: new Float64Array(blocks.middles.length) };
}

/** Metres of the longest way through the middles of blocks; minus infinity without one. */
function knownLength(areas: readonly Blocks[], begin: Circles, { known, knownRest }: Ends): number {
	const lengths = farthest(begin, nothing, [...areas.map(middlesOf), known]).at(-1) ?? nothing;
	return lengths.reduce(
		(longest, length, end) => Math.max(longest, length - (knownRest[end] ?? 0)),
		Number.NEGATIVE_INFINITY,
	);
}

/**
 * Metres that no way to each circle exceeds; minus infinity when no way leads there.
 * @param known metres with which ways leave the circles where they begin
 */
function farthest(begin: Circles, known: Float64Array, layers: readonly Circles[]): Float64Array[] {
	let [before, lengths] = [begin, known];
	return layers.map((circles) => {
		const next = circles.radius.map((radius, index) => {
			const here = { east: circles.east[index] ?? 0, north: circles.north[index] ?? 0 };
			return radius + longestTo(before, lengths, here, circles.order[index] ?? 0);
		});
		[before, lengths] = [circles, next];
		return next;
	});
}

/** @param latest order from which a way may lead to a place */
function longestTo(
	{ order, east, north, radius }: Circles,
	known: Float64Array,
	place: PlanePoint,
	latest: number,
): number {
	let longest = Number.NEGATIVE_INFINITY;
	for (let circle = 0; circle < known.length; circle++) {
		if ((order[circle] ?? 0) > latest) continue;
		const x = (east[circle] ?? 0) - place.east;
		const y = (north[circle] ?? 0) - place.north;
		const length = (known[circle] ?? 0) + (radius[circle] ?? 0) + Math.sqrt(x * x + y * y);
		if (length > longest) longest = length;
	}
	return longest;
}
