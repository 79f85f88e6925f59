import type { PlanePoint } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { metresTo } from "./best-path";
import type { PlaneTrack } from "./layer-search";
import type { StepBudget } from "./step-budget";

/** A fix as the position of a flight that does not finish. */
export interface OutPlace {
	readonly fix: number;
	/** Place in the last layer. */
	readonly from: number;
	readonly metres: number;
	/** Metres of the longest way to the target of the fix. */
	readonly toTarget: number;
}

/** The target of the leg and the metres that are missing, for each fix. */
export interface Targets extends PlaneTrack {
	/** The first fix with a target. */
	readonly first: number;
	readonly rest: Float64Array;
}

/** Metres by which the search for the longest way may miss it (`LayerSearch`), and more than the rounding of numbers. */
const searchTolerance = 0.1;

/**
 * Finds the place that scores most. Half of a stretch is searched only when a place in it may be better than the best so far: the
 * way to its target is at most that to the target of the last fix, and on from there.
 */
export function bestPlace(
	first: number,
	last: number,
	{ east, north, rest }: Targets,
	tried: (fix: number) => OutPlace,
	budget: StepBudget,
): OutPlace {
	let best = tried(last);
	const search = (from: number, end: OutPlace) => {
		const [endEast, endNorth] = [at(east, end.fix), at(north, end.fix)];
		let [farthest, least] = [0, Number.POSITIVE_INFINITY];
		budget.spend(end.fix - from);
		for (let fix = from; fix < end.fix; fix++) {
			const x = (east[fix] ?? 0) - endEast;
			const y = (north[fix] ?? 0) - endNorth;
			farthest = Math.max(farthest, x * x + y * y);
			least = Math.min(least, rest[fix] ?? 0);
		}
		if (end.toTarget + Math.sqrt(farthest) - least + searchTolerance <= best.metres) return;
		const middle = tried((from + end.fix) >> 1);
		if (middle.metres > best.metres) best = middle;
		if (middle.fix + 1 < end.fix) search(middle.fix + 1, end);
		if (from < middle.fix) search(from, middle);
	};
	search(first, best);
	return best;
}

/** @param end the last fix */
export function targetsOf(
	places: PlaneTrack,
	first: number,
	end: number,
	targetOf: (east: number, north: number) => PlanePoint,
): Targets {
	const [east, north, rest] = [0, 1, 2].map(() => new Float64Array(end + 1)) as [
		Float64Array,
		Float64Array,
		Float64Array,
	];
	for (let fix = first; fix <= end; fix++) {
		const target = targetOf(places.east[fix] ?? 0, places.north[fix] ?? 0);
		east[fix] = target.east;
		north[fix] = target.north;
		rest[fix] = metresTo(places, fix, target);
	}
	return { first, east, north, rest };
}
