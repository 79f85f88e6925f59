import { and, eq, or, sql } from "drizzle-orm";
import { isInForce } from "~/lib/db/conditions.server";
import { competitionDays, dayScores, resultTables, tasks } from "~db/schema";

/*
 * The one rule of results: those of another source hold, else ours that visitors see, on a day with a task. Our official results hold
 * whatever becomes of their task.
 */

/** Whether a version of the task is in force; none is after a cancellation, and the sheet waits for the next one. */
const hasTask = sql`EXISTS (SELECT 1 FROM ${tasks}
	WHERE ${isInForce({ dayId: dayScores.dayId, classId: dayScores.competitionClassId })})`;

/** Condition: the day of a sheet counts. It has a task, also for the class, and the scorer has not cancelled it. */
export const isDayScored = and(hasTask, eq(dayScores.cancelled, false), eq(competitionDays.task, "TASK"));

/** A field of the head of a sheet, by its path in the JSON. The release before writes none: then it is in the sheet. */
const ofHead = (field: string) =>
	sql`json_extract(coalesce(${dayScores.head}, ${dayScores.sheet}), ${sql.raw(`'$.${field}'`)})`;

/**
 * Condition: visitors see what our engine computed. Its day counts, the sheet has an evaluated log or a distance of the scorer, and the
 * scorer has not hidden the class (`published`).
 */
export const areScoresShown = and(
	isDayScored,
	eq(dayScores.published, true),
	sql`(${ofHead("logs")} > 0 OR ${ofHead("day.doM")} > 0)`,
);

/** Condition: ours hold, unless those of another source do. */
export const areOursHeld = or(eq(dayScores.state, "official"), areScoresShown);

/** Condition: a class has results on a day. Our scores are joined, and by `isElsewhere` the table of another source. */
export const haveResults = and(
	eq(competitionDays.task, "TASK"),
	or(sql`${resultTables.id} IS NOT NULL`, areOursHeld),
);
