import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import { gliderTypes, registrations, users } from "~db/schema";

/** Selects what a table says about the pilots. @param classId an id, or an expression for it */
export function pilotsOfClass(db: Db, classId: string | SQL) {
	return db
		.select({
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			...pick(users, "name", "surname"),
			aeroclub: registrations.aeroclub,
			glider: gliderTypes.name,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(and(eq(registrations.competitionClassId, classId), isCompetitor));
}

export type ScoredPilot = Awaited<ReturnType<typeof pilotsOfClass>>[number];
