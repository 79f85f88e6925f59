import { eq } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { firstFlight, isStatusOn, takesPart } from "~/lib/db/conditions.server";
import { competitionDays, competitorStatuses, gliderTypes, registrations, users } from "~db/schema";

/** Query in no order for who takes part in a day, with status and first flight. */
export function pilotsOfDate(db: Db, date: string) {
	return db
		.select({
			registrationId: registrations.id,
			classId: registrations.competitionClassId,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			glider: gliderTypes.name,
			status: competitorStatuses.status,
			flightId: firstFlight(competitionDays.id, registrations.id),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.leftJoin(competitorStatuses, isStatusOn(competitionDays.id))
		.where(eq(competitionDays.date, date));
}

export type PilotOfDay = Awaited<ReturnType<typeof pilotsOfDate>>[number];
