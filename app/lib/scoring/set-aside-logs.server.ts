import { and, eq, gte, inArray } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { isInForce, isPilotDay } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { done, type Result, refuse } from "~/lib/result";
import {
	competitionClasses,
	competitionDays,
	flightResults,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	tasks,
} from "~db/schema";
import { mostUnfinished } from "./flight-result";
import { isInForceForLog, isOfTaskAndLog } from "./scoring-queries.server";
import { waitingPoints } from "./store-scores.server";

const isSetAside = gte(flightResults.unfinished, mostUnfinished);

/** Selects the logs that count and are set aside, as their evaluation ended twice without a result. */
export function setAsideLogs(db: Db) {
	return db
		.select({
			dayId: igcFiles.dayId,
			date: competitionDays.date,
			classType: competitionClasses.type,
			startNumber: flown.startNumber,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.innerJoin(competitionClasses, isClassFlown)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(tasks, isInForceForLog)
		.innerJoin(flightResults, and(isOfTaskAndLog, isSetAside))
		.orderBy(competitionDays.date, classOrder(db));
}

/**
 * Evaluates the logs of a class that are set aside once more, after the response, and has announced points follow what has changed since.
 * `stale` when there is neither.
 */
export async function evaluateAgain(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
): Promise<Result<null, "stale">> {
	const inForce = ctx.db.select({ id: tasks.id }).from(tasks).where(isInForce(classDay));
	const setAside = and(isSetAside, inArray(flightResults.taskId, inForce));
	const isAny = (await ctx.db.$count(flightResults, setAside)) > 0;
	if (!isAny && (await waitingPoints(ctx, classDay)).length === 0) return refuse("stale");
	await commit(ctx, {
		statements: [ctx.db.delete(flightResults).where(setAside)],
		audit: { action: "score.evaluate-again", subjectId: classDay.classId, after: { dayId: classDay.dayId } },
		effects: [{ kind: "scores-due", ...classDay, by: "organiser" }],
		visible: false,
	});
	return done(null);
}
