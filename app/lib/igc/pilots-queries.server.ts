import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { isExpected } from "~/lib/statuses/expected-queries.server";
import type { CompetitorState } from "~db/enums";
import { competitorStatuses, igcFiles, registrations, users } from "~db/schema";

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

/**
 * Query for who is expected on a day and has delivered no flight of it. @param dayId an id, or an expression for it
 */
export function withoutFlight(db: Db, dayId: string | SQL<string | null>) {
	const flightOfDay = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(
			and(
				eq(igcFiles.registrationId, registrations.id),
				eq(igcFiles.dayId, dayId),
				sql`${igcFiles.currentVersionId} is not null`,
			),
		);
	return db
		.select({
			id: aliased(registrations.id, "registration_id"),
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			phone: registrations.phone,
			competitionClassId: registrations.competitionClassId,
			status: competitorStatuses.status,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(
			competitorStatuses,
			and(eq(competitorStatuses.registrationId, registrations.id), eq(competitorStatuses.dayId, dayId)),
		)
		.where(and(isExpected(db, dayId), notExists(flightOfDay)));
}

/** Parts competitors without a flight: the log of who is still flying is not missing yet. */
export function partByFlying<C extends { readonly status: CompetitorState | null }>(
	competitors: readonly C[],
) {
	return {
		missing: competitors.filter(({ status }) => status !== "FLYING"),
		flying: competitors.filter(({ status }) => status === "FLYING"),
	};
}
