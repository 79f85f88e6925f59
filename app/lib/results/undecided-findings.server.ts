import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionClasses, competitionDays, dayScores, results } from "~db/schema";

/** Selects days of classes whose results can still change by findings that nobody has decided, with the number of such flights. */
export function undecidedFindings(db: Db) {
	return db
		.select({
			date: competitionDays.date,
			classType: competitionClasses.type,
			flights: sql<number>`count(*)`,
		})
		.from(results)
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, results.dayId), eq(dayScores.competitionClassId, results.competitionClassId)),
		)
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, results.competitionClassId))
		.where(
			and(
				eq(results.isOurs, true),
				isNotNull(results.proposed),
				ne(dayScores.state, "official"),
				eq(dayScores.cancelled, false),
			),
		)
		.groupBy(results.dayId, results.competitionClassId)
		.orderBy(asc(competitionDays.date), asc(competitionClasses.type));
}
