import { and, eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isInForce } from "~/lib/db/conditions.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import type { ResultStatus } from "~db/enums";
import { type CancelledResults, competitionDays, dayScores, tasks } from "~db/schema";
import type { Edition } from "~editions/schema";

/*
 * What the state of the results forbids. Official scores are not scored again and nobody decides about them (`areScoresFinal`); their
 * task is not changed, replaced or cancelled, and their day stays a day with a task (`finalResults`).
 */

type Season = Pick<Edition, "competition" | "practice">;

/** Days after the last competition day. Then nothing changes any more, but that unofficial results become official. */
const daysUntilLock = 2;

/** A practice is played at any time. */
export function areDaysLocked({ competition: { to }, practice }: Season, now: Date): boolean {
	return !practice && pragueDate(now) > addDays(to, daysUntilLock);
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

export type Closed = "days-locked" | "results-closed";

/** Why nothing may change final results. Results of locked days cannot be reopened. */
export function closedBy({ edition, now }: Pick<Ctx, "edition" | "now">): Closed {
	return areDaysLocked(edition, now) ? "days-locked" : "results-closed";
}

/** A day with all its classes, or with one of them. */
export interface OfDay {
	readonly dayId: string;
	readonly classId?: string;
}

const isOf = ({ dayId, classId }: OfDay) =>
	and(
		eq(dayScores.dayId, dayId),
		classId === undefined ? undefined : eq(dayScores.competitionClassId, classId),
	);

/**
 * Selects the results of a day, or of one class, that are final, or have the other state. Official results stay after a cancellation
 * and a new task.
 */
export function finalResults(
	{ db, edition, now }: Pick<Ctx, "db" | "edition" | "now">,
	of: OfDay,
	other?: ResultStatus,
) {
	return db
		.select({ classId: dayScores.competitionClassId })
		.from(dayScores)
		.where(and(isOf(of), or(isFinal(edition, now), other && eq(dayScores.state, other))));
}

/** Statement that makes unofficial results preliminary again, as their day or task no longer counts. Nobody can protest then. */
export function makePreliminaryAgain(db: Db, of: OfDay) {
	return db
		.update(dayScores)
		.set({ state: "preliminary", stateSince: null, protestsUntil: null, protestsUntilReason: null })
		.where(and(isOf(of), eq(dayScores.state, "unofficial")));
}

/** Expression for the results that `makePreliminaryAgain` changes. */
export function unofficialResults(of: OfDay): SQL<CancelledResults[]> {
	const { competitionClassId, stateSince, protestsUntil, protestsUntilReason, computedAt, state } = dayScores;
	return sql`(SELECT json_group_array(json_object('classId', ${competitionClassId}, 'stateSince', ${stateSince},
		'protestsUntil', ${protestsUntil}, 'protestsUntilReason', ${protestsUntilReason}, 'computedAt', ${computedAt}))
		FROM ${dayScores} WHERE ${and(isOf(of), eq(state, "unofficial"))})`;
}

/**
 * Statements that make results unofficial again after a cancellation, with the protest time that they had. Those that were scored anew
 * meanwhile, or have no day or no task now, stay preliminary.
 */
export function makeUnofficialAgain(db: Db, dayId: string, results: readonly CancelledResults[]) {
	const hasTask = and(isInForce(), eq(tasks.id, dayScores.taskId), eq(competitionDays.task, "TASK"));
	const task = db
		.select({ id: tasks.id })
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.where(hasTask);
	return results.map(({ classId, stateSince, protestsUntil, protestsUntilReason = null, computedAt }) =>
		db
			.update(dayScores)
			.set({
				state: "unofficial",
				stateSince: new Date(stateSince),
				protestsUntil: new Date(protestsUntil),
				protestsUntilReason,
			})
			.where(
				and(
					isOf({ dayId, classId }),
					eq(dayScores.state, "preliminary"),
					eq(dayScores.cancelled, false),
					eq(dayScores.computedAt, new Date(computedAt)),
					exists(task),
				),
			),
	);
}
