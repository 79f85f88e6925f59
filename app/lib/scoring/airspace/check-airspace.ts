import {
	type Airspace,
	type AirspaceLimit,
	boxOf,
	kindOfAirspace,
	metresOfLevel,
	overlap,
} from "~/lib/airspace/airspace";
import type { Flight } from "~/lib/flight-log/analyse-flight";
import { type FlightLeg, longestLegs } from "~/lib/flight-log/flight-legs";
import { at, gapSeconds } from "~/lib/flight-log/flight-log";
import { LocalPlane } from "~/lib/geodesy/local-plane";
import type { Bounds } from "~/lib/map/sheet";
import { StepBudget } from "../evaluation/step-budget";
import { groundOf, type Track, trackOf } from "../evaluation/track";
import { blocksOf, type FlownBlock } from "./flown-blocks";
import { addPart, between, type Growing, type Stretch, stepsOfPlace } from "./growing-intrusion";
import { type Depth, deepest, type Place, type Walls } from "./intrusion-depth";
import { altimeterOffset } from "./pressure";
import { SpaceShape } from "./space-shape";

/** Somebody was in an airspace. */
export interface Intrusion extends Depth {
	readonly name: string;
	/** False where the file states a height above ground: no terrain is known, so any height may be inside. */
	readonly judged: boolean;
	/** Seconds since the UTC midnight of the log's date. */
	readonly from: number;
	readonly until: number;
}

/** What heights mean on the day. */
export interface HeightRule {
	/** Of the briefing; without it, heights are those above the airfield plus its elevation. */
	readonly qnhHpa: number | null;
	/** Metres above sea level. */
	readonly elevationM: number;
}

/**
 * Sides that a line between two fixes crosses. An outline with more is a scribble: the middle of the line decides there, because each
 * piece of it is held against every side.
 */
const mostCuts = 8;

/**
 * Every time a flight was in one of the spaces, by time. Open ones are not looked at.
 * @throws BeyondBudget
 */
export function checkAirspace(
	airspaces: readonly Airspace[],
	flight: Flight,
	rule: HeightRule,
	budget = new StepBudget(),
): Intrusion[] {
	const spaces = airspaces.filter((airspace) => kindOfAirspace(airspace) !== "open");
	return longestLegs(flight.fixes, flight.legs)
		.flatMap((leg) => {
			const track = trackOf(flight, leg, rule.elevationM);
			const blocks = blocksOf(track);
			const toHeight = heightsOf(flight, leg, rule);
			const box = boxOfBlocks(blocks);
			budget.spend(track.length * 2);
			return spaces.flatMap((airspace) => intrusionsInto(airspace, { track, blocks, box, toHeight, budget }));
		})
		.sort((one, other) => one.from - other.from);
}

function boxOfBlocks(blocks: readonly FlownBlock[]): Bounds {
	return boxOf(blocks.flatMap(({ south, west, north, east }) => [south, west, north, east]));
}

/** A limit in the heights of a track; null above ground, which may be a valley or a mountain. */
type ToHeight = (limit: AirspaceLimit) => number | null;

function heightsOf(flight: Flight, leg: FlightLeg, { qnhHpa, elevationM }: HeightRule): ToHeight {
	const isPressure = flight.altitudes.kind === "pressure";
	const offset = altimeterOffset(qnhHpa ?? 1_013.25);
	const ground = groundOf(flight, leg, elevationM);
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
	readonly track: Track;
	readonly blocks: readonly FlownBlock[];
	readonly box: Bounds;
	readonly toHeight: ToHeight;
	readonly budget: StepBudget;
}

/** Steps of a side that a stretch is held against, and of the stretch itself. */
const [stepsOfSide, stepsOfStretch] = [2, 50];

/** A space where the flight may have been. */
interface Met extends Walls {
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
	budget.spend(blocks.length);
	const near = blocks.filter(
		(block) => overlap(block, bounds) && block.highest > floor && block.lowest < ceiling,
	);
	if (near.length === 0) return [];
	const plane = new LocalPlane(middleOf(bounds, box));
	budget.spend(corners * stepsOfPlace);
	const shape = new SpaceShape(airspace.outline, plane);
	const met = { shape, plane, floor, ceiling, budget };
	const judged = knownFloor !== null && knownCeiling !== null;
	const growing: Growing[] = [];
	for (const block of near) addParts(growing, met, track, block);
	return growing.map(({ from, until, places }) => ({
		...{ name: airspace.name, judged, from, until },
		...deepest(met, places, budget),
	}));
}

/** The middle of what two boxes share: there the plane is right. */
function middleOf(one: Bounds, other: Bounds) {
	return {
		latitude: (Math.max(one.south, other.south) + Math.min(one.north, other.north)) / 2,
		longitude: (Math.max(one.west, other.west) + Math.min(one.east, other.east)) / 2,
	};
}

/** Adds the parts of the straight lines between fixes that are inside. */
function addParts(
	growing: Growing[],
	met: Met,
	track: Track,
	{ first, last, lowest, highest }: FlownBlock,
): void {
	met.budget.spend(met.shape.corners + (last - first) * stepsOfPlace);
	const places = placesOf(met, track, first, last);
	const [easts, norths] = [places.map(({ east }) => east), places.map(({ north }) => north)];
	const sides = met.shape.sidesFor({
		west: Math.min(...easts),
		south: Math.min(...norths),
		north: Math.max(...norths),
	});
	if (sides.length === 0) return;
	const isAside = !met.shape.comesWestOf(sides, Math.max(...easts));
	if (isAside && !met.shape.holds(sides, easts[0] ?? 0, norths[0] ?? 0)) return;
	const isWhole = isAside && lowest > met.floor && highest < met.ceiling;
	for (let index = 1; index < places.length; index++) {
		const [begins, ends] = [at(track.times, first + index - 1), at(track.times, first + index)];
		const [from, to] = [places[index - 1], places[index]];
		if (ends - begins > gapSeconds || !from || !to) continue;
		const stretch = { begins, ends, from, to };
		if (isWhole) addPart(growing, met.budget, stretch, 0, 1);
		else addPartsOfStretch(growing, met, sides, stretch);
	}
}

function placesOf({ plane }: Met, track: Track, first: number, last: number): Place[] {
	return Array.from({ length: last - first + 1 }, (_, index): Place => {
		const fix = first + index;
		const { east, north } = plane.project(at(track.latitudes, fix), at(track.longitudes, fix));
		return { east, north, height: at(track.heights, fix) };
	});
}

function addPartsOfStretch(growing: Growing[], met: Met, sides: Uint32Array, stretch: Stretch): void {
	const { from, to } = stretch;
	const { floor, ceiling, shape, budget } = met;
	const levels = [floor, ceiling].map((level) => (level - from.height) / (to.height - from.height));
	budget.spend(sides.length * stepsOfSide + stepsOfStretch);
	const flat = { fromEast: from.east, fromNorth: from.north, toEast: to.east, toNorth: to.north };
	const crossed = shape.cuts(sides, flat);
	const shares = crossed.length > mostCuts ? levels : [...crossed, ...levels];
	const inner = shares.filter((share) => share > 0 && share < 1);
	let begin = 0;
	for (const until of [...inner.sort((a, b) => a - b), 1]) {
		const middle = (begin + until) / 2;
		const height = between(from.height, to.height, middle);
		budget.spend(sides.length * stepsOfSide);
		const isInside =
			height > floor &&
			height < ceiling &&
			shape.holds(sides, between(from.east, to.east, middle), between(from.north, to.north, middle));
		if (isInside) addPart(growing, budget, stretch, begin, until);
		begin = until;
	}
}
