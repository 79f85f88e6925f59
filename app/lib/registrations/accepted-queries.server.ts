import { and, count, eq, isNull, or } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { registrations, users } from "~db/schema";

/** Query for the accounts of the accepted competitors, for a mail to each of them. */
export function acceptedAccounts(db: Db) {
	return db
		.select({ id: users.id, email: users.email, language: users.language })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.accepted, true), isNull(users.erasedAt)));
}

/** Condition, where accounts are joined: an entry waits for acceptance. That of an erased account waits for nobody. */
export const isWaiting = and(eq(registrations.accepted, false), isNull(users.erasedAt));

/** Condition, where accounts are joined: an entry takes part or waits for it. */
export const isAcceptedOrWaiting = or(eq(registrations.accepted, true), isNull(users.erasedAt));

/** Query for the number of entries that an organiser has to decide on. */
export function waitingCount(db: Db) {
	return db
		.select({ waiting: count() })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(isWaiting);
}

/** Query for the number of accepted competitors. */
export function acceptedCount(db: Db) {
	return db.select({ accepted: count() }).from(registrations).where(eq(registrations.accepted, true));
}
