import { and, asc, eq, isNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { compareNames } from "~/lib/i18n/collate";
import { users } from "~db/schema";

/** Every account that was not erased, by surname and name in Czech order. */
export async function listUsers({ db }: AdminCtx) {
	const { id, name, surname, email, admin, passwordValid } = users;
	const rows = await db
		.select({ id, name, surname, email, admin, passwordValid })
		.from(users)
		.where(isNull(users.erasedAt));
	return rows.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name));
}

/**
 * Query for the people who can get a mail, in the order in which they signed up.
 * @param userId only this account
 */
export function mailRecipients(db: Db, userId?: string) {
	const { id, name, surname, email, language } = users;
	return db
		.select({ id, name, surname, email, language })
		.from(users)
		.where(and(isNull(users.erasedAt), userId === undefined ? undefined : eq(users.id, userId)))
		.orderBy(asc(users.createdAt), asc(users.id));
}

export function profileVersion(db: Db, userId: string) {
	return db.select({ version: users.version }).from(users).where(eq(users.id, userId));
}
