import { asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays } from "~db/schema";

/** Query for every competition day, by date. */
export function allDays(db: Db) {
	return db.select().from(competitionDays).orderBy(asc(competitionDays.date));
}

/** Query for one competition day. */
export function dayById(db: Db, id: string) {
	return db.select().from(competitionDays).where(eq(competitionDays.id, id));
}

/**
 * The date of the current day as an expression, so that what belongs to that day can be read in the batch that
 * reads the days; the rule is that of `currentDay`.
 * @param today local date in Prague
 */
export function currentDate(db: Db, today: string) {
	const latest = db
		.select({ date: sql`max(${competitionDays.date})` })
		.from(competitionDays)
		.where(lte(competitionDays.date, today));
	const first = db.select({ date: sql`min(${competitionDays.date})` }).from(competitionDays);
	return sql<string | null>`coalesce(${latest}, ${first})`;
}
