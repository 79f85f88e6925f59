import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, dailyResults } from "~db/schema";
import { isCounted } from "./results-queries.server";

/** Query for the official result of an entry on a day. @param dayId an expression, like the entry's id */
export function resultOfEntry(db: Db, dayId: SQL, registrationId: SQL) {
	return db
		.select({ position: dailyResults.position, points: dailyResults.points })
		.from(dailyResults)
		.innerJoin(competitionDays, eq(competitionDays.id, dailyResults.dayId))
		.where(and(isCounted, eq(dailyResults.dayId, dayId), eq(dailyResults.registrationId, registrationId)));
}
