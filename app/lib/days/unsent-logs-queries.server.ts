import { and, asc, eq, lte, notExists, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, isSent, owesLog } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import type { PilotStatus } from "~db/enums";
import { competitionDays, igcFiles, pilotDays, registrations, users } from "~db/schema";

/** Selects the pilots for whom a log can be uploaded. A pilot who has withdrawn may owe one of an earlier day. */
export function acceptedPilots(db: Db) {
	return db
		.select({
			...pick(registrations, "id", "userId", "startNumber", "registrationNumber"),
			...pick(users, "name", "surname"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(isCompetitor);
}

/** Selects the competitors who owe a flight log of a day and have sent none; the caller adds a condition on the day. */
function selectWithoutFlight(db: Db, days: SQL | undefined) {
	const flightOfDay = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(
			and(eq(igcFiles.registrationId, registrations.id), eq(igcFiles.dayId, competitionDays.id), isSent),
		);
	return db
		.select({
			...pick(registrations, "id", "phone"),
			startNumber: flown.startNumber,
			competitionClassId: flown.classId,
			...pick(users, "name", "surname"),
			day: competitionDays.name,
			date: competitionDays.date,
			status: pilotDays.status,
		})
		.from(competitionDays)
		.innerJoin(registrations, owesLog(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.where(and(days, notExists(flightOfDay)));
}

/** Selects the competitors without a flight log of a day. @param dayId an id, or an expression for it */
export function withoutFlight(db: Db, dayId: string | SQLWrapper) {
	return selectWithoutFlight(db, eq(competitionDays.id, dayId));
}

/** Selects the same for every day up to and including a local date, sorted by date. */
export function withoutFlightUntil(db: Db, date: string) {
	return selectWithoutFlight(db, lte(competitionDays.date, date)).orderBy(asc(competitionDays.date));
}

/** Splits competitors without a log: a log is not missing yet while its pilot is still flying. */
export function splitStillFlying<C extends { readonly status: PilotStatus | null }>(
	competitors: readonly C[],
) {
	return {
		missing: competitors.filter(({ status }) => status !== "FLYING"),
		flying: competitors.filter(({ status }) => status === "FLYING"),
	};
}
