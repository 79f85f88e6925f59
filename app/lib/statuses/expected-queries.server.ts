import { and, count, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, competitorStatuses, registrations } from "~db/schema";

/** Condition: an accepted entry that is no reserve. */
export const isStarter = and(eq(registrations.accepted, true), eq(registrations.isReserve, false));

/**
 * Condition of who is expected on a day: every starter, and the reserves whom an organiser has added to the day. Every
 * number of a day's competitors begins with it. The lists of statuses show those of them who have a status.
 * @param dayId an id, or an expression for it
 */
export function isExpected(dayId: string | SQLWrapper): SQL | undefined {
	const hasStatus = sql`EXISTS (SELECT 1 FROM ${competitorStatuses} WHERE ${competitorStatuses.dayId} = ${dayId}
		AND ${competitorStatuses.registrationId} = ${registrations.id})`;
	return and(eq(registrations.accepted, true), or(eq(registrations.isReserve, false), hasStatus));
}

/** Condition that joins the status of an entry on a day. @param dayId an id, or an expression for it */
export function isStatusOn(dayId: string | SQLWrapper): SQL | undefined {
	return and(eq(competitorStatuses.registrationId, registrations.id), eq(competitorStatuses.dayId, dayId));
}

/** Query for the number of competitors who are expected on a day. @param dayId an id, or an expression for it */
export function expectedCount(db: Db, dayId: string | SQLWrapper) {
	return db.select({ expected: count() }).from(registrations).where(isExpected(dayId));
}

/** Expression for the id of a day. @param date local date, or an expression for it */
export function dayOfDate(date: string | SQL<string | null>): SQL<string | null> {
	return sql`(SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} = ${date})`;
}
