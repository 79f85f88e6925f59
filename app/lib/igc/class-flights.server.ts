import { and, desc, eq, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { igcFiles, registrations } from "~db/schema";
import { flightPath } from "./flight-visibility";

/** Query for the delivered flights of a class, the first one of a competitor last. @param days expressions for their ids */
export function flightsOfClass(db: Db, classId: SQL, days: SQL[]) {
	return db
		.select({
			id: aliased(igcFiles.id, "igc_file_id"),
			dayId: aliased(igcFiles.dayId, "flown_on"),
			registrationId: aliased(igcFiles.registrationId, "flown_by"),
			accepted: registrations.accepted,
		})
		.from(igcFiles)
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(
			and(
				eq(registrations.competitionClassId, classId),
				inArray(igcFiles.dayId, days),
				isNotNull(igcFiles.currentVersionId),
			),
		)
		.orderBy(desc(igcFiles.flightNumber));
}

/** Ids of flights by entry, of those that the reader may see. */
export function visibleFlights(
	ctx: Ctx,
	flights: Awaited<ReturnType<typeof flightsOfClass>>,
): Readonly<Record<string, string>> {
	const visible = flights.filter((flight) => flightPath(ctx, flight));
	return Object.fromEntries(visible.map(({ id, registrationId }) => [registrationId, id]));
}
