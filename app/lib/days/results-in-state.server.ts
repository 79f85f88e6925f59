import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import type { ResultStatus } from "~db/enums";
import { dayScores } from "~db/schema";

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
