import { datesBetween, instantOf, instantOfLocal } from "~/lib/editions/prague-time";
import { done, type Result, refuse } from "~/lib/result";
import type { dayScores } from "~db/schema";
import type { Edition } from "~editions/schema";

/*
 * The rule of the protest time (decision 86). The column `protests_until` always has the end that holds: whatever moves it is
 * written when it happens.
 */

const hourMilliseconds = 60 * 60 * 1000;

type Season = Pick<Edition, "competition" | "protests">;

/** Seconds on the clock at which the final day begins for protests. Who announces at midnight still works on the day before. */
const morning = 6 * 3600;

interface DayOfClass {
	/** Local date. */
	readonly date: string;
	/** Whether the class does not fly on it any more. */
	readonly isCancelled: boolean;
}

/**
 * The date of the final day of a class: the last one of the competition that is not cancelled for the class. A day that nobody has made
 * yet counts, as it may still be flown.
 */
export function finalDate(
	{ competition: { from, to } }: Pick<Season, "competition">,
	days: readonly DayOfClass[],
): string {
	const cancelled = new Set(days.flatMap(({ date, isCancelled }) => (isCancelled ? [date] : [])));
	return datesBetween(from, to).findLast((date) => !cancelled.has(date)) ?? to;
}

/**
 * The end of the protest time that the edition presets: the shorter one on the final day, and for whatever is announced from its morning on.
 * @param since when the results became unofficial, or their points changed
 */
export function protestTimeEnds(
	{ protests }: Pick<Season, "protests">,
	day: { readonly date: string; readonly finalDate: string },
	since: Date,
): Date {
	const isLast = day.date === day.finalDate || since >= instantOf(day.finalDate, morning);
	const hours = isLast ? protests.lastDayHours : protests.hours;
	return new Date(since.getTime() + hours * hourMilliseconds);
}

type Stored = Pick<
	typeof dayScores.$inferSelect,
	"state" | "stateSince" | "protestsUntil" | "protestsUntilReason"
>;

/** Whether competitors can protest against the results of a class and day. */
export function isProtestTime(
	{ state, protestsUntil }: Pick<Stored, "state" | "protestsUntil">,
	now: Date,
): boolean {
	return state === "unofficial" && protestsUntil !== null && now.getTime() < protestsUntil.getTime();
}

/** How the end of the final day moves. */
export interface FinalEnd {
	readonly date: string;
	/** Null before the results are announced. */
	readonly was: Date | null;
	/** Null when they are reopened. */
	readonly until: Date | null;
	/** When they were announced. */
	readonly since: Date;
}

/**
 * The end of an earlier day after that of the final day has moved: with the final day's time ends that of every day announced before it.
 * One that ended with the final day gets back what the edition gives it, as far as the final day's new time goes. A time that is over
 * stays over.
 */
export function endBesideFinal(
	season: Season,
	{
		date,
		stateSince,
		protestsUntil: end,
		protestsUntilReason,
	}: Omit<Stored, "state"> & { readonly date: string },
	final: FinalEnd,
	now: Date,
): Date | null {
	if (!end || !stateSince || end <= now || stateSince > final.since) return end;
	const endedWithFinal = protestsUntilReason === null && end.getTime() === final.was?.getTime();
	const preset = protestTimeEnds(season, { date, finalDate: final.date }, stateSince);
	const own = endedWithFinal && preset > end ? preset : end;
	return final.until && final.until < own ? final.until : own;
}

const minuteMilliseconds = 60 * 1000;
const minuteOf = (instant: Date) => Math.floor(instant.getTime() / minuteMilliseconds);

/** What a scorer types: a local time, and why it ends then. Both are null when nothing is typed. */
export interface OtherEnd {
	readonly protestsUntil: string | null;
	readonly protestsUntilReason: string | null;
}

type ChosenEnd = Required<Pick<Stored, "protestsUntilReason">> & { readonly protestsUntil: Date };

/**
 * The end of the protest time that a scorer has chosen. It is never past, and has a reason unless it is the preset one, to the minute.
 * @param preset what holds when nothing is typed; null where an end has to be typed
 */
export function chosenEnd(
	preset: Date | null,
	{ protestsUntil: typed, protestsUntilReason }: OtherEnd,
	now: Date,
): Result<ChosenEnd, "invalid-fields"> {
	if (preset && typed === null && protestsUntilReason === null)
		return done({ protestsUntil: preset, protestsUntilReason: null });
	const end = typed === null ? null : instantOfLocal(typed);
	if (!end) return refuse("invalid-fields", { protestsUntil: "scoringAdmin.end.wrong" });
	if (preset && minuteOf(end) === minuteOf(preset))
		return done({ protestsUntil: preset, protestsUntilReason: null });
	if (end <= now) return refuse("invalid-fields", { protestsUntil: "scoringAdmin.end.past" });
	if (protestsUntilReason === null)
		return refuse("invalid-fields", { protestsUntilReason: "scoringAdmin.end.reasonMissing" });
	return done({ protestsUntil: end, protestsUntilReason });
}
