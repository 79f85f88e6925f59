import { and, eq, isNull, or, sql } from "drizzle-orm";
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

/**
 * Condition of whose flights, results and pages are shown: an accepted entry, or one that has withdrawn after a flight. Who is
 * expected on a day, `isStarter` says.
 */
export const isCompetitor =
	sql<boolean>`(${registrations.accepted} OR ${registrations.withdrawnFrom} IS NOT NULL)`.mapWith(Boolean);

/** Condition; needs a join with accounts: nobody accepts the entry of an erased account. */
export const isWaiting = and(
	eq(registrations.accepted, false),
	isNull(registrations.withdrawnFrom),
	isNull(users.erasedAt),
);

/** Condition; needs a join with accounts. */
export const isCompetitorOrWaiting = or(isCompetitor, isNull(users.erasedAt));

/** Query for the entry of a competitor. */
export function competitorById(db: Db, id: string) {
	return db
		.select()
		.from(registrations)
		.where(and(eq(registrations.id, id), isCompetitor));
}
