import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate, isStatusOn } from "~/lib/db/conditions/starters.server";
import { competitorStatuses, registrations, users } from "~db/schema";

/**
 * Query in no order for the accepted reserves and whether they are on a day.
 * @param date local date, or an expression for it
 */
export function reservesOfDate(db: Db, date: string | SQL<string | null>) {
	return db
		.select({
			id: registrations.id,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			onDay: sql<boolean>`${competitorStatuses.id} IS NOT NULL`.mapWith(Boolean),
			status: competitorStatuses.status,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(competitorStatuses, isStatusOn(dayOfDate(date)))
		.where(and(eq(registrations.accepted, true), eq(registrations.isReserve, true)));
}

export type ReserveOfDate = Awaited<ReturnType<typeof reservesOfDate>>[number];
