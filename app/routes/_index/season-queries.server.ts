import { count, eq, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPublic, ofRow, sheetRows } from "~/lib/scoring/preliminary-scores.server";
import { competitionDays, registrations, scoreSheets, users } from "~db/schema";

/** Query for what was flown on the tasks of a season: one row. The longest flight is the first of equal ones. */
export function seasonFigures(db: Db) {
	const distance = ofRow<number>("distanceM");
	return db
		.select({
			flights: count().as("flights"),
			/** Metres; null without flights. */
			distanceM: sql<number | null>`sum(${distance})`.as("distance_m"),
			// SQLite takes the columns without an aggregate from the row with this maximum ("bare columns").
			longestM: sql<number | null>`max(${distance})`.as("longest_m"),
			pilot: sql<string | null>`${users.name} || ' ' || ${users.surname}`.as("pilot"),
			date: competitionDays.date,
		})
		.from(scoreSheets)
		.innerJoin(competitionDays, eq(competitionDays.id, scoreSheets.dayId))
		.innerJoin(sheetRows, sql`${distance} > 0`)
		.innerJoin(registrations, eq(registrations.id, ofRow("registrationId")))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(isPublic);
}
