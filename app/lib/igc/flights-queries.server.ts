import { and, asc, desc, eq, notExists, type SQL, sql } from "drizzle-orm";
import { currentDate } from "~/lib/days/competition-days-queries.server";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import type { FlightFigures } from "~/lib/flight-log/flight-figures";
import { competitionDays, igcFiles, igcFileVersions, registrations, users } from "~db/schema";

/** The figures of a version without its pictures, which are most of a record. */
const figures = sql<FlightFigures>`json_extract(${igcFileVersions.receipt}, '$.figures')`.mapWith(
	(text: string): FlightFigures => JSON.parse(text),
);

/** Query for delivered flights, each with the version that counts. */
export function deliveredFlights(db: Db, where: SQL | undefined) {
	return db
		.select({
			id: aliased(igcFiles.id, "file_id"),
			flightNumber: igcFiles.flightNumber,
			downloaded: igcFiles.downloaded,
			processed: igcFiles.processed,
			editedAt: igcFiles.editedAt,
			createdAt: aliased(igcFiles.createdAt, "file_created_at"),
			updatedAt: aliased(igcFiles.updatedAt, "file_updated_at"),
			versionId: aliased(igcFileVersions.id, "version_id"),
			key: igcFileVersions.key,
			originalName: igcFileVersions.originalName,
			size: igcFileVersions.size,
			sha256: igcFileVersions.sha256,
			warnings: igcFileVersions.warnings,
			figures: figures.as("figures"),
			versionCreatedAt: aliased(igcFileVersions.createdAt, "version_created_at"),
			registrationId: aliased(registrations.id, "registration_id"),
			startNumber: registrations.startNumber,
			competitionClassId: registrations.competitionClassId,
			name: aliased(users.name, "user_name"),
			surname: users.surname,
			dayId: aliased(competitionDays.id, "day_id"),
			day: competitionDays.date,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(where);
}

/** A flight whose log has arrived. */
export type DeliveredFlight = Awaited<ReturnType<typeof deliveredFlights>>[number];

/**
 * The id of a day as an expression: the one chosen, where there is such a day, else the current one.
 * @param today local date in Prague
 */
export function chosenDay(db: Db, id: string | null, today: string) {
	const idWhere = (condition: SQL) =>
		db.select({ id: competitionDays.id }).from(competitionDays).where(condition);
	const chosen = idWhere(eq(competitionDays.id, id ?? ""));
	return sql<
		string | null
	>`coalesce(${chosen}, ${idWhere(eq(competitionDays.date, currentDate(db, today)))})`;
}

/** Query for the delivered flights of a day. @param dayId an id, or an expression for it */
export function flightsOfDay(db: Db, dayId: string | SQL<string | null>) {
	return deliveredFlights(db, eq(igcFiles.dayId, dayId));
}

/** Query for one delivered flight. */
export function flightById(db: Db, id: string) {
	return deliveredFlights(db, eq(igcFiles.id, id));
}

/** Query for the flights a user's entry has delivered, newest day first. */
export function flightsOfUser(db: Db, userId: string) {
	return deliveredFlights(db, eq(users.id, userId)).orderBy(
		desc(competitionDays.date),
		asc(igcFiles.flightNumber),
	);
}

/** Query for the pilots one may upload for. */
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

/** Query for the accepted competitors, reserves apart, of whom no flight of a day has arrived. */
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

/** Query for one stored version with the pilot and day of its flight, by the version's own id. */
export function versionById(db: Db, id: string) {
	return db
		.select({
			id: igcFileVersions.id,
			igcFileId: igcFileVersions.igcFileId,
			currentVersionId: igcFiles.currentVersionId,
			key: igcFileVersions.key,
			originalName: igcFileVersions.originalName,
			size: igcFileVersions.size,
			sha256: igcFileVersions.sha256,
			receipt: igcFileVersions.receipt,
			warnings: igcFileVersions.warnings,
			createdAt: igcFileVersions.createdAt,
			flightNumber: igcFiles.flightNumber,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			day: competitionDays.date,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(and(eq(igcFileVersions.id, id), eq(igcFileVersions.state, "ready")));
}

export type StoredVersion = Awaited<ReturnType<typeof versionById>>[number];

/** Query for the log of a flight that counts, with all that was read from it. */
export function currentLog(db: Db, igcFileId: string) {
	return db
		.select({
			id: igcFileVersions.igcFileId,
			versionId: aliased(igcFileVersions.id, "version_id"),
			receipt: igcFileVersions.receipt,
			warnings: igcFileVersions.warnings,
			flightNumber: igcFiles.flightNumber,
			downloaded: igcFiles.downloaded,
			processed: igcFiles.processed,
			editedAt: igcFiles.editedAt,
			registrationId: igcFiles.registrationId,
			startNumber: registrations.startNumber,
			accepted: registrations.accepted,
			name: users.name,
			surname: users.surname,
			dayId: igcFiles.dayId,
			day: competitionDays.date,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(eq(igcFiles.id, igcFileId));
}

/** Query for the stored versions of a flight, newest first, without what was read from them. */
export function versionsOfFlight(db: Db, igcFileId: string) {
	return db
		.select({
			id: igcFileVersions.id,
			originalName: igcFileVersions.originalName,
			size: igcFileVersions.size,
			sha256: igcFileVersions.sha256,
			createdAt: igcFileVersions.createdAt,
		})
		.from(igcFileVersions)
		.where(and(eq(igcFileVersions.igcFileId, igcFileId), eq(igcFileVersions.state, "ready")))
		.orderBy(desc(igcFileVersions.createdAt));
}
