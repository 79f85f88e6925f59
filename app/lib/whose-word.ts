import type { LogStanding, outlandingStandings } from "~db/enums";

type Standing = (typeof outlandingStandings)[number] | LogStanding;

/**
 * Whether what a report or a flight log says counts: its pilot signed in, the desk or an organiser has said or confirmed it. What
 * counts not is shown as a stranger's, or not at all: it gives no telephone, no place and no last news (docs/security.md, rule 51).
 * The condition `isSent` says the same of logs in SQL: one that waits for an organiser is the word of its pilot.
 */
export function isConfirmed({ standing }: { readonly standing: Standing }): boolean {
	return standing === "confirmed" || standing === "scores" || standing === "waiting";
}
