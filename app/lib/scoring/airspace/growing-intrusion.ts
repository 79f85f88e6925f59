import type { StepBudget } from "../evaluation/step-budget";
import { type Place, Places } from "./intrusion-depth";

/** Seconds outside that do not end an intrusion, as when somebody circles across the edge. */
const longestPause = 120;

/** Metres between places at which the depth is asked for: a recorder may write a fix every 500 m. */
const longestStep = 50;
/** Steps of a place on a plane, and of one along a stretch. */
export const stepsOfPlace = 12;

/** An intrusion while it grows. Its depth is asked for at the places. */
export interface Growing {
	readonly from: number;
	until: number;
	readonly places: Places;
}

/** The straight line between two fixes. */
export interface Stretch {
	readonly begins: number;
	readonly ends: number;
	readonly from: Place;
	readonly to: Place;
}

export function between(from: number, to: number, share: number): number {
	return from + share * (to - from);
}

/** From one share of a stretch to another one, both ends included. It goes on with the last intrusion, or begins another. */
export function addPart(
	growing: Growing[],
	budget: StepBudget,
	{ begins, ends, from, to }: Stretch,
	begin: number,
	until: number,
): void {
	const [entered, left] = [between(begins, ends, begin), between(begins, ends, until)];
	let current = growing.at(-1);
	if (!current || entered - current.until > longestPause) {
		current = { from: entered, until: left, places: new Places() };
		growing.push(current);
	}
	current.until = left;
	const metres = Math.hypot(to.east - from.east, to.north - from.north) * (until - begin);
	const steps = Math.max(1, Math.ceil(metres / longestStep));
	budget.spend((steps + 1) * stepsOfPlace);
	for (let step = 0; step <= steps; step++) {
		const share = begin + ((until - begin) * step) / steps;
		current.places.add(
			between(from.east, to.east, share),
			between(from.north, to.north, share),
			between(from.height, to.height, share),
		);
	}
}
