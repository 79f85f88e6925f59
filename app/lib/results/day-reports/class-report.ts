import { type ClassStatuses, isFlying } from "~/lib/days/statuses/count-statuses.server";
import { pick } from "~/lib/pick";
import type { DayFigures, Evaluating } from "~db/schema";
import { type DayResults, isInvalid, isPublic, mayChange } from "../day-result";

/** What home and the page of a day say of the results of a class. */
export interface DayReport extends Pick<DayResults, "status" | "updatedAt" | "rows"> {
	/** Logs that our engine has counted, as long as the results are ours alone; else null. */
	readonly logs: {
		readonly count: number;
		readonly expected: number;
		/** Set while logs are evaluated anew. */
		readonly evaluating: Evaluating | null;
	} | null;
	readonly mayChange: boolean;
	/** Who launched and who flew the least distance on an invalid day; null on others. */
	readonly invalid: Pick<DayFigures, "n" | "n1"> | null;
}

/** @param days the results of `toResults`, of one day; null while the class has none */
export function reportOf(classId: string, days: readonly DayResults[]): DayReport | null {
	const day = days.find((one) => one.classId === classId);
	if (!day) return null;
	const { ours } = day;
	return {
		...pick(day, "status", "updatedAt", "rows"),
		logs:
			ours && !isPublic(day)
				? { count: ours.logs, expected: ours.expected, evaluating: ours.evaluating }
				: null,
		mayChange: mayChange(day),
		invalid: ours && isInvalid(day) ? pick(ours.figures, "n", "n1") : null,
	};
}

/**
 * What a class is about on a day with a task:
 * - `morning`: nobody has launched
 * - `air`: somebody is flying, or all have landed and there is no result yet
 * - `evening`: there are results, and nobody is flying
 */
export type ClassStage = "morning" | "air" | "evening";

/**
 * In which stage of a day a class is. A status "flying" was forgotten when the official scorer already has results, and does not count.
 */
export function stageOf(statuses: ClassStatuses, results: DayReport | null, isPast: boolean): ClassStage {
	if (results && (results.logs === null || !isFlying(statuses, isPast))) return "evening";
	const { counts } = statuses;
	return counts.FLYING + counts.OUTLANDING + counts.HOME > 0 ? "air" : "morning";
}
