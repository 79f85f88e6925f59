import { addDays, pragueDate } from "~/lib/editions/prague-time";
import type { ResultStatus } from "~db/enums";
import type { Edition } from "~editions/schema";

type Season = Pick<Edition, "competition">;

/** Days after the last competition day. Then every day keeps the state that it has. */
const daysUntilLock = 2;

export function areDaysLocked({ competition: { to } }: Season, now: Date): boolean {
	return pragueDate(now) > addDays(to, daysUntilLock);
}

/**
 * Whether nothing changes the scores of a class on a day any more: they are official, or the competition is over. Logs and statuses
 * are still accepted; they change other things.
 * @param stored null before the class is scored, which is always possible
 */
export function isClosed(
	season: Season,
	stored: { readonly state: ResultStatus } | null,
	now: Date,
): boolean {
	return stored !== null && (stored.state === "official" || areDaysLocked(season, now));
}
