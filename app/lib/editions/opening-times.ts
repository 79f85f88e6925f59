import type { Edition } from "~editions/schema";
import { addDays, pragueDate, startOfDay } from "./prague-time";

/** An edition as it holds now: with what organisers have set, and its place among the others. */
export type HeldEdition = Edition & {
	/** The year of the edition of the main domain. */
	readonly newestYear: number;
};

type Place = Pick<HeldEdition, "year" | "practice" | "newestYear">;

/** Part of the key of cached pages. */
export type Phase = "signup-closed" | "open" | "flying" | "over";

/** Days after the last competition day on which an edition with a successor still takes flight logs. */
const daysForLateLogs = 2;

/** Whether the edition has a successor. It then takes no accounts, no entries and soon no flight logs. A practice has no successor. */
export function isFinished({ year, practice, newestYear }: Place): boolean {
	return !practice && year < newestYear;
}

/** Whether the edition is prepared while the one before still runs. Its organisers alone see it. A practice is none. */
export function isDraft({ year, practice, newestYear }: Place): boolean {
	return !practice && year > newestYear;
}

/** Whether signup opens in the future. False from the instant at which it opens. */
export function isSignupAhead(edition: HeldEdition, now: Date): boolean {
	return !isFinished(edition) && Date.parse(edition.competition.signupSince) > now.getTime();
}

/**
 * Whether signup is open: from `signupSince` on, before `signupUntil` if the edition sets one, and never after the last competition
 * day. A practice is played after its days, so it takes accounts then.
 */
export function isSignupOpen(edition: HeldEdition, now: Date): boolean {
	if (isFinished(edition) || isSignupAhead(edition, now)) return false;
	if (!edition.practice && pragueDate(now) > edition.competition.to) return false;
	return edition.signupUntil === undefined || now.getTime() < Date.parse(edition.signupUntil);
}

/** Whether competitors can change their entries: in the newest edition, before `entriesUntil` if it sets one. */
export function areEntriesOpen(edition: HeldEdition, now: Date): boolean {
	if (isFinished(edition)) return false;
	return edition.entriesUntil === undefined || now.getTime() < Date.parse(edition.entriesUntil);
}

/** Whether flight logs can be uploaded. */
export function areUploadsOpen(edition: HeldEdition, now: Date): boolean {
	return !isFinished(edition) || pragueDate(now) <= addDays(edition.competition.to, daysForLateLogs);
}

/** Whether logs of a competition day are accepted, while uploads are open: from its morning in Prague on, those of a practice always. */
export function takesLogs(
	{ practice }: Pick<Edition, "practice">,
	day: { readonly date: string },
	now: Date,
): boolean {
	return practice === true || day.date <= pragueDate(now);
}

/** The instant after which no flight can have been: now, in a practice also the end of its last day. */
export function latestFlight({ practice, competition }: Edition, now: Date): Date {
	const end = startOfDay(addDays(competition.to, 1));
	return practice && end > now ? end : now;
}

/**
 * Whether a practice is played at another time than on its days. No deadline of a day counts then.
 * @param date local date of the day
 * @param at when something of the day was said or sent
 */
export function isPlayedLater({ practice }: Pick<Edition, "practice">, date: string, at: Date): boolean {
	return practice === true && pragueDate(at) !== date;
}

/**
 * Returns `flying` from the first to the last competition day in Prague, both included. Before it, returns `signup-closed` also
 * when signup has closed again.
 */
export function phaseOf(edition: HeldEdition, now: Date): Phase {
	const today = pragueDate(now);
	const { from, to } = edition.competition;
	if (today > to) return "over";
	if (today >= from) return "flying";
	return isSignupOpen(edition, now) ? "open" : "signup-closed";
}
