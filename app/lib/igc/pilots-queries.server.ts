import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { igcFiles, registrations, users } from "~db/schema";

/** Query for the pilots that a log can be uploaded for. */
export function acceptedPilots(db: Db) {
	return db
		.select({
			id: aliased(registrations.id, "registration_id"),
			userId: registrations.userId,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(eq(registrations.accepted, true));
}

/** Query for the accepted competitors, without reserves, who have delivered no flight of a day. */
export function withoutFlight(db: Db, dayId: string | SQL<string | null>) {
	return db
		.select({
			id: aliased(registrations.id, "registration_id"),
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			phone: registrations.phone,
			competitionClassId: registrations.competitionClassId,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(
			and(
				eq(registrations.accepted, true),
				eq(registrations.isReserve, false),
				notExists(
					db
						.select({ id: igcFiles.id })
						.from(igcFiles)
						.where(
							and(
								eq(igcFiles.registrationId, registrations.id),
								eq(igcFiles.dayId, dayId),
								sql`${igcFiles.currentVersionId} is not null`,
							),
						),
				),
			),
		);
}
