import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, competitorStatuses, gliderTypes, registrations, users } from "~db/schema";

function selectStatuses(db: Db) {
	const organiser = alias(users, "organiser");
	return db
		.select({
			id: aliased(competitorStatuses.id, "status_id"),
			dayId: competitorStatuses.dayId,
			status: competitorStatuses.status,
			updatedAt: aliased(competitorStatuses.updatedAt, "status_updated_at"),
			name: aliased(users.name, "pilot_name"),
			surname: aliased(users.surname, "pilot_surname"),
			startNumber: registrations.startNumber,
			registrationNumber: registrations.registrationNumber,
			gliderTypeId: aliased(gliderTypes.id, "type_id"),
			gliderTypeName: aliased(gliderTypes.name, "type_name"),
			/** Name of the organiser; null for a status that an acceptance made. */
			setBy: sql<string | null>`${organiser.name} || ' ' || ${organiser.surname}`.as("set_by"),
		})
		.from(competitorStatuses)
		.innerJoin(registrations, eq(registrations.id, competitorStatuses.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.leftJoin(organiser, eq(organiser.id, competitorStatuses.updatedBy))
		.$dynamic();
}

export type CompetitorStatus = Awaited<ReturnType<typeof selectStatuses>>[number];

/** Query in no order. Leaves out entries whose acceptance was cancelled. */
export function statusesOfDay(db: Db, dayId: string) {
	return selectStatuses(db).where(and(eq(competitorStatuses.dayId, dayId), eq(registrations.accepted, true)));
}

/** Like `statusesOfDay`. @param date local date, or an expression for it */
export function statusesOfDate(db: Db, date: string | SQL<string | null>) {
	const day = db
		.select({ id: competitionDays.id })
		.from(competitionDays)
		.where(eq(competitionDays.date, date));
	return selectStatuses(db).where(and(eq(competitorStatuses.dayId, day), eq(registrations.accepted, true)));
}

export function statusById(db: Db, id: string) {
	return selectStatuses(db).where(eq(competitorStatuses.id, id));
}
