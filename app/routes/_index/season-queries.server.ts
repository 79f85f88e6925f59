import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, registrations, scoreSheets, users } from "~db/schema";

/** Query for what was flown on the tasks of a season: one row. The longest flight is the first of equal ones. */
export function seasonFigures(db: Db) {
	const distance = sql<number>`json_extract(scored.value, '$.distanceM')`;
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
		.innerJoin(sql`json_each(${scoreSheets.sheet}, '$.rows') AS scored`, sql`${distance} > 0`)
		.innerJoin(registrations, eq(registrations.id, sql`json_extract(scored.value, '$.registrationId')`))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(
			and(
				eq(competitionDays.task, "TASK"),
				eq(scoreSheets.published, true),
				eq(scoreSheets.cancelled, false),
			),
		);
}
