import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { countStatuses, isFlying, statusesOfClass } from "~/lib/days/statuses/count-statuses.server";
import { first, read } from "~/lib/db/read.server";
import { phaseOf } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { doubtOf } from "~/lib/results/day-reports/doubt.server";
import { isPublic } from "~/lib/results/day-result";
import { resultDaysOf, toResultDays } from "~/lib/results/results-queries.server";
import { finishTimesInForce } from "~/lib/tasks/tasks-queries.server";

/**
 * Reads which classes fly today, without those that the official scorer has results of.
 * @param classId the only class to look at; null for all
 */
export async function classesInTheAir(ctx: Ctx, classId: string | null) {
	const { db, edition, now } = ctx;
	if (phaseOf(edition, now) !== "flying") return [];
	const date = pragueDate(now);
	const { day, classes, ...found } = await read(db, {
		day: first(dayByDate(db, date)),
		classes: allClasses(db),
		resultDays: resultDaysOf(db, { date }),
		statuses: countStatuses(db, date),
		finishTimes: finishTimesInForce(db),
	});
	const scored = toResultDays(found.resultDays).filter(isPublic);
	return classes.flatMap(({ id, type }) => {
		const statuses = statusesOfClass(id, found.statuses);
		const isScored = scored.some(({ classId: ofClass }) => ofClass === id);
		if ((classId !== null && classId !== id) || isScored || !isFlying(statuses, false)) return [];
		const rules = found.finishTimes.find((one) => one.classId === id && one.dayId === day?.id) ?? null;
		return [{ type, date, statuses, doubt: doubtOf(ctx, { date, statuses, rules }) }];
	});
}

export type ClassInTheAir = Awaited<ReturnType<typeof classesInTheAir>>[number];
