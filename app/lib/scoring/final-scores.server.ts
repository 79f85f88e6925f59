import { eq, or, type SQL, sql } from "drizzle-orm";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import type { ResultStatus } from "~db/enums";
import { dayScores } from "~db/schema";
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
export function areScoresFinal(
	season: Season,
	stored: { readonly state: ResultStatus } | null,
	now: Date,
): boolean {
	return stored !== null && (stored.state === "official" || areDaysLocked(season, now));
}

/** Condition: a row of scores is final, as `areScoresFinal` says. */
export function isFinal(season: Season, now: Date): SQL | undefined {
	return or(eq(dayScores.state, "official"), sql`${areDaysLocked(season, now)}`);
}
