import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { users } from "~db/schema";

/**
 * Query for the people of the edition who can be written to: everybody with an account.
 * @param userId only this one
 */
export function mailRecipients(db: Db, userId?: string) {
	return db
		.select({
			id: users.id,
			name: users.name,
			surname: users.surname,
			email: users.email,
			language: users.language,
		})
		.from(users)
		.where(and(isNull(users.erasedAt), userId === undefined ? undefined : eq(users.id, userId)))
		.orderBy(asc(users.createdAt), asc(users.id));
}
