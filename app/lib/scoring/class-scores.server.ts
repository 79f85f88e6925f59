import { and, eq, isNotNull } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classById } from "~/lib/entries/classes-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { inForceOf } from "~/lib/tasks/tasks-queries.server";
import type { ResultSource } from "~db/enums";
import { competitionDays, dayScores, results, resultTables } from "~db/schema";
import { pilotsOfClass, type ScoredPilot } from "./scored-pilots.server";
import { announcedVersions, decisionsOfClass, storedScores } from "./scoring-queries.server";
import { areScoresShown } from "./whose-results-hold.server";

interface OfficialScore {
	readonly points: number;
	/** The factor H; null, as the next ones, when the source does not state it. */
	readonly handicap: number | null;
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
}

/** All that is known about the scores of a class on a day, hidden or not. */
export interface ClassScores {
	readonly status: "preliminary" | "official" | "cancelled" | "none";
	/** Whether visitors see what is stored. */
	readonly areScoresShown: boolean;
	readonly stored: typeof dayScores.$inferSelect | null;
	readonly pilots: readonly ScoredPilot[];
	/** What an official scorer elsewhere gave, by entry; empty without such a sheet. */
	readonly official: ReadonlyMap<string, OfficialScore>;
	/** The results from elsewhere that count instead of ours; null without any. */
	readonly elsewhere: { readonly source: ResultSource; readonly updatedAt: Date } | null;
	/** What the scorer has decided here. */
	readonly decisions: Awaited<ReturnType<typeof decisionsOfClass>>;
	readonly day: { readonly name: string; readonly date: string };
	readonly classType: string;
}

export async function classScores(
	{ db }: Ctx,
	classDay: ClassDay,
): Promise<Result<ClassScores, "not-found">> {
	const { dayId, classId } = classDay;
	const ofTheDay = and(eq(results.dayId, dayId), eq(results.competitionClassId, classId));
	const { registrationId, points, handicap, distanceM, speedKmh } = results;
	const found = await read(db, {
		day: first(dayById(db, dayId)),
		competitionClass: first(classById(db, classId)),
		stored: first(storedScores(db, classDay)),
		seen: first(
			db
				.select({ id: dayScores.id })
				.from(dayScores)
				.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
				.where(and(eq(dayScores.dayId, dayId), eq(dayScores.competitionClassId, classId), areScoresShown)),
		),
		pilots: pilotsOfClass(db, classDay),
		official: db
			.select({ registrationId, points, handicap, distanceM, speedKmh })
			.from(results)
			.where(and(ofTheDay, eq(results.isOurs, false), isNotNull(registrationId))),
		officialScores: first(
			db
				.select({ source: resultTables.source, updatedAt: resultTables.updatedAt })
				.from(resultTables)
				.where(and(eq(resultTables.dayId, dayId), eq(resultTables.competitionClassId, classId))),
		),
		decisions: decisionsOfClass(db, classDay),
		versions: announcedVersions(db, classDay),
	});
	const { day, competitionClass, stored, pilots, decisions, versions, officialScores } = found;
	if (!day || !competitionClass) return refuse("not-found");
	const hasTask = inForceOf(versions) !== undefined;
	const isCancelled =
		day.task === "TASK_CANCELLED" || stored?.cancelled === true || (!hasTask && versions.length > 0);
	const scored = hasTask && stored ? stored : null;
	const preliminary = scored && day.task === "TASK" ? "preliminary" : "none";
	const elsewhere = officialScores && officialScores.source !== "here" ? officialScores : null;
	return done({
		status: isCancelled ? "cancelled" : officialScores ? "official" : preliminary,
		areScoresShown: found.seen !== undefined,
		stored: scored,
		pilots,
		official: new Map(
			found.official.flatMap(({ registrationId: id, points: stated, ...score }) =>
				id && stated !== null ? [[id, { ...score, points: stated }]] : [],
			),
		),
		elsewhere,
		decisions,
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
	});
}
