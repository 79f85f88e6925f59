import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { shownPlace } from "~/lib/scoring/day-scores";
import { pilotsOfClass } from "~/lib/scoring/scored-pilots.server";
import { sourceElsewhere, storedScores } from "~/lib/scoring/scoring-queries.server";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import { protestsOfDay } from "./protests.server";
import { resultsOf, toResults } from "./results-queries.server";

export type DaySheet = NonNullable<Awaited<ReturnType<typeof readDaySheet>>>;

/** Our results of a class on a day, as a jury signs them. Null when there are none that the reader may see. @param date local date */
export async function readDaySheet(ctx: Ctx, date: string, classType: string) {
	const { day, competitionClass } = await read(ctx.db, {
		day: first(dayByDate(ctx.db, date)),
		competitionClass: first(classByType(ctx.db, classType)),
	});
	if (!day || !competitionClass) return null;
	const where = { dayId: day.id, classId: competitionClass.id };
	const { stored, protests, elsewhere, pilots, ...found } = await read(ctx.db, {
		stored: first(storedScores(ctx.db, where)),
		protests: protestsOfDay(ctx.db, where),
		elsewhere: first(sourceElsewhere(ctx.db, where)),
		pilots: pilotsOfClass(ctx.db, where),
		...resultsOf(ctx.db, { ...where, isOurs: true }),
	});
	const [results] = toResults(found, null);
	const isScorer = may(ctx, "scoring");
	const areShown = found.resultDays[0]?.areOursShown || isScorer;
	if (!stored || !results?.ours || results.rows.length === 0 || !areShown) return null;
	const isOfficial = results.ours.state === "official" && !elsewhere && !stored.cancelled;
	const [task] = await taskById(ctx.db, stored.taskId);
	if (!task || task.state === "cancelled") return null;
	return {
		...where,
		classType: competitionClass.type,
		day: { name: day.name, date: day.date },
		task: pick(task, "kind", "distanceM", "minDistanceM", "maxDistanceM", "taskTimeS"),
		/** What the numbers of the day are computed with, in kilometres. */
		limits: pick(task.scoring, "d1Km", "dmKm"),
		figures: results.ours.figures,
		updatedAt: results.updatedAt,
		columns: columnsOf(ctx),
		/** Whether the scorer has cancelled the day of the class. */
		isCancelledForClass: stored.cancelled,
		state: { ...results.ours, elsewhere: elsewhere?.source ?? null },
		/** Whether these are the official results of the day. */
		isOfficial,
		/** Label of the file for other programs, which organisers are offered. */
		fileForOthers: isOfficial && isScorer ? textsOf(ctx.language).t("results.sheet.soaringSpot") : null,
		/** Who has protested, and the decision; null while it is pending. */
		protests: protests.map((protest) => pick(protest, "id", "startNumber", "outcome")),
		rows: results.rows.flatMap(({ ours, ...row }) => {
			if (!ours) return [];
			const place = shownPlace({ rank: row.place, points: row.points });
			const named = pick(row, "competitor", "startNumber", "name", "aeroclub", "glider", "handicap");
			const { disqualification } = row;
			const pilot = pilots.find(({ registrationId }) => registrationId === row.registrationId);
			return [
				{
					...named,
					registrationNumber: row.override?.glider?.registrationNumber ?? pilot?.registrationNumber ?? "",
					...pick(row, "nation", "secondPilot", "crew", "isGuest", "points", "override"),
					...ours,
					place,
					/** Null on the days before it. */
					disqualification: disqualification && disqualification.from <= day.date ? disqualification : null,
				},
			];
		}),
	};
}

/** Heads of the columns that only the sheet has. */
function columnsOf({ language }: Ctx) {
	const { t } = textsOf(language);
	return {
		nation: t("results.sheet.nation"),
		registrationNumber: t("results.sheet.registrationNumber"),
		time: t("results.sheet.time"),
	};
}
