import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses, classById } from "~/lib/entries/classes-queries.server";
import { done, refuse } from "~/lib/result";
import { withTotal } from "./class-totals.server";
import { isPublic } from "./day-result";
import { resultDaysOf, resultsOf, toResultDays, toResults } from "./results-queries.server";

/*
 * Results as the contract of the API has them: every table of another source, whatever it calls itself, and ours once they are official.
 */

/** The classes, and the days on which they have results. */
export async function publicDays({ db }: Ctx) {
	const { classes, days } = await read(db, { classes: allClasses(db), days: resultDaysOf(db, {}) });
	return { classes, days: toResultDays(days).filter(isPublic) };
}

/** The results of a class on a day, without rows when there are none. */
export async function publicResults({ db }: Ctx, classId: string, dayId: string) {
	const { day, competitionClass, ...found } = await read(db, {
		day: first(dayById(db, dayId)),
		competitionClass: first(classById(db, classId)),
		...resultsOf(db, { classId, dayId }),
	});
	if (!day || !competitionClass) return refuse("not-found");
	return done(toResults(found, null).find(isPublic)?.rows ?? []);
}

/** The total of a class. Refuses with `results-missing` while no day is scored. */
export async function publicTotal({ db }: Ctx, classId: string) {
	const { competitionClass, ...found } = await read(db, {
		competitionClass: first(classById(db, classId)),
		...resultsOf(db, { classId }),
	});
	if (!competitionClass) return refuse("not-found");
	const { total } = withTotal(competitionClass, toResults(found, null).filter(isPublic), null);
	return total ? done([...total.rows, ...total.disqualified]) : refuse("results-missing");
}

/** The totals of all classes. */
export async function publicTotals({ db }: Ctx) {
	const { classes, ...found } = await read(db, { classes: allClasses(db), ...resultsOf(db, {}) });
	const days = toResults(found, null).filter(isPublic);
	return classes.map((one) => withTotal(one, days, null));
}
