import type { Ctx } from "~/lib/context";
import { secondsOf } from "~/lib/editions/clock-times";
import { dayPath } from "~/lib/editions/competition-day";
import { addDays, instantOf, startOfDay } from "~/lib/editions/prague-time";
import type { ClassType } from "~db/enums";
import type { TaskRules } from "~db/schema";
import type { Edition } from "~editions/schema";

/**
 * When a class may be replayed: once its finish has closed, or else at the end of the day. Until then a replay would show the
 * pilots who still fly where others climbed.
 * @param date local date
 * @param rules rules of the task in force; null without one
 */
export function replayOpens(date: string, rules: Pick<TaskRules, "finishCloses"> | null): Date {
	const closes = secondsOf(rules?.finishCloses ?? null);
	return closes === null ? startOfDay(addDays(date, 1)) : instantOf(date, closes);
}

/** Whether flights of a class can be replayed, once there are any. @param date local date @param rules rules of the task in force */
export function canReplay(
	{ edition, now }: Pick<Ctx, "edition" | "now">,
	date: string,
	rules: Pick<TaskRules, "finishCloses"> | null,
): boolean {
	return edition.publishTracks && replayOpens(date, rules) <= now;
}

/** The path of the replay of a class on a day. @param date local date */
export function replayPath(
	edition: Pick<Edition, "competition">,
	date: string,
	classType: ClassType,
): string {
	return `${dayPath(edition, date)}/replay?class=${classType}`;
}

/** The path of the packed flights of a class. It changes with the logs. */
export function packPath(digest: string): string {
	return `/replays/${digest}`;
}
