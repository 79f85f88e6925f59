import type { Edition } from "~editions/schema";
import { pragueDate } from "./prague-time";

/** Part of the key of cached pages. */
export type Phase = "signup-closed" | "open" | "flying" | "over";

/** False from the instant on at which signup opens. */
export function isSignupAhead(edition: Edition, now: Date): boolean {
	return Date.parse(edition.competition.signupSince) > now.getTime();
}

/** From `signupSince` on, and before `signupUntil` if the edition sets one. */
export function isSignupOpen(edition: Edition, now: Date): boolean {
	if (isSignupAhead(edition, now)) return false;
	return edition.signupUntil === undefined || now.getTime() < Date.parse(edition.signupUntil);
}

/** Whether competitors can change their entries: always, or before `entriesUntil` if the edition sets one. */
export function areEntriesOpen(edition: Edition, now: Date): boolean {
	return edition.entriesUntil === undefined || now.getTime() < Date.parse(edition.entriesUntil);
}

/**
 * `flying` from the first to the last competition day in Prague, both included. Before it, `signup-closed` also when
 * signup has closed again.
 */
export function phaseOf(edition: Edition, now: Date): Phase {
	const today = pragueDate(now);
	const { from, to } = edition.competition;
	if (today > to) return "over";
	if (today >= from) return "flying";
	return isSignupOpen(edition, now) ? "open" : "signup-closed";
}
