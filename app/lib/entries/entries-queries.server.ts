import { eq, getTableColumns } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { flownUntil } from "~/lib/db/conditions/flown-until.server";
import {
	accommodationTypes,
	competitionClasses,
	gliderTypes,
	regions,
	registrations,
	users,
} from "~db/schema";

/** Query for entries with all rows that they refer to; the caller adds a condition. */
export function selectEntries(db: Db) {
	return db
		.select({
			...getTableColumns(registrations),
			flownUntil: flownUntil,
			region: regions,
			gliderType: gliderTypes,
			competitionClass: competitionClasses,
			accommodationType: accommodationTypes,
			user: {
				id: users.id,
				name: users.name,
				surname: users.surname,
				email: users.email,
				language: users.language,
				erasedAt: users.erasedAt,
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
