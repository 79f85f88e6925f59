import { at } from "~/lib/at";
import type { Track } from "~/lib/flights/igc-file/track";
import { LocalPlane } from "~/lib/maps/geodesy/local-plane";
import type { PlacedZone } from "~/lib/tasks/zones";
import { inside, roughSides, unsure } from "./rough-sides";
import { lineCrossing, partsInside, type Segment } from "./segment-in-zone";
import type { StepBudget } from "./step-budget";

/** A stay in a zone, or the crossing of a line. Times are in the unit of the track. */
export interface Passage {
	readonly enter: number;
	/** As `enter` for a line. */
	readonly exit: number;
	/** Whether a line is crossed in the direction of its axis; null for an area. */
	readonly alongAxis: boolean | null;
	/** Seconds of the gap between fixes in which the passage begins; 0 when there is none. */
	readonly gapS: number;
}

/** Seconds: a longer gap between two fixes is bridged by a straight line only with a finding. */
export const longestBridge = 60;
/** Metres that a glider flies in that time. */
const farthestBridge = 8_000;

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
export function passagesOf(track: Track, placed: PlacedZone, budget: StepBudget): Passage[] {
	budget.spend(track.length * stepsOfFix);
	const passages: OpenPassage[] = [];
	const plane = new LocalPlane(placed.centre);
	const sideOf = roughSides(track, placed, farthestBridge);
	/** The fix whose place on the plane is known. */
	let [known, east, north] = [-1, 0, 0];
	let nextSide = sideOf(0);
	for (let index = 0; index + 1 < track.length; index++) {
		const side = nextSide;
		nextSide = sideOf(index + 1);
		const from = track.times[index] ?? 0;
		const to = track.times[index + 1] ?? 0;
		if (to - from <= longestBridge && side === nextSide && side !== unsure) {
			if (side === inside) addStay(passages, from, to, 0);
			continue;
		}
		budget.spend(stepsOfLine);
		if (known !== index)
			({ east, north } = plane.project(at(track.latitudes, index), at(track.longitudes, index)));
		const end = plane.project(at(track.latitudes, index + 1), at(track.longitudes, index + 1));
		addPassages(
			passages,
			placed,
			{ from, to },
			{ fromEast: east, fromNorth: north, toEast: end.east, toNorth: end.north },
		);
		[known, east, north] = [index + 1, end.east, end.north];
	}
	budget.spend(passages.length * stepsOfPassage);
	return passages;
}

/** Another segment may make it longer. */
interface OpenPassage extends Omit<Passage, "exit"> {
	exit: number;
}

function addPassages(
	passages: OpenPassage[],
	placed: PlacedZone,
	{ from, to }: { readonly from: number; readonly to: number },
	segment: Segment,
): void {
	const gapS = to - from > longestBridge ? to - from : 0;
	if (placed.zone.shape === "line") {
		const crossing = lineCrossing(placed, segment);
		if (!crossing) return;
		const time = from + crossing.share * (to - from);
		passages.push({ enter: time, exit: time, alongAxis: crossing.alongAxis, gapS });
		return;
	}
	for (const part of partsInside(placed, segment)) {
		const enter = part.from === 0 ? from : from + part.from * (to - from);
		addStay(passages, enter, from + part.to * (to - from), part.from === 0 ? 0 : gapS);
	}
}

/** A stay that goes on from the one before makes it longer. */
function addStay(passages: OpenPassage[], enter: number, exit: number, gapS: number): void {
	const previous = passages.at(-1);
	if (previous?.exit === enter) previous.exit = exit;
	else passages.push({ enter, exit, alongAxis: null, gapS });
}
