import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { firstFlight } from "~/lib/db/conditions/first-flight.server";
import { dayOfDate, takesPart } from "~/lib/db/conditions/starters.server";
import { competitionClasses, competitorStatuses, gliderTypes, registrations, users } from "~db/schema";

const organiser = alias(users, "organiser");

const statusColumns = {
	id: competitorStatuses.id,
	dayId: competitorStatuses.dayId,
	registrationId: competitorStatuses.registrationId,
	status: competitorStatuses.status,
	updatedAt: competitorStatuses.updatedAt,
	name: users.name,
	surname: users.surname,
	startNumber: registrations.startNumber,
	registrationNumber: registrations.registrationNumber,
	gliderTypeId: gliderTypes.id,
	gliderTypeName: gliderTypes.name,
	classType: competitionClasses.type,
	/** Name of the organiser; null for a status that an acceptance made. */
	setBy: sql<string | null>`${organiser.name} || ' ' || ${organiser.surname}`,
	flightId: firstFlight(competitorStatuses.dayId, competitorStatuses.registrationId),
};

function selectStatuses(db: Db) {
	return db
		.select(statusColumns)
		.from(competitorStatuses)
		.innerJoin(registrations, eq(registrations.id, competitorStatuses.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.leftJoin(organiser, eq(organiser.id, competitorStatuses.updatedBy))
		.$dynamic();
}

export type CompetitorStatus = Awaited<ReturnType<typeof selectStatuses>>[number];

/**
 * Query in no order for the statuses of who takes part in a day, also after a cancellation.
 * @param dayId an id, or an expression for it
 */
export function statusesOfDay(db: Db, dayId: string | SQLWrapper) {
	return selectStatuses(db).where(and(eq(competitorStatuses.dayId, dayId), takesPart(dayId)));
}

/** Like `statusesOfDay`. @param date local date, or an expression for it */
export function statusesOfDate(db: Db, date: string | SQL<string | null>) {
	return statusesOfDay(db, dayOfDate(date));
}

export function statusById(db: Db, id: string) {
	return selectStatuses(db).where(eq(competitorStatuses.id, id));
}
