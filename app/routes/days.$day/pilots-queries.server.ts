import { eq } from "drizzle-orm";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { firstFlight } from "~/lib/igc/flights-queries.server";
import { isStatusOn, takesPart } from "~/lib/statuses/starters-queries.server";
import { competitionDays, competitorStatuses, gliderTypes, registrations, users } from "~db/schema";

/** Query in no order for who takes part in a day, with status and first flight. */
export function pilotsOfDate(db: Db, date: string) {
	return db
		.select({
			registrationId: aliased(registrations.id, "entry"),
			classId: registrations.competitionClassId,
			startNumber: registrations.startNumber,
			name: aliased(users.name, "pilot_name"),
			surname: aliased(users.surname, "pilot_surname"),
			glider: aliased(gliderTypes.name, "glider"),
			status: competitorStatuses.status,
			flightId: firstFlight(competitionDays.id, registrations.id).as("flight_id"),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.leftJoin(competitorStatuses, isStatusOn(competitionDays.id))
		.where(eq(competitionDays.date, date));
}

export type PilotOfDay = Awaited<ReturnType<typeof pilotsOfDate>>[number];
