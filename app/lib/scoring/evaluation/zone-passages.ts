import type { Track } from "~/lib/flights/igc-file/track";
import { LocalPlane, radiansPerDegree } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { lineCrossing, partsInside, type Segment } from "~/lib/tasks/zone-crossings";
import { type OrientedZone, zoneReach } from "~/lib/tasks/zones";
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
