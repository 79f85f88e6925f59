import { type AirborneSpan, longestSpans } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { gapSeconds } from "~/lib/flights/igc-file/flight-log";
import { groundOf, type Track, trackOf } from "~/lib/flights/igc-file/track";
import { LocalPlane } from "~/lib/maps/geodesy";
import type { Bounds } from "~/lib/maps/viewport";
import { at } from "~/lib/numbers";
import { boxOf, kindOfAirspace, metresOfLevel, overlap } from "~/lib/tasks/airspace/airspace";
import type { Airspace, AirspaceLimit } from "~db/schema";
import { StepBudget } from "../evaluation/step-budget";
import { type Depth, deepest, Places, type Reach, SpaceShape, type Walls } from "./space-shape";

/** A time during which a flight was in an airspace. */
export interface Intrusion extends Depth {
	readonly name: string;
	/** False when the file states a height above ground: no terrain is known, so any height may be inside. */
	readonly judged: boolean;
	/** Seconds since the UTC midnight of the log's date. */
	readonly from: number;
	readonly until: number;
}

/** What heights mean on the day. */
interface HeightRule {
	/** Pressure of the briefing; without it, heights are those above the airfield plus its elevation. */
	readonly qnhHpa: number | null;
	/** Metres above sea level. */
	readonly elevationM: number;
}

/**
 * Sides that a line between two fixes crosses. An outline with more is a scribble: the middle of the line decides there, because each
 * piece of it is held against every side.
 */
const mostCuts = 8;

/** Returns every time at which a flight was in one of the spaces, by time. It skips open spaces. @throws BeyondBudget */
export function checkAirspace(
	airspaces: readonly Airspace[],
	flight: Flight,
	rule: HeightRule,
	budget = new StepBudget(),
): Intrusion[] {
	const spaces = airspaces.filter((airspace) => kindOfAirspace(airspace) !== "open");
	return longestSpans(flight.fixes, flight.spans)
		.flatMap((span) => {
			const track = flatTrackOf(trackOf(flight, span, rule.elevationM));
			const blocks = blocksOf(track);
			const toHeight = heightsOf(flight, span, rule);
			const box = boxOfBlocks(blocks);
			budget.spend(track.length * 2);
			return spaces.flatMap((airspace) => intrusionsInto(airspace, { track, blocks, box, toHeight, budget }));
		})
		.sort((one, other) => one.from - other.from);
}

/** Every space puts the fixes near it on its plane, in the same two lists. */
function flatTrackOf(track: Track): FlatTrack {
	return { ...track, easts: new Float64Array(track.length), norths: new Float64Array(track.length) };
}

function boxOfBlocks(blocks: readonly FlownBlock[]): Bounds {
	return boxOf(blocks.flatMap(({ south, west, north, east }) => [south, west, north, east]));
}

/** A limit in the heights of a track; null above ground, which may be a valley or a mountain. */
type ToHeight = (limit: AirspaceLimit) => number | null;

function heightsOf(flight: Flight, span: AirborneSpan, { qnhHpa, elevationM }: HeightRule): ToHeight {
	const isPressure = flight.altitudes.kind === "pressure";
	const offset = altimeterOffset(qnhHpa ?? 1_013.25);
	const ground = groundOf(flight, span, elevationM);
	/** What makes a height of the track a pressure altitude, and one above sea level. */
	const toStandard = isPressure ? ground : -offset;
	const toSeaLevel = isPressure && qnhHpa !== null ? ground + offset : 0;
	return ({ reference, value }) => {
		switch (reference) {
			case "GND":
				return Number.NEGATIVE_INFINITY;
			case "UNL":
				return Number.POSITIVE_INFINITY;
			case "FL":
				return metresOfLevel(value) - toStandard;
			case "MSL":
				return value - toSeaLevel;
			case "AGL":
				return null;
		}
	};
}

interface Flown {
	readonly track: FlatTrack;
	readonly blocks: readonly FlownBlock[];
	readonly box: Bounds;
	readonly toHeight: ToHeight;
	readonly budget: StepBudget;
}

/** Steps of a side that a line between two fixes is held against, and of the line itself. */
const [stepsOfSide, stepsOfLine] = [1, 20];

/** A space in which the flight may have been. */
interface Met extends Walls {
	readonly track: FlatTrack;
	readonly plane: LocalPlane;
	readonly budget: StepBudget;
}

function intrusionsInto(airspace: Airspace, { track, blocks, box, toHeight, budget }: Flown): Intrusion[] {
	const corners = airspace.outline.length / 2;
	budget.spend(corners);
	const bounds = boxOf(airspace.outline);
	if (!overlap(bounds, box)) return [];
	const [knownFloor, knownCeiling] = [toHeight(airspace.floor), toHeight(airspace.ceiling)];
	const floor = knownFloor ?? Number.NEGATIVE_INFINITY;
	const ceiling = knownCeiling ?? Number.POSITIVE_INFINITY;
	// A floor by the pressure and a ceiling by the sea may change places.
	if (floor >= ceiling) return [];
	budget.spend(blocks.length);
	const near = blocks.filter(
		(block) => overlap(block, bounds) && block.highest > floor && block.lowest < ceiling,
	);
	if (near.length === 0) return [];
	const plane = new LocalPlane(middleOf(bounds, box));
	budget.spend(corners * stepsOfPlace);
	const shape = new SpaceShape(airspace.outline, plane);
	const met = { track, shape, plane, floor, ceiling, budget };
	const judged = knownFloor !== null && knownCeiling !== null;
	const growing: Growing[] = [];
	for (const block of near) addParts(growing, met, block);
	return growing.map(({ from, until, places }) => ({
		...{ name: airspace.name, judged, from, until },
		...deepest(met, places, budget),
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
function addParts(growing: Growing[], met: Met, block: FlownBlock): void {
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
		if (isAside) addPart(growing, met, fix, ...part);
		else addPartsOfLine(growing, met, sides, fix, part);
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
	const [lowest, highest] = from < to ? [from, to] : [to, from];
	if (lowest > floor && highest < ceiling) return wholly;
	if (highest <= floor || lowest >= ceiling) return null;
	const [enters, leaves] = from < to ? [floor, ceiling] : [ceiling, floor];
	return [Math.max(0, (enters - from) / (to - from)), Math.min(1, (leaves - from) / (to - from))];
}

/** Adds the parts of a part of the line to a fix. */
function addPartsOfLine(
	growing: Growing[],
	met: Met,
	sides: readonly number[],
	fix: number,
	[first, last]: Part,
): void {
	const { track, shape, budget } = met;
	budget.spend(sides.length * stepsOfSide + stepsOfLine);
	const crossed = shape.cuts(sides, track, fix).filter((share) => share > first && share < last);
	let begin = first;
	for (const until of [...(crossed.length > mostCuts ? [] : crossed.sort((a, b) => a - b)), last]) {
		const middle = (begin + until) / 2;
		budget.spend(sides.length * stepsOfSide);
		if (shape.holds(sides, between(track.easts, fix, middle), between(track.norths, fix, middle)))
			addPart(growing, met, fix, begin, until);
		begin = until;
	}
}

/** Some fixes in a row, and what holds them. */
interface FlownBlock extends Bounds {
	/** Indices of fixes; the last one is the first of the next block. */
	readonly first: number;
	readonly last: number;
	/** Metres, in the heights of the track. */
	readonly lowest: number;
	readonly highest: number;
}

/** Fixes of a block. Most spaces are far from most of a flight, so whole blocks can be skipped. */
const fixesInBlock = 32;

function blocksOf(track: Track): FlownBlock[] {
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

/** A value on the line that leads to a fix. @param share of the line, from the fix before */
function between(values: Float64Array, fix: number, share: number): number {
	const from = at(values, fix - 1);
	return from + share * (at(values, fix) - from);
}

/** Adds a part of the line that leads to a fix, given by two shares. It continues the last intrusion, or begins another. */
function addPart(
	growing: Growing[],
	{ track, budget }: { readonly track: FlatTrack; readonly budget: StepBudget },
	fix: number,
	begin: number,
	until: number,
): void {
	const { times, easts, norths, heights } = track;
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
		current.places.add(between(easts, fix, share), between(norths, fix, share), between(heights, fix, share));
	}
}

/** The standard atmosphere (ICAO Doc 7488): metres, and the exponent of the pressure. */
const scaleM = 44_330.77;
const exponent = 0.190263;

/** Hectopascals, by which flight levels are flown. */
const standardHpa = 1_013.25;

/** Metres by which an altimeter set to a pressure shows more than one set to 1013.25 hPa. */
function altimeterOffset(qnhHpa: number): number {
	return scaleM * ((qnhHpa / standardHpa) ** exponent - 1);
}
