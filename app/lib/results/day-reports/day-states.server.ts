import { count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isStatusOn, takesPart } from "~/lib/db/conditions.server";
import { competitionDays, competitorStatuses, registrations, users } from "~db/schema";

/** Query for the numbers of who takes part in a day, by class and status, with the names of who is out. @param date local, or an expression */
export function statesOfDate(db: Db, date: string | SQL<string | null>) {
	const { status } = competitorStatuses;
	return db
		.select({
			classId: registrations.competitionClassId,
			status,
			pilots: count(),
			changedAt: sql<number | null>`max(${competitorStatuses.updatedAt})`,
			out: sql<string>`json_group_array(${registrations.startNumber} || ' ' || ${users.surname}) FILTER (WHERE ${status} = 'OUTLANDING')`.mapWith(
				(names: string): string[] => JSON.parse(names),
			),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(competitorStatuses, isStatusOn(competitionDays.id))
		.where(eq(competitionDays.date, date))
		.groupBy(registrations.competitionClassId, status);
}

export type StatesRow = Awaited<ReturnType<typeof statesOfDate>>[number];
