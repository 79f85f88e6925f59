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

/** Seconds outside that do not end an intrusion, as when somebody circles across the edge. */
const longestPause = 120;

/** Metres between places at which the depth is asked for: a recorder may write a fix every 500 m. */
const longestStep = 50;

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

/** A space where the flight may have been. */
interface Met extends Walls {
	readonly plane: LocalPlane;
	readonly budget: StepBudget;
}

/** Steps of a place on a plane, and of one along a stretch. */
const stepsOfPlace = 4;

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
	const parts = near.flatMap((block) => partsInside(met, track, block));
	const judged = knownFloor !== null && knownCeiling !== null;
	return joined(met, parts).map((part) => ({ ...part, name: airspace.name, judged }));
}

/** The middle of what two boxes share: there the plane is right. */
function middleOf(one: Bounds, other: Bounds) {
	return {
		latitude: (Math.max(one.south, other.south) + Math.min(one.north, other.north)) / 2,
		longitude: (Math.max(one.west, other.west) + Math.min(one.east, other.east)) / 2,
	};
}

/** A straight line inside a space. Its depth is asked for at the places. */
interface Part {
	readonly from: number;
	readonly until: number;
	readonly places: readonly Place[];
}

function partsInside(met: Met, track: Track, { first, last, lowest, highest }: FlownBlock): Part[] {
	met.budget.spend(met.shape.corners + (last - first) * stepsOfPlace);
	const places = Array.from({ length: last - first + 1 }, (_, index): Place => {
		const fix = first + index;
		const flat = met.plane.project(at(track.latitudes, fix), at(track.longitudes, fix));
		return { east: flat.east, north: flat.north, height: at(track.heights, fix) };
	});
	const [easts, norths] = [places.map(({ east }) => east), places.map(({ north }) => north)];
	const sides = met.shape.sidesFor({
		west: Math.min(...easts),
		south: Math.min(...norths),
		north: Math.max(...norths),
	});
	if (sides.length === 0) return [];
	const isAside = !met.shape.comesWestOf(sides, Math.max(...easts));
	if (isAside && !met.shape.holds(sides, easts[0] ?? 0, norths[0] ?? 0)) return [];
	const isWhole = isAside && lowest > met.floor && highest < met.ceiling;
	return places.slice(1).flatMap((to, index) => {
		const [begins, ends] = [at(track.times, first + index), at(track.times, first + index + 1)];
		if (ends - begins > gapSeconds) return [];
		const from = places[index] ?? to;
		if (isWhole) return [{ from: begins, until: ends, places: placesAlong(met.budget, from, to, 0, 1) }];
		return partsOfStretch(met, sides, from, to).map(({ from, until, ...part }) => ({
			...part,
			from: begins + from * (ends - begins),
			until: begins + until * (ends - begins),
		}));
	});
}

/** Times are shares of the stretch. */
function partsOfStretch(met: Met, sides: Uint32Array, from: Place, to: Place): Part[] {
	met.budget.spend(sides.length);
	const stretch = { fromEast: from.east, fromNorth: from.north, toEast: to.east, toNorth: to.north };
	const levels = [met.floor, met.ceiling].map((level) => (level - from.height) / (to.height - from.height));
	const crossed = met.shape.cuts(sides, stretch);
	const shares = crossed.length > mostCuts ? levels : [...crossed, ...levels];
	const inner = shares.filter((share) => share > 0 && share < 1);
	const cuts = [0, ...inner.sort((a, b) => a - b), 1];
	return cuts.slice(1).flatMap((until, cut): Part[] => {
		const begin = cuts[cut] ?? 0;
		const middle = placeBetween(from, to, (begin + until) / 2);
		if (middle.height <= met.floor || middle.height >= met.ceiling) return [];
		met.budget.spend(sides.length);
		if (!met.shape.holds(sides, middle.east, middle.north)) return [];
		return [{ from: begin, until, places: placesAlong(met.budget, from, to, begin, until) }];
	});
}

/** From one share of a stretch to another one, both ends included. */
function placesAlong(budget: StepBudget, from: Place, to: Place, begin: number, until: number): Place[] {
	const metres = Math.hypot(to.east - from.east, to.north - from.north) * (until - begin);
	const steps = Math.max(1, Math.ceil(metres / longestStep));
	budget.spend((steps + 1) * stepsOfPlace);
	return Array.from({ length: steps + 1 }, (_, step) =>
		placeBetween(from, to, begin + ((until - begin) * step) / steps),
	);
}

function placeBetween(from: Place, to: Place, share: number): Place {
	return {
		east: from.east + share * (to.east - from.east),
		north: from.north + share * (to.north - from.north),
		height: from.height + share * (to.height - from.height),
	};
}

/** An intrusion while it grows. */
interface Growing {
	readonly from: number;
	until: number;
	readonly places: Place[];
}

/** @param parts by time */
function joined(met: Met, parts: readonly Part[]): Omit<Intrusion, "name" | "judged">[] {
	const intrusions: Growing[] = [];
	for (const { from, until, places } of parts) {
		let current = intrusions.at(-1);
		if (!current || from - current.until > longestPause) {
			current = { from, until, places: [] };
			intrusions.push(current);
		}
		current.until = until;
		for (const place of places) current.places.push(place);
	}
	return intrusions.map(({ from, until, places }) => ({ from, until, ...deepest(met, places, met.budget) }));
}
