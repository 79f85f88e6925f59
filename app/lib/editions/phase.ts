import { newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { addDays, pragueDate } from "./prague-time";

/** Part of the key of cached pages. */
export type Phase = "signup-closed" | "open" | "flying" | "over";

/** Days after the last competition day on which an edition with a successor still takes flight logs. */
const daysForLateLogs = 2;

/** Whether the edition has a successor. It then takes no accounts, no entries and soon no flight logs. A practice has no successor. */
export function isFinished({ year, practice }: Pick<Edition, "year" | "practice">): boolean {
	return !practice && year < newestEdition.year;
}

/** Whether signup opens in the future. False from the instant at which it opens. */
export function isSignupAhead(edition: Edition, now: Date): boolean {
	return !isFinished(edition) && Date.parse(edition.competition.signupSince) > now.getTime();
}

/** Whether signup is open: from `signupSince` on, and before `signupUntil` if the edition sets one. */
export function isSignupOpen(edition: Edition, now: Date): boolean {
	if (isFinished(edition) || isSignupAhead(edition, now)) return false;
	return edition.signupUntil === undefined || now.getTime() < Date.parse(edition.signupUntil);
}

/** Whether competitors can change their entries: in the newest edition, before `entriesUntil` if it sets one. */
export function areEntriesOpen(edition: Edition, now: Date): boolean {
	if (isFinished(edition)) return false;
	return edition.entriesUntil === undefined || now.getTime() < Date.parse(edition.entriesUntil);
}

/** Whether flight logs can be uploaded. */
export function areUploadsOpen(edition: Edition, now: Date): boolean {
	return !isFinished(edition) || pragueDate(now) <= addDays(edition.competition.to, daysForLateLogs);
}

/** Whether logs of a competition day are accepted, while uploads are open: from the morning of the day in Prague on. */
export function takesLogs(day: { readonly date: string }, now: Date): boolean {
	return day.date <= pragueDate(now);
}

/**
 * Returns `flying` from the first to the last competition day in Prague, both included. Before it, returns `signup-closed` also
 * when signup has closed again.
 */
export function phaseOf(edition: Edition, now: Date): Phase {
	const today = pragueDate(now);
	const { from, to } = edition.competition;
	if (today > to) return "over";
	if (today >= from) return "flying";
	return isSignupOpen(edition, now) ? "open" : "signup-closed";
}
