import type { Ctx } from "~/lib/context";
import { addDays, instantOf, startOfDay } from "~/lib/editions/prague-time";
import { secondsOf } from "~/lib/tasks/clock-times";
import type { TaskRules } from "~db/schema";

/**
 * When a class may be replayed: once its finish has closed, else at the end of the day. Until then a replay would show
 * those who still fly where others climbed.
 * @param date local
 * @param rules of the task in force; null without one
 */
export function replayOpens(date: string, rules: Pick<TaskRules, "finishCloses"> | null): Date {
	const closes = secondsOf(rules?.finishCloses ?? null);
	return closes === null ? startOfDay(addDays(date, 1)) : instantOf(date, closes);
}

/** Whether flights of a class can be replayed, once there are any. @param date local @param rules as above */
export function canReplay(
	{ edition, now }: Pick<Ctx, "edition" | "now">,
	date: string,
	rules: Pick<TaskRules, "finishCloses"> | null,
): boolean {
	return edition.publishTracks && replayOpens(date, rules) <= now;
}
