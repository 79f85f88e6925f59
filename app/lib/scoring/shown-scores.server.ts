import { and, eq, sql } from "drizzle-orm";
import { isElsewhere, isInForce } from "~/lib/db/conditions.server";
import type { ResultSource } from "~db/enums";
import { competitionDays, dayScores, resultTables, tasks } from "~db/schema";

const ofScores = { dayId: dayScores.dayId, classId: dayScores.competitionClassId };

/** Whether a version of the task is in force; none is after a cancellation, and the sheet waits for the next one. */
const hasTask = sql`EXISTS (SELECT 1 FROM ${tasks}
	WHERE ${isInForce(ofScores)})`;

/** Condition: the day of a sheet counts. It has a task, also for the class, and the scorer has not cancelled it. */
export const isDayScored = and(hasTask, eq(dayScores.cancelled, false), eq(competitionDays.task, "TASK"));

/**
 * Condition: visitors see what our engine computed. Its day counts, the sheet has an evaluated log or a distance of the scorer, and the
 * scorer has not hidden the class (`published`).
 */
export const areScoresShown = and(
	isDayScored,
	eq(dayScores.published, true),
	sql`(json_extract(${dayScores.sheet}, '$.logs') > 0 OR json_extract(${dayScores.sheet}, '$.day.doM') > 0)`,
);

/** The source of results that count instead of ours; null when ours count. */
export const elsewhere = sql<ResultSource | null>`(SELECT ${resultTables.source} FROM ${resultTables}
	WHERE ${isElsewhere(ofScores)})`;

/** Condition: visitors see what our engine computed, and no results from elsewhere count instead. */
export const doScoresCount = and(areScoresShown, sql`${elsewhere} IS NULL`);

/** Joins the rows of a sheet, each as `scored`. */
export const sheetRows = sql`json_each(${dayScores.sheet}, '$.rows') AS scored`;

/** A field of a joined row, by its path in the JSON. */
export const ofRow = <T>(field: string) => sql<T>`json_extract(scored.value, ${sql.raw(`'$.${field}'`)})`;

/** A field of the sheet, by its path in the JSON. */
export const ofSheet = <T>(field: string) =>
	sql<T>`json_extract(${dayScores.sheet}, ${sql.raw(`'$.${field}'`)})`;

/** Expression for `isExplained` of a joined row. */
export const isRowExplained =
	sql<boolean>`coalesce(${ofRow("flight.status")}, ${ofRow("distanceM")}) IS NOT NULL`.mapWith(Boolean);

/** Condition: visitors see what our engine computed as the result, as there is none from the official scorer. */
export const areScoresTheResult = and(
	sql`NOT EXISTS (SELECT 1 FROM ${resultTables} WHERE ${resultTables.dayId} = ${dayScores.dayId}
		AND ${resultTables.competitionClassId} = ${dayScores.competitionClassId})`,
	areScoresShown,
);
