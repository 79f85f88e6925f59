import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { editionSettings, users } from "~db/schema";

/** Selects every version of settings, newest first, with who made it. */
export function settingVersions(db: Db, keys: readonly string[]) {
	const { key, version, value, reason, changedAt } = editionSettings;
	return db
		.select({ key, version, value, reason, changedAt, name: users.name, surname: users.surname })
		.from(editionSettings)
		.innerJoin(users, eq(users.id, editionSettings.changedBy))
		.where(inArray(key, [...keys]))
		.orderBy(asc(key), desc(version));
}

/** Selects who has changed which setting when, newest first. */
export function settingChanges(db: Db) {
	const { key, changedAt } = editionSettings;
	return db.select({ key, changedAt }).from(editionSettings).orderBy(desc(changedAt));
}
