import type { PevRule } from "~db/schema";
import type { Observation } from "../performance";

/** Seconds within which presses are one (Annex A 2025, 7.4). */
const onePress = 30;
const mostPresses = 3;
/** Points without a press, and at most for a start outside the window. */
const mostPoints = 60;

/**
 * The last press before the start opens the window that counts: it replaces the windows of earlier ones.
 * @param presses as `countedPresses` gives them
 */
export function pevFindings(rule: PevRule | null, presses: readonly number[], start: number): Observation[] {
	if (rule === null) return [];
	const press = presses.findLast((time) => time <= start);
	if (press === undefined) return [{ kind: "pevMissing", value: null, proposedPoints: mostPoints }];
	const opens = press + rule.waitS;
	const late = rule.windowS === null ? 0 : start - (opens + rule.windowS);
	const outside = Math.max(opens - start, late);
	if (outside <= 0) return [];
	return [{ kind: "pevOutside", value: outside, proposedPoints: Math.min(mostPoints, outside) }];
}

/** Times of the presses that count, in order. @param events times of all presses */
export function countedPresses(rule: PevRule | null, events: readonly number[]): number[] {
	if (rule === null) return [];
	const counted: number[] = [];
	for (const time of events.toSorted((a, b) => a - b)) {
		const last = counted.at(-1);
		if (last === undefined || time - last > onePress) counted.push(time);
	}
	return counted.slice(0, Math.min(mostPresses, rule.presses));
}
