import type { Track } from "~/lib/flights/igc-file/track";
import { LocalPlane, radiansPerDegree } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { isInside, type OrientedZone, zoneReach } from "~/lib/tasks/zones";
import type { StepBudget } from "./step-budget";

/** A stay in a zone, or the crossing of a line. Times are in the unit of the track. */
export interface Passage {
	readonly enter: number;
	/** Time of the exit; the same as `enter` for a line. */
	readonly exit: number;
	/** Whether a line is crossed in the direction of its axis; null for an area. */
	readonly alongAxis: boolean | null;
	/** Seconds of the gap between fixes in which the passage begins; 0 when there is none. */
	readonly gapS: number;
}

/** Seconds. A longer gap between two fixes is bridged by a straight line only with a finding. */
export const longestPlainGap = 60;
/** Metres that a glider flies in that time. */
const farthestInGap = 8_000;

/** The first passage that ends at a time or later. @param passages in order of time */
export function firstFrom(passages: readonly Passage[], time: number): Passage | undefined {
	let [low, high] = [0, passages.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((passages[middle]?.exit ?? 0) < time) low = middle + 1;
		else high = middle;
	}
	return passages[low];
}

/** Steps of a fix, of a line between two that may lead through a zone, and of a passage. */
const [stepsOfFix, stepsOfLine, stepsOfPassage] = [2, 6, 30];

/** Every passage of a track through a zone, in order of time. */
export function passagesOf(track: Track, oriented: OrientedZone, budget: StepBudget): Passage[] {
	budget.spend(track.length * stepsOfFix);
	const passages: OpenPassage[] = [];
	const plane = new LocalPlane(oriented.centre);
	const sideOf = roughSides(track, oriented, farthestInGap);
	/** The fix whose place on the plane is known. */
	let [known, east, north] = [-1, 0, 0];
	let nextSide = sideOf(0);
	for (let index = 0; index + 1 < track.length; index++) {
		const side = nextSide;
		nextSide = sideOf(index + 1);
		const from = track.times[index] ?? 0;
		const to = track.times[index + 1] ?? 0;
		if (to - from <= longestPlainGap && side === nextSide && side !== unsure) {
			if (side === inside) addStay(passages, from, to, 0);
			continue;
		}
		budget.spend(stepsOfLine);
		if (known !== index)
			({ east, north } = plane.project(at(track.latitudes, index), at(track.longitudes, index)));
		const end = plane.project(at(track.latitudes, index + 1), at(track.longitudes, index + 1));
		addPassages(
			passages,
			oriented,
			{ from, to },
			{ fromEast: east, fromNorth: north, toEast: end.east, toNorth: end.north },
		);
		[known, east, north] = [index + 1, end.east, end.north];
	}
	budget.spend(passages.length * stepsOfPassage);
	return passages;
}

/** A passage that another segment may still extend. */
interface OpenPassage extends Omit<Passage, "exit"> {
	exit: number;
}

function addPassages(
	passages: OpenPassage[],
	oriented: OrientedZone,
	{ from, to }: { readonly from: number; readonly to: number },
	segment: Segment,
): void {
	const gapS = to - from > longestPlainGap ? to - from : 0;
	if (oriented.zone.shape === "line") {
		const crossing = lineCrossing(oriented, segment);
		if (!crossing) return;
		const time = from + crossing.share * (to - from);
		passages.push({ enter: time, exit: time, alongAxis: crossing.alongAxis, gapS });
		return;
	}
	for (const part of partsInside(oriented, segment)) {
		const enter = part.from === 0 ? from : from + part.from * (to - from);
		addStay(passages, enter, from + part.to * (to - from), part.from === 0 ? 0 : gapS);
	}
}

/** Adds a stay. A stay that continues the previous one extends it. */
function addStay(passages: OpenPassage[], enter: number, exit: number, gapS: number): void {
	const previous = passages.at(-1);
	if (previous?.exit === enter) previous.exit = exit;
	else passages.push({ enter, exit, alongAxis: null, gapS });
}

/** A straight line between two fixes, in metres on the plane of a point. */
interface Segment {
	readonly fromEast: number;
	readonly fromNorth: number;
	readonly toEast: number;
	readonly toNorth: number;
}

/** Parts of a segment, as shares of it from 0 to 1. */
interface SegmentPart {
	readonly from: number;
	readonly to: number;
}

const wholly: readonly SegmentPart[] = [{ from: 0, to: 1 }];

function isWithin({ fromEast, fromNorth, toEast, toNorth }: Segment, radiusM: number): boolean {
	const square = radiusM * radiusM;
	return fromEast * fromEast + fromNorth * fromNorth < square && toEast * toEast + toNorth * toNorth < square;
}

/** The parts of a segment inside a zone, in order. A segment is cut where it meets the zone's circles and radials. */
function partsInside(oriented: OrientedZone, segment: Segment): readonly SegmentPart[] {
	// Most segments of a large area lie wholly inside, and a circle bulges nowhere inwards.
	if (oriented.zone.shape === "cylinder" && isWithin(segment, oriented.zone.radiusM)) return wholly;
	if (distanceToCentre(segment) > zoneReach(oriented.zone)) return [];
	const cuts = [0, ...cutsOf(oriented, segment).filter((cut) => cut > 0 && cut < 1), 1].sort((a, b) => a - b);
	const parts: SegmentPart[] = [];
	for (let index = 1; index < cuts.length; index++) {
		const [from = 0, to = 0] = [cuts[index - 1], cuts[index]];
		const middle = (from + to) / 2;
		if (!isInside(oriented, eastAt(segment, middle), northAt(segment, middle))) continue;
		const previous = parts.at(-1);
		if (previous?.to === from) parts[parts.length - 1] = { from: previous.from, to };
		else parts.push({ from, to });
	}
	return parts;
}

/** Share of the segment at which it crosses a line, and whether it does so in the direction of the zone's axis. */
function lineCrossing(
	{ zone, axisDeg }: OrientedZone,
	{ fromEast, fromNorth, toEast, toNorth }: Segment,
): { readonly share: number; readonly alongAxis: boolean } | null {
	if (zone.shape !== "line") return null;
	const [sin, cos] = [Math.sin(axisDeg * radiansPerDegree), Math.cos(axisDeg * radiansPerDegree)];
	const before = fromEast * sin + fromNorth * cos;
	const after = toEast * sin + toNorth * cos;
	if (before < 0 === after < 0) return null;
	const share = before / (before - after);
	const across = (east: number, north: number) => east * cos - north * sin;
	const side = across(fromEast, fromNorth);
	const where = side + share * (across(toEast, toNorth) - side);
	return Math.abs(where) <= zone.lengthM / 2 ? { share, alongAxis: before < 0 } : null;
}

function cutsOf({ zone, axisDeg }: OrientedZone, segment: Segment): number[] {
	switch (zone.shape) {
		case "line":
			return [];
		case "cylinder":
			return circleCuts(segment, zone.radiusM);
		case "sector":
			return [...circleCuts(segment, zone.radiusM), ...radialCuts(segment, axisDeg, zone.angleDeg)];
		case "keyhole":
		case "ring":
			return [
				...circleCuts(segment, zone.radiusM),
				...circleCuts(segment, zone.innerRadiusM),
				...radialCuts(segment, axisDeg, zone.angleDeg),
			];
	}
}

function circleCuts({ fromEast, fromNorth, toEast, toNorth }: Segment, radiusM: number): number[] {
	const [east, north] = [toEast - fromEast, toNorth - fromNorth];
	const square = east * east + north * north;
	if (square === 0) return [];
	const half = (fromEast * east + fromNorth * north) / square;
	const rest = (fromEast * fromEast + fromNorth * fromNorth - radiusM * radiusM) / square;
	const root = half * half - rest;
	if (root <= 0) return [];
	return [-half - Math.sqrt(root), -half + Math.sqrt(root)];
}

/** Where the segment crosses the two radials, or their continuations beyond the centre. */
function radialCuts(segment: Segment, axisDeg: number, angleDeg: number): number[] {
	if (angleDeg >= 360) return [];
	const { fromEast, fromNorth, toEast, toNorth } = segment;
	return [axisDeg - angleDeg / 2, axisDeg + angleDeg / 2].flatMap((directionDeg) => {
		const [sin, cos] = [Math.sin(directionDeg * radiansPerDegree), Math.cos(directionDeg * radiansPerDegree)];
		const before = fromEast * cos - fromNorth * sin;
		const after = toEast * cos - toNorth * sin;
		return before === after ? [] : [before / (before - after)];
	});
}

function distanceToCentre(segment: Segment): number {
	const [east, north] = [segment.toEast - segment.fromEast, segment.toNorth - segment.fromNorth];
	const square = east * east + north * north;
	const along = square === 0 ? 0 : -(segment.fromEast * east + segment.fromNorth * north) / square;
	const share = Math.min(1, Math.max(0, along));
	const [x, y] = [eastAt(segment, share), northAt(segment, share)];
	return Math.sqrt(x * x + y * y);
}

const eastAt = ({ fromEast, toEast }: Segment, share: number) => fromEast + share * (toEast - fromEast);
const northAt = ({ fromNorth, toNorth }: Segment, share: number) => fromNorth + share * (toNorth - fromNorth);

/** Metres of a degree of a meridian, rounded down and up. */
const shortestDegree = 110_000;
const longestDegree = 112_000;

export const [outside, unsure, inside] = [0, 1, 2];
/** Share of a cylinder's radius within which a rough distance is surely inside. */
const surelyInside = 0.95;

/**
 * A quick test in degrees, so that most fixes are never put on the plane of a zone.
 * @param margin metres from the zone from which a fix counts as outside
 */
export function roughSides(
	{ latitudes, longitudes }: Track,
	{ zone, centre }: OrientedZone,
	margin: number,
): (fix: number) => number {
	const high = (zoneReach(zone) + margin) / shortestDegree;
	const width = Math.max(0.01, Math.cos(centre.latitude * radiansPerDegree));
	const safe = zone.shape === "cylinder" ? (zone.radiusM * surelyInside) / longestDegree : 0;
	// A degree of longitude is longest at the edge towards the equator.
	const widest = Math.cos(Math.max(0, Math.abs(centre.latitude) - safe) * radiansPerDegree);
	return (fix) => {
		const up = Math.abs((latitudes[fix] ?? 0) - centre.latitude);
		if (up >= high) return outside;
		const apart = Math.abs((longitudes[fix] ?? 0) - centre.longitude);
		const across = Math.min(apart, 360 - apart);
		if (across * width >= high) return outside;
		return up * up + (across * widest) ** 2 < safe * safe ? inside : unsure;
	};
}
