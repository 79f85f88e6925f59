import { eq, isNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { compareNames } from "~/lib/i18n/collate";
import { users } from "~db/schema";

/** Every account of the edition, by surname and name in Czech order. */
export async function listUsers({ db }: AdminCtx) {
	const { id, name, surname, email, admin, passwordValid } = users;
	const rows = await db
		.select({ id, name, surname, email, admin, passwordValid })
		.from(users)
		.where(isNull(users.erasedAt));
	return rows.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name));
}

/** Query for the version of an account's profile. */
export function profileVersion(db: Db, userId: string) {
	return db.select({ version: users.version }).from(users).where(eq(users.id, userId));
}
