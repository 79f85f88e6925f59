import { addDays, pragueDate } from "~/lib/editions/prague-time";
import type { ResultStatus } from "~db/enums";
import type { Edition } from "~editions/schema";

type Season = Pick<Edition, "competition">;

const hourMilliseconds = 60 * 60 * 1000;

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

/**
 * The end of the protest time.
 * @param date local date of the day: the last one has a time of its own
 * @param since when the results became unofficial, or their points changed
 */
export function protestTimeEnds(
	{ competition: { to }, protests }: Pick<Edition, "competition" | "protests">,
	date: string,
	since: Date,
): Date {
	const hours = date === to ? protests.lastDayHours : protests.hours;
	return new Date(since.getTime() + hours * hourMilliseconds);
}
