import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/editions/competition-day";
import { addDays, instantOf, startOfDay } from "~/lib/editions/prague-time";
import { secondsOf } from "~/lib/tasks/clock-times";
import type { ClassType } from "~db/enums";
import type { TaskRules } from "~db/schema";
import type { Edition } from "~editions/schema";

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

/** The replay of a class on a day. @param date local */
export function replayPath(
	edition: Pick<Edition, "competition">,
	date: string,
	classType: ClassType,
): string {
	return `${dayPath(edition, date)}/replay?class=${classType}`;
}

/** The flights of a class, packed. The address changes with what they are made of. */
export function packPath(digest: string): string {
	return `/replays/${digest}`;
}
