import { eq } from "drizzle-orm";
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
import { flownUntil } from "./flown-until.server";

/** Query for entries with all rows that they refer to; the caller adds a condition. */
export function selectEntries(db: Db) {
	return db
		.select({
			...aliasedColumns(registrations, "registration"),
			flownUntil: flownUntil.as("flown_until"),
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

export type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

export function entryById(db: Db, id: string) {
	return selectEntries(db).where(eq(registrations.id, id));
}

export function entryOfUser(db: Db, userId: string) {
	return selectEntries(db).where(eq(registrations.userId, userId));
}

/** Query for the id of the user's entry. */
export function entryIdOf(db: Db, userId: string) {
	return db.select({ id: registrations.id }).from(registrations).where(eq(registrations.userId, userId));
}
