import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { done, type Result, refuse } from "~/lib/result";
import type { ClassType } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	dailyResults,
	registrations,
	resultSheets,
	scoreSheets,
} from "~db/schema";
import {
	type DayWithScores,
	isPublic,
	pilotsOfClass,
	type ScoredPilot,
	sheetColumns,
} from "./preliminary-scores.server";
import type { ScoredRow, ScoreSheet } from "./score-sheet";

export interface ExplainedScore extends DayWithScores {
	readonly computedAt: Date;
	readonly engine: string;
	readonly classId: string;
	readonly classType: ClassType;
	readonly sheet: Omit<ScoreSheet, "rows">;
	readonly row: ScoredRow;
	readonly pilot: ScoredPilot;
	/** What the official scorer gave; null as long as the class has no such results of the day. */
	readonly official: { readonly points: number | null; readonly position: number | null } | null;
}

/**
 * The score of a competitor on a day with all that explains it. It stays when the official results come, so that links to it
 * work.
 */
export async function explainedScore(
	{ db }: Ctx,
	dayId: string,
	registrationId: string,
): Promise<Result<ExplainedScore, "not-found">> {
	const ofClass = sql`(SELECT ${registrations.competitionClassId} FROM ${registrations} WHERE ${registrations.id} = ${registrationId})`;
	const [[stored], pilots, classes, [official]] = await db.batch([
		computedSheet(db, ofClass, dayId),
		pilotsOfClass(db, ofClass),
		db
			.select({ id: competitionClasses.id, type: competitionClasses.type })
			.from(competitionClasses)
			.where(eq(competitionClasses.id, ofClass)),
		db
			.select({ points: dailyResults.points, position: dailyResults.position })
			.from(resultSheets)
			.leftJoin(
				dailyResults,
				and(
					eq(dailyResults.dayId, resultSheets.dayId),
					eq(dailyResults.competitionClassId, resultSheets.competitionClassId),
					eq(dailyResults.registrationId, registrationId),
				),
			)
			.where(and(eq(resultSheets.dayId, dayId), eq(resultSheets.competitionClassId, ofClass))),
	]);
	const pilot = pilots.find((one) => one.registrationId === registrationId);
	if (!stored || !pilot || !classes[0]) return refuse("not-found");
	const { sheet: column, ...rest } = stored;
	const { rows, ...sheet } = column as ScoreSheet;
	const row = rows.find((one) => one.registrationId === registrationId);
	if (!row?.flight) return refuse("not-found");
	return done({
		...rest,
		classId: classes[0].id,
		classType: classes[0].type,
		sheet,
		row,
		pilot,
		official: official ?? null,
	});
}

/** Query for what our engine computed of a class on a day, also after the official scorer has results. */
function computedSheet(db: Db, classId: SQL, dayId: string) {
	return db
		.select(sheetColumns)
		.from(scoreSheets)
		.innerJoin(competitionDays, eq(competitionDays.id, scoreSheets.dayId))
		.where(and(eq(scoreSheets.competitionClassId, classId), eq(scoreSheets.dayId, dayId), isPublic));
}
