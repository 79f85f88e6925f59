import { and, count, eq, isNull, or } from "drizzle-orm";
import { isAddressTrusted } from "~/lib/accounts/account-queries.server";
import type { Db } from "~/lib/db/client.server";
import { registrations, users } from "~db/schema";

/**
 * Query for the accounts of accepted competitors, as recipients of a mail to all of them.
 * @param classId only of this class
 */
export function acceptedAccounts(db: Db, now: Date, classId?: string) {
	const ofClass = classId === undefined ? undefined : eq(registrations.competitionClassId, classId);
	return db
		.select({ id: users.id, email: users.email, language: users.language })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.accepted, true), ofClass, isAddressTrusted(now)));
}

/** Condition; needs a join with accounts: nobody accepts the entry of an erased account. */
export const isWaiting = and(eq(registrations.accepted, false), isNull(users.erasedAt));

/** Condition; needs a join with accounts. */
export const isAcceptedOrWaiting = or(eq(registrations.accepted, true), isNull(users.erasedAt));

export function acceptedCount(db: Db) {
	return db.select({ accepted: count() }).from(registrations).where(eq(registrations.accepted, true));
}
