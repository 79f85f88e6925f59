import type { PlanePoint } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import type { StepBudget } from "./step-budget";

/** Metres by which a way may be shorter than the longest one: at last, and while hopeless fixes are left out. */
const tolerance = 20;
const roughTolerance = 2_000;

/** Metres on a plane. */
export interface PlaneTrack {
	readonly east: Float64Array;
	readonly north: Float64Array;
}

interface Places extends PlaneTrack {
	/** The fix of each, ascending. */
	readonly fixes: Int32Array;
}

/** Where a way may end. */
export interface Ends extends Places {
	/** Metres that come off a way that ends there. */
	readonly rest: Float64Array;
}

/** Places with the longest way to each. */
interface Layer extends Places {
	readonly lengths: Float64Array;
	/** The places that the ways come from, and which of them each comes from; null where ways begin. */
	readonly before: Layer | null;
	readonly back: Uint32Array;
}

/** What all ways of a search share. */
export interface Course {
	readonly track: PlaneTrack;
	readonly begin: PlanePoint;
	readonly ends: Ends;
	/** Metres of a way from its first area on, at most. */
	readonly most: number;
	readonly budget: StepBudget;
}

/**
 * Finds the longest way from the beginning over one fix of each area, in order of time, to an end. It is at most 20 m shorter than the
 * longest of all: half of that for the fixes near straight lines, which are left out, and half because ways are compared by what they
 * are in the nearest of many directions.
 * @param areas the fixes in each area, ascending
 * @returns the fixes, with that of the end
 */
export function longestWay(given: Course, areas: readonly Int32Array[]): number[] {
	const course = { ...given, ends: lastingEnds(given.ends) };
	const last = waysThere(course, thinned(course, promising(course, areas), tolerance), tolerance).at(-1);
	return last ? wayTo(last, longestOf(last, course.ends).end) : [];
}

function wayTo({ before, fixes, back }: Layer, place: number): number[] {
	return before ? [...wayTo(before, at(back, place)), at(fixes, place)] : [];
}

function longestOf({ lengths }: Layer, { rest }: Ends): { readonly end: number; readonly metres: number } {
	let [best, most] = [0, Number.NEGATIVE_INFINITY];
	for (let end = 0; end < rest.length; end++) {
		const metres = at(lengths, end) - at(rest, end);
		if (metres > most) [best, most] = [end, metres];
	}
	return { end: best, metres: most };
}

/** The ends without those from which a way to the next later one would miss no more. */
function lastingEnds({ fixes, east, north, rest }: Ends): Ends {
	const lasting: number[] = [];
	let later = fixes.length - 1;
	for (let end = later; end >= 0; end--) {
		const [x, y] = [at(east, end) - at(east, later), at(north, end) - at(north, later)];
		if (end < later && at(rest, end) >= at(rest, later) + Math.sqrt(x * x + y * y)) continue;
		lasting.push(end);
		later = end;
	}
	const those = Int32Array.from(lasting.reverse());
	const fixesOfThose = those.map((end) => at(fixes, end));
	return { ...placesAt({ east, north }, those), fixes: fixesOfThose, rest: picked(rest, those) };
}

/** The fixes without those between two over which the longest way cannot lead, as a rough search finds. */
function promising(course: Course, areas: readonly Int32Array[]): readonly Int32Array[] {
	const rough = thinned(course, areas, roughTolerance);
	const there = waysThere(course, rough, roughTolerance);
	const back = waysBack(course, rough, roughTolerance);
	const last = there.at(-1);
	const least = last ? longestOf(last, course.ends).metres - roughTolerance : 0;
	return areas.map((fixes, area) => {
		const [to, from] = [there[area + 1], back[area]];
		const count = to?.fixes.length ?? 0;
		const metres = (place: number) =>
			at(to?.lengths ?? nothing, place) + at(from?.lengths ?? nothing, count - 1 - place);
		const isNear = (place: number) => place >= 0 && place < count && metres(place) >= least;
		let next = 0;
		return fixes.filter((fix) => {
			while (at(to?.fixes ?? fixes, next) < fix) next++;
			const isCompared = at(to?.fixes ?? fixes, next) === fix;
			return isNear(next - 1) || isNear(next) || (isCompared && isNear(next + 1));
		});
	});
}

const nothing = new Float64Array(1);

/** The longest ways from the beginning to the places of each area, and to the ends. */
function waysThere(course: Course, areas: readonly Places[], missed: number): Layer[] {
	const { east, north } = course.begin;
	const begin = { fixes: new Int32Array(1), east: Float64Array.of(east), north: Float64Array.of(north) };
	return waysFrom({ ...begin, lengths: nothing }, [...areas, course.ends], course, missed);
}

/** The longest ways from the places of each area to an end, the last place first. */
function waysBack(course: Course, areas: readonly Places[], missed: number): Layer[] {
	const lengths = course.ends.rest.map((metres) => -metres).reverse();
	const ends = { ...backwards(course.ends), lengths };
	return waysFrom(ends, areas.toReversed().map(backwards), course, missed).slice(1).reverse();
}

function backwards({ fixes, east, north }: Places): Places {
	return { fixes: fixes.map((fix) => -fix).reverse(), east: east.toReversed(), north: north.toReversed() };
}

function waysFrom(
	begin: Places & Pick<Layer, "lengths">,
	others: readonly Places[],
	{ most, budget }: Course,
	missed: number,
): Layer[] {
	const directions = directionsFor(most, missed / 2);
	let layer: Layer = { ...begin, before: null, back: new Uint32Array(begin.fixes.length) };
	const layers = [layer];
	for (const places of others) {
		layer = reached(layer, places, directions, budget);
		layers.push(layer);
	}
	return layers;
}

/** Directions that are looked at in the time of a step, and in that of a way that is measured. */
const directionsInStep = 8;
const directionsInWay = 4;

/** The longest ways to places, over one place of a layer that is no later. */
function reached(before: Layer, places: Places, directions: PlaneTrack, budget: StepBudget): Layer {
	const { fixes, east, north } = places;
	const lengths = new Float64Array(fixes.length).fill(Number.NEGATIVE_INFINITY);
	const back = new Uint32Array(fixes.length);
	const byDirection = (before.fixes.length + fixes.length) * directions.east.length;
	const oneByOne = before.fixes.length * fixes.length * directionsInWay;
	budget.spend(Math.ceil(Math.min(byDirection, oneByOne) / directionsInStep));
	const horizon = byDirection < oneByOne ? new Horizon(directions) : null;
	let earlier = 0;
	for (let place = 0; place < fixes.length; place++) {
		for (; earlier < before.fixes.length && at(before.fixes, earlier) <= at(fixes, place); earlier++)
			horizon?.add(before, earlier);
		if (earlier === 0) continue;
		const [toEast, toNorth] = [at(east, place), at(north, place)];
		const from = horizon?.farthestFrom(toEast, toNorth) ?? farthestOf(before, earlier, toEast, toNorth);
		lengths[place] = lengthOver(before, from, toEast, toNorth);
		back[place] = from;
	}
	return { fixes, east, north, lengths, before, back };
}

/** Of the first places of a layer, the one over which the way to a point is longest. */
function farthestOf(layer: Layer, count: number, toEast: number, toNorth: number): number {
	let farthest = 0;
	let most = Number.NEGATIVE_INFINITY;
	for (let place = 0; place < count; place++) {
		const length = lengthOver(layer, place, toEast, toNorth);
		if (length > most) {
			most = length;
			farthest = place;
		}
	}
	return farthest;
}

function lengthOver({ lengths, east, north }: Layer, place: number, toEast: number, toNorth: number): number {
	const x = (east[place] ?? 0) - toEast;
	const y = (north[place] ?? 0) - toNorth;
	return (lengths[place] ?? 0) + Math.sqrt(x * x + y * y);
}

/**
 * Vectors of length 1 all around, so many that ways of some metres are at most so much shorter in the direction nearest to their own:
 * by half the square of the angle between them, which is at most half of that between two directions.
 */
function directionsFor(metres: number, missed: number): PlaneTrack {
	const count = Math.max(8, Math.ceil(Math.PI * Math.sqrt(metres / 2 / missed)));
	const angles = Float64Array.from({ length: count }, (_, direction) => (2 * Math.PI * direction) / count);
	return { east: angles.map(Math.sin), north: angles.map(Math.cos) };
}

/** Of all places so far, the one over which the longest way leads in each direction. */
class Horizon {
	private readonly lengths: Float64Array;
	private readonly places: Uint32Array;

	constructor(private readonly directions: PlaneTrack) {
		this.lengths = new Float64Array(directions.east.length).fill(Number.NEGATIVE_INFINITY);
		this.places = new Uint32Array(directions.east.length);
	}

	add(layer: Layer, place: number): void {
		const { lengths, places } = this;
		const { east, north } = this.directions;
		const [way, x, y] = [at(layer.lengths, place), at(layer.east, place), at(layer.north, place)];
		for (let direction = 0; direction < lengths.length; direction++) {
			const length = way - x * (east[direction] ?? 0) - y * (north[direction] ?? 0);
			if (length > (lengths[direction] ?? 0)) {
				lengths[direction] = length;
				places[direction] = place;
			}
		}
	}

	/** The place over which the way to a point is longest. */
	farthestFrom(x: number, y: number): number {
		const { lengths } = this;
		const { east, north } = this.directions;
		let farthest = 0;
		let most = Number.NEGATIVE_INFINITY;
		for (let direction = 0; direction < lengths.length; direction++) {
			const length = (lengths[direction] ?? 0) + x * (east[direction] ?? 0) + y * (north[direction] ?? 0);
			if (length > most) {
				most = length;
				farthest = direction;
			}
		}
		return at(this.places, farthest);
	}
}

/** Fixes that are thinned together, and steps of each. */
const fixesInStretch = 64;
const stepsOfThinning = 16;

/**
 * The fixes of the areas without those near a straight line between others (Ramer, Douglas and Peucker): no choice of places on a line
 * is better than its ends. A fix beside a line by some metres makes a way longer by twice as many.
 */
function thinned({ track, budget }: Course, areas: readonly Int32Array[], missed: number): Places[] {
	const bend = missed / 4 / areas.length;
	return areas.map((fixes) => {
		budget.spend(fixes.length * stepsOfThinning);
		const kept: number[] = [];
		const keepBetween = (stretch: Int32Array) => {
			const bent = farthestFromLine(track, stretch, bend);
			if (bent === 0) return kept.push(at(stretch, stretch.length - 1));
			keepBetween(stretch.subarray(0, bent + 1));
			return keepBetween(stretch.subarray(bent));
		};
		for (let first = 0, end = 0; first < fixes.length; first = end) {
			do end++;
			while (end < fixes.length && end - first < fixesInStretch && at(fixes, end) === at(fixes, end - 1) + 1);
			kept.push(at(fixes, first));
			if (end - first > 1) keepBetween(fixes.subarray(first, end));
		}
		return placesAt(track, Int32Array.from(kept));
	});
}

/** The place that is farthest from the line between the first and the last one; 0 when all are near it. */
function farthestFromLine({ east, north }: PlaneTrack, fixes: Int32Array, bend: number): number {
	const [from, to] = [at(fixes, 0), at(fixes, fixes.length - 1)];
	const [fromEast, fromNorth] = [at(east, from), at(north, from)];
	const [lineEast, lineNorth] = [at(east, to) - fromEast, at(north, to) - fromNorth];
	const square = lineEast * lineEast + lineNorth * lineNorth;
	let farthest = 0;
	let most = bend * bend;
	for (let place = 1; place < fixes.length - 1; place++) {
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

export function placesAt({ east, north }: PlaneTrack, fixes: Int32Array): Places {
	return { fixes, east: picked(east, fixes), north: picked(north, fixes) };
}

function picked(values: Float64Array, indices: Int32Array): Float64Array {
	return new Float64Array(indices).map((index) => at(values, index));
}
