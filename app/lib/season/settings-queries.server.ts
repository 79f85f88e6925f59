import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { editionSettings, users } from "~db/schema";
import { guardedSettings } from "./setting-groups";

/** Selects every version of settings, newest first, with who made it. */
export function settingVersions(db: Db, keys: readonly string[]) {
	const { key, version, value, reason, changedAt } = editionSettings;
	return db
		.select({ key, version, value, reason, changedAt, name: users.name, surname: users.surname })
		.from(editionSettings)
		.leftJoin(users, eq(users.id, editionSettings.changedBy))
		.where(inArray(key, [...keys]))
		.orderBy(asc(key), desc(version));
}

/** Selects who has changed which setting when, newest first. */
export function settingChanges(db: Db) {
	const { key, changedAt } = editionSettings;
	return db.select({ key, changedAt }).from(editionSettings).orderBy(desc(changedAt));
}

/** Selects the changes of the last week by which money or help could go astray. */
export function guardedChanges(db: Db, now: Date) {
	const { key, changedAt } = editionSettings;
	const weekAgo = new Date(now.getTime() - 7 * dayMilliseconds);
	return db
		.select({ key, changedAt })
		.from(editionSettings)
		.where(and(inArray(key, [...guardedSettings]), gt(changedAt, weekAgo)))
		.orderBy(desc(changedAt));
}
