import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import type { ResultStatus } from "~db/enums";
import { dayScores } from "~db/schema";
import type { Edition } from "~editions/schema";

/*
 * What the state of the results forbids. Official scores are not scored again and nobody decides about them (`areScoresFinal`); their
 * task is not changed, replaced or cancelled, and their day stays a day with a task (`resultsInState`).
 */

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

/** A day with all its classes, or with one of them. */
interface OfDay {
	readonly dayId: string;
	readonly classId?: string;
}

const isOf = ({ dayId, classId }: OfDay) =>
	and(
		eq(dayScores.dayId, dayId),
		classId === undefined ? undefined : eq(dayScores.competitionClassId, classId),
	);

/**
 * Selects the results of a day, or of one class, that have one of the states. Official results stay after a cancellation and a new
 * task.
 */
export function resultsInState(db: Db, of: OfDay, states: readonly ResultStatus[]) {
	return db
		.select({ classId: dayScores.competitionClassId })
		.from(dayScores)
		.where(and(isOf(of), inArray(dayScores.state, [...states])));
}

/** Statement that makes unofficial results preliminary again, as their day or task no longer counts. Nobody can protest then. */
export function makePreliminaryAgain(db: Db, of: OfDay) {
	return db
		.update(dayScores)
		.set({ state: "preliminary", stateSince: null, protestsUntil: null })
		.where(and(isOf(of), eq(dayScores.state, "unofficial")));
}
