import { at } from "~/lib/at";
import type { Track } from "~/lib/flights/igc-file/track";
import type { StepBudget } from "../evaluation/step-budget";
import { Places } from "./intrusion-depth";

/** Seconds outside that do not end an intrusion, as when somebody circles across the edge. */
const longestPause = 120;

/** Metres between places at which the depth is asked for: a recorder may write a fix every 500 m. */
const longestStep = 50;
/** Steps of a place on a plane, and of one along a line between fixes. */
export const stepsOfPlace = 6;

/** A track on the plane of a space, in metres: only its fixes near that space. */
export interface FlatTrack extends Track {
	readonly easts: Float64Array;
	readonly norths: Float64Array;
}

/** An intrusion while it grows. Its depth is asked for at the places. */
export interface Growing {
	readonly from: number;
	until: number;
	readonly places: Places;
}

/** A value on the line that leads to a fix. @param share of the line, from the fix before */
export function between(values: Float64Array, fix: number, share: number): number {
	const from = at(values, fix - 1);
	return from + share * (at(values, fix) - from);
}

/** From one share of the line that leads to a fix to another one. It goes on with the last intrusion, or begins another. */
export function addPart(
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
	// Where the part before has ended is known.
	for (let step = goesOn ? 1 : 0; step <= steps; step++) {
		const share = begin + ((until - begin) * step) / steps;
		current.places.add(between(easts, fix, share), between(norths, fix, share), between(heights, fix, share));
	}
}
