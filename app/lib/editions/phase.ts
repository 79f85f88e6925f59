import type { Edition } from "~editions/schema";
import { pragueDate } from "./prague-time";

/** What the home page is about, and part of the key of cached pages. */
export type Phase = "signup-closed" | "open" | "flying" | "over";

/** Whether the opening of signup still lies ahead; at that very instant it does not. */
export function isSignupAhead(edition: Edition, now: Date): boolean {
	return Date.parse(edition.competition.signupSince) > now.getTime();
}

/**
 * Whether accounts can be made: from `signupSince` on, and before `signupUntil` where the edition sets one.
 */
export function isSignupOpen(edition: Edition, now: Date): boolean {
	if (isSignupAhead(edition, now)) return false;
	return edition.signupUntil === undefined || now.getTime() < Date.parse(edition.signupUntil);
}

/**
 * Whether competitors can change their entries: always, or before `entriesUntil` where the edition sets one.
 */
export function areEntriesOpen(edition: Edition, now: Date): boolean {
	return edition.entriesUntil === undefined || now.getTime() < Date.parse(edition.entriesUntil);
}

/**
 * Where an edition stands. `flying` lasts from the first to the last competition day in Prague, both
 * included; before it the phase says whether signup is open (`signup-closed` also when it closed again, see
 * {@link isSignupAhead}).
 */
export function phaseOf(edition: Edition, now: Date): Phase {
	const today = pragueDate(now);
	const { from, to } = edition.competition;
	if (today > to) return "over";
	if (today >= from) return "flying";
	return isSignupOpen(edition, now) ? "open" : "signup-closed";
}
