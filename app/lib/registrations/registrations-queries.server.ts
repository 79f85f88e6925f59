import { and, asc, count, eq, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { aliased, aliasedColumns } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import {
	accommodationTypes,
	competitionClasses,
	gliderTypes,
	regions,
	registrations,
	users,
} from "~db/schema";

/** Query for entries with all that they refer to; the caller narrows it down. */
export function selectEntries(db: Db) {
	return db
		.select({
			...aliasedColumns(registrations, "registration"),
			region: aliasedColumns(regions, "region"),
			gliderType: aliasedColumns(gliderTypes, "glider_type"),
			competitionClass: aliasedColumns(competitionClasses, "class"),
			accommodationType: aliasedColumns(accommodationTypes, "accommodation_type"),
			user: {
				id: aliased(users.id, "user_id_of_user"),
				name: aliased(users.name, "user_name"),
				surname: aliased(users.surname, "user_surname"),
				email: aliased(users.email, "user_email"),
				language: aliased(users.language, "user_language"),
				erasedAt: aliased(users.erasedAt, "user_erased_at"),
			},
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(regions, eq(regions.id, registrations.regionId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.innerJoin(accommodationTypes, eq(accommodationTypes.id, registrations.accommodationTypeId))
		.$dynamic();
}

/** An entry with its region, glider type, class, accommodation and user. */
export type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

export function entryById(db: Db, id: string) {
	return selectEntries(db).where(eq(registrations.id, id));
}

export function entryOfUser(db: Db, userId: string) {
	return selectEntries(db).where(eq(registrations.userId, userId));
}

/** Query for the number of reserves of the same class who entered before the reserve with a user's entry. */
export function reservesBefore(db: Db, userId: string) {
	const own = alias(registrations, "own");
	return db
		.select({ before: count(registrations.id) })
		.from(own)
		.innerJoin(
			registrations,
			and(
				eq(registrations.competitionClassId, own.competitionClassId),
				eq(registrations.accepted, true),
				eq(registrations.isReserve, true),
				or(
					lt(registrations.createdAt, own.createdAt),
					and(eq(registrations.createdAt, own.createdAt), lt(registrations.number, own.number)),
				),
			),
		)
		.where(eq(own.userId, userId));
}

/** Queries for what the entry form offers, to be run in one batch. */
export function formListQueries(db: Db) {
	return [
		db.select().from(regions),
		db.select().from(competitionClasses),
		db.select().from(gliderTypes),
		// The kinds of accommodation are in the order in which they were set up: none, camp, hostel.
		db.select().from(accommodationTypes).orderBy(asc(sql`rowid`)),
	] as const;
}
