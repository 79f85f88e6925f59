import { sql } from "drizzle-orm";
import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { pick } from "~/lib/pick";
import { classScores } from "~/lib/scoring/class-scores.server";
import { byPlace, shownState } from "~/lib/scoring/preliminary-scores.server";
import { shownPlace } from "~/lib/scoring/score-sheet";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import { protestsOfDay } from "./protests.server";

export type DaySheet = NonNullable<Awaited<ReturnType<typeof readDaySheet>>>;

/** Our scores of a class on a day, as a jury signs them. Null when there are none that the reader may see. @param date local date */
export async function readDaySheet(ctx: Ctx, date: string, classType: string) {
	const { db } = ctx;
	const { day, competitionClass } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass) return null;
	const where = { dayId: day.id, classId: competitionClass.id };
	const scores = await classScores(ctx, where);
	if (!scores.ok) return null;
	const { stored, pilots, areScoresShown } = scores.value;
	if (!stored || !(areScoresShown || isAdmin(ctx))) return null;
	const { task, state, protests } = await read(db, {
		task: first(taskById(db, stored.sheet.task.id)),
		state: first(shownState(db, sql`${where.classId}`, sql`${where.dayId}`)),
		protests: protestsOfDay(db, where),
	});
	if (!task || !state) return null;
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const { kind, distanceM, minDistanceM, maxDistanceM, taskTimeS } = task;
	return {
		...where,
		classType: competitionClass.type,
		day: { name: day.name, date: day.date },
		task: { kind, distanceM, minDistanceM, maxDistanceM, taskTimeS },
		figures: stored.sheet.day,
		computedAt: stored.computedAt,
		/** Whether the scorer has cancelled the day of the class. */
		isUncounted: stored.cancelled,
		state,
		/** Who has protested, and the decision; null while it is pending. */
		protests: protests.map((protest) => pick(protest, "id", "startNumber", "outcome")),
		rows: stored.sheet.rows
			.flatMap(({ flight: _, ...row }) => {
				const pilot = pilotOf.get(row.registrationId);
				return pilot ? [{ ...row, pilot, place: shownPlace(row) }] : [];
			})
			.toSorted(byPlace),
	};
}
