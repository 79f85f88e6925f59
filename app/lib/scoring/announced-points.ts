import type { DayScores, dayScores } from "~db/schema";

type Stored = Pick<typeof dayScores.$inferSelect, "state" | "sheet" | "actedAt">;

/**
 * What new scores of a class are to those that are stored: `follow` replaces them; `anew` replaces points that were announced, so the
 * protest time begins anew; `wait` leaves what was announced as it is.
 */
type Rescoring = "follow" | "anew" | "wait";

/**
 * The rule of who changes announced points and so begins a new protest time (docs/security.md, rule 52). An organiser does. Nobody
 * else does, whatever changes: a log, a confirmation, a status, an entry, an erasure, the hour. Points that stay as announced begin
 * nothing. Official scores are not scored again at all.
 * @param decides whether a scorer's decision is written together with the new scores
 */
export function rescoring(stored: Stored | null, sheet: DayScores, decides: boolean): Rescoring {
	if (stored?.state !== "unofficial" || pointsIn(stored.sheet) === pointsIn(sheet)) return "follow";
	return decides || stored.actedAt !== null ? "anew" : "wait";
}

/** The points of each entry. One who has none and no place, such as a late entry or a withdrawal, changes nobody's. */
function pointsIn(sheet: DayScores): string {
	return JSON.stringify([...pointsByEntry(sheet)].sort());
}

/** Ids of the entries whose points or places differ between two sheets. */
export function differingEntries(one: DayScores, other: DayScores): readonly string[] {
	const [before, after] = [pointsByEntry(one), pointsByEntry(other)];
	return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}

function pointsByEntry({ rows }: DayScores): ReadonlyMap<string, string> {
	return new Map(
		rows
			.filter(({ points, rank }) => points !== 0 || rank !== null)
			.map(({ registrationId, points, rank }) => [registrationId, `${points}/${rank}`]),
	);
}
