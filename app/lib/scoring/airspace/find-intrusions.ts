import { longestSpans } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { gapSeconds } from "~/lib/flights/igc-file/flight-log";
import { between, type Track, trackOf } from "~/lib/flights/igc-file/track";
import { LocalPlane } from "~/lib/maps/geodesy";
import type { Bounds } from "~/lib/maps/viewport";
import { at } from "~/lib/numbers";
import { boxOf, isChecked, overlap } from "~/lib/tasks/airspace/airspace";
import type { Airspace } from "~db/schema";
import { StepBudget } from "../evaluation/step-budget";
import { blocksOf, boxOfBlocks, type FlownBlock } from "./flown-blocks";
import { aboveWall, type Ground, groundBelow, unlimited, type Wall, wallAt, wallOf } from "./limit-heights";
import { type Depth, deepest, Places, type Reach, SpaceShape } from "./space-shape";
import { type HeightRule, type Heights, heightsOf } from "./track-heights";

/** A time during which a flight was in an airspace. */
export interface Intrusion extends Depth {
	readonly name: string;
	/** False where the file states a height above ground that is not known: any height may be inside. */
	readonly judged: boolean;
	/** Seconds since the UTC midnight of the log's date. */
	readonly from: number;
	readonly until: number;
}

/**
 * Sides that a line between two fixes crosses. An outline with more is a scribble: the middle of the line decides there, because each
 * piece of it is held against every side.
 */
const mostCuts = 8;

/** Returns every time at which a flight was in one of the spaces, by time. It skips open spaces. @throws BeyondBudget */
export function findIntrusions(
	airspaces: readonly Airspace[],
	flight: Flight,
	rule: HeightRule,
	budget = new StepBudget(),
): Intrusion[] {
	const spaces = airspaces.filter((airspace) => isChecked(airspace));
	return longestSpans(flight.fixes, flight.spans)
		.flatMap((span) => {
			const track = flatTrackOf(trackOf(flight, span, rule.elevationM));
			const blocks = blocksOf(track);
			const heights = heightsOf(flight, span, rule);
			const box = boxOfBlocks(blocks);
			budget.spend(track.length * 2);
			const ground = groundBelow({ track, blocks, heights }, rule, budget);
			const flown = { track, blocks, box, heights, ground, budget };
			return spaces.flatMap((airspace) => intrusionsInto(airspace, flown));
		})
		.sort((one, other) => one.from - other.from);
}

/** Every space puts the fixes near it on its plane, in the same two lists. */
function flatTrackOf(track: Track): FlatTrack {
	return { ...track, easts: new Float64Array(track.length), norths: new Float64Array(track.length) };
}

interface Flown {
	readonly track: FlatTrack;
	readonly blocks: readonly FlownBlock[];
	readonly box: Bounds;
	readonly heights: Heights;
	readonly ground: () => Ground | null;
	readonly budget: StepBudget;
}

/** Steps of a side that a line between two fixes is held against, and of the line itself. */
const [stepsOfSide, stepsOfLine] = [1, 20];

/** A space where the flight may have been. */
interface Met {
	readonly shape: SpaceShape;
	readonly floor: Wall;
	readonly ceiling: Wall;
	readonly track: FlatTrack;
	readonly plane: LocalPlane;
	/** The intrusions into it so far. */
	readonly growing: Growing[];
	readonly budget: StepBudget;
}

function intrusionsInto(airspace: Airspace, flown: Flown): Intrusion[] {
	const { track, blocks, box, budget } = flown;
	const corners = airspace.outline.length / 2;
	budget.spend(corners);
	const bounds = boxOf(airspace.outline);
	if (!overlap(bounds, box)) return [];
	budget.spend(blocks.length);
	const below = blocks.filter((block) => overlap(block, bounds));
	const [knownFloor, knownCeiling] = [airspace.floor, airspace.ceiling].map((limit) =>
		wallOf(limit, flown, below),
	);
	const [floor, ceiling] = [knownFloor ?? unlimited.floor, knownCeiling ?? unlimited.ceiling];
	const [lowest, highest] = [
		floor.above ? Number.NEGATIVE_INFINITY : floor.metres,
		ceiling.above ? Number.POSITIVE_INFINITY : ceiling.metres,
	];
	// A floor by the pressure and a ceiling by the sea may change places.
	if (lowest >= highest) return [];
	const near = below.filter((block) => block.highest > lowest && block.lowest < highest);
	if (near.length === 0) return [];
	const plane = new LocalPlane(middleOf(bounds, box));
	budget.spend(corners * stepsOfPlace);
	const shape = new SpaceShape(airspace.outline, plane);
	const growing: Growing[] = [];
	const met = { track, shape, plane, floor, ceiling, growing, budget };
	for (const block of near) addParts(met, block);
	const judged = Boolean(knownFloor && knownCeiling);
	return growing.map(({ from, until, places }) => ({
		name: airspace.name,
		judged,
		from,
		until,
		...deepest(shape, places, budget),
	}));
}

/** The middle of the overlap of two boxes, where the plane is exact. */
function middleOf(one: Bounds, other: Bounds) {
	return {
		latitude: (Math.max(one.south, other.south) + Math.min(one.north, other.north)) / 2,
		longitude: (Math.max(one.west, other.west) + Math.min(one.east, other.east)) / 2,
	};
}

/** Adds the parts of the straight lines between fixes that are inside. */
function addParts(met: Met, block: FlownBlock): void {
	const { track, shape, budget } = met;
	const { first, last } = block;
	budget.spend(shape.corners + (last - first) * stepsOfPlace);
	const reach = putOnPlane(met, block);
	const sides = shape.sidesFor(reach);
	if (sides.length === 0) return;
	const isAside = !shape.comesWestOf(sides, reach.east);
	if (isAside && !shape.holds(sides, at(track.easts, first), at(track.norths, first))) return;
	for (let fix = first + 1; fix <= last; fix++) {
		if (at(track.times, fix) - at(track.times, fix - 1) > gapSeconds) continue;
		const part = partInHeight(met, fix);
		if (part === null) continue;
		if (isAside) addPart(met, fix, part);
		else addPartsOfLine(met, sides, fix, part);
	}
}

function putOnPlane({ plane, track }: Met, { first, last }: FlownBlock): Reach {
	let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (let fix = first; fix <= last; fix++) {
		const place = plane.project(at(track.latitudes, fix), at(track.longitudes, fix));
		track.easts[fix] = place.east;
		track.norths[fix] = place.north;
		west = Math.min(west, place.east);
		south = Math.min(south, place.north);
		east = Math.max(east, place.east);
		north = Math.max(north, place.north);
	}
	return { west, south, east, north };
}

/** A part of a line between two fixes, as shares of it. */
type Part = readonly [begin: number, end: number];
const wholly: Part = [0, 1];

/** The part of the line to a fix that is above the floor and below the ceiling. */
function partInHeight({ track: { heights }, floor, ceiling }: Met, fix: number): Part | null {
	const [from, to] = [at(heights, fix - 1), at(heights, fix)];
	const above = positivePart(from - wallAt(floor, fix - 1), to - wallAt(floor, fix));
	const below = positivePart(wallAt(ceiling, fix - 1) - from, wallAt(ceiling, fix) - to);
	if (above === wholly && below === wholly) return wholly;
	if (!above || !below) return null;
	const [begin, end] = [Math.max(above[0], below[0]), Math.min(above[1], below[1])];
	return begin < end ? [begin, end] : null;
}

/** Where a value that changes evenly is above nought. */
function positivePart(from: number, to: number): Part | null {
	if (from > 0 && to > 0) return wholly;
	if (from <= 0 && to <= 0) return null;
	const turns = from / (from - to);
	return from > 0 ? [0, turns] : [turns, 1];
}

/** Adds the parts of a part of the line to a fix. */
function addPartsOfLine(met: Met, sides: readonly number[], fix: number, [first, last]: Part): void {
	const { track, shape, budget } = met;
	budget.spend(sides.length * stepsOfSide + stepsOfLine);
	const crossed = shape.cuts(sides, track, fix).filter((share) => share > first && share < last);
	let begin = first;
	for (const until of [...(crossed.length > mostCuts ? [] : crossed.sort((a, b) => a - b)), last]) {
		const middle = (begin + until) / 2;
		budget.spend(sides.length * stepsOfSide);
		if (shape.holds(sides, between(track.easts, fix, middle), between(track.norths, fix, middle)))
			addPart(met, fix, [begin, until]);
		begin = until;
	}
}

/** Seconds outside that do not end an intrusion, as when somebody circles across the edge. */
const longestPause = 120;

/** Metres between places at which the depth is measured: a recorder may write a fix every 500 m. */
const longestStep = 50;
/** Steps of a place on a plane, and of one along a line between fixes. */
const stepsOfPlace = 6;

/** A track on the plane of a space, in metres: only its fixes near that space. */
interface FlatTrack extends Track {
	readonly easts: Float64Array;
	readonly norths: Float64Array;
}

/** An intrusion that is still growing. Its depth is measured at the places. */
interface Growing {
	readonly from: number;
	until: number;
	readonly places: Places;
}

/** Adds a part of the line that leads to a fix. It continues the last intrusion, or begins another. */
function addPart({ track, floor, ceiling, growing, budget }: Met, fix: number, [begin, until]: Part): void {
	const { times, easts, norths } = track;
	const [entered, left] = [between(times, fix, begin), between(times, fix, until)];
	let current = growing.at(-1);
	const goesOn = current?.until === entered;
	if (!current || entered - current.until > longestPause) {
		current = { from: entered, until: left, places: new Places() };
		growing.push(current);
	}
	current.until = left;
	const [east, north] = [at(easts, fix) - at(easts, fix - 1), at(norths, fix) - at(norths, fix - 1)];
	const metres = Math.sqrt(east * east + north * north) * (until - begin);
	const steps = Math.max(1, Math.ceil(metres / longestStep));
	budget.spend((steps + 1) * stepsOfPlace);
	// The place where the previous part ended is measured already.
	for (let step = goesOn ? 1 : 0; step <= steps; step++) {
		const share = begin + ((until - begin) * step) / steps;
		const vertical = Math.min(aboveWall(track, floor, fix, share), -aboveWall(track, ceiling, fix, share));
		current.places.add(between(easts, fix, share), between(norths, fix, share), Math.max(0, vertical));
	}
}
