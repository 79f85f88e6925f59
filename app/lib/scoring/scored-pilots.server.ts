import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown, isGliderFlown } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import { gliderTypes, pilotDays, registrations, users } from "~db/schema";

/** Selects what a table of a day says about the pilots of a class. @param where ids, or expressions for them */
export function pilotsOfClass(
	db: Db,
	{ dayId, classId }: { readonly dayId: string; readonly classId: string | SQL },
) {
	return db
		.select({
			registrationId: registrations.id,
			startNumber: flown.startNumber,
			registrationNumber: flown.registrationNumber,
			...pick(users, "name", "surname"),
			aeroclub: registrations.aeroclub,
			glider: gliderTypes.name,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.innerJoin(gliderTypes, isGliderFlown)
		.where(and(eq(flown.classId, classId), isCompetitor));
}

export type ScoredPilot = Awaited<ReturnType<typeof pilotsOfClass>>[number];
