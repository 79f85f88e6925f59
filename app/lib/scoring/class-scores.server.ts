import { and, eq, isNotNull } from "drizzle-orm";
import { classById } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { dailyResults, resultSheets, type scoreSheets } from "~db/schema";
import { pilotsOfClass, type ScoredPilot } from "./preliminary-scores.server";
import type { ScoreSheet } from "./score-sheet";
import { type ClassDay, storedSheet } from "./scoring-queries.server";

type Stored = Omit<typeof scoreSheets.$inferSelect, "sheet"> & { readonly sheet: ScoreSheet };

/** All that is known of the scores of a class on a day, hidden or not. */
export interface ClassScores {
	readonly status: "preliminary" | "official" | "cancelled" | "none";
	readonly stored: Stored | null;
	readonly pilots: readonly ScoredPilot[];
	/** Points by the official scorer, by entry; empty without an official sheet. */
	readonly officialPoints: ReadonlyMap<string, number>;
	readonly day: { readonly name: string; readonly date: string };
	readonly classType: "club" | "18_meter";
}

export async function classScores({ db }: Ctx, where: ClassDay): Promise<Result<ClassScores, "not-found">> {
	const { dayId, classId } = where;
	const ofTheDay = and(eq(dailyResults.dayId, dayId), eq(dailyResults.competitionClassId, classId));
	const [[day], [competitionClass], [stored], pilots, official, sheets] = await db.batch([
		dayById(db, dayId),
		classById(db, classId),
		storedSheet(db, where),
		pilotsOfClass(db, classId),
		db
			.select({ registrationId: dailyResults.registrationId, points: dailyResults.points })
			.from(dailyResults)
			.where(and(ofTheDay, isNotNull(dailyResults.registrationId))),
		db
			.select({ id: resultSheets.id })
			.from(resultSheets)
			.where(and(eq(resultSheets.dayId, dayId), eq(resultSheets.competitionClassId, classId))),
	]);
	if (!day || !competitionClass) return refuse("not-found");
	const isCancelled = day.task === "TASK_CANCELLED" || stored?.cancelled === true;
	const preliminary = stored ? "preliminary" : "none";
	return done({
		status: isCancelled ? "cancelled" : sheets.length > 0 ? "official" : preliminary,
		// The column is trusted: only `makeSheet` writes it.
		stored: stored ? { ...stored, sheet: stored.sheet as ScoreSheet } : null,
		pilots,
		officialPoints: new Map(
			official.flatMap(({ registrationId, points }) => (registrationId ? [[registrationId, points]] : [])),
		),
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
	});
}
