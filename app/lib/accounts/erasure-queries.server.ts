import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import {
	competitionClasses,
	competitionDays,
	dailyResults,
	erasures,
	registrations,
	users,
} from "~db/schema";

/**
 * Selects the open requests. A request is no longer open when the account has ended its sessions since, as by a new password: who has taken
 * over an account cannot have it erased after its owner is back.
 */
export function openErasures(db: Db, condition: SQL | undefined) {
	return db
		.select({
			...pick(erasures, "id", "userId", "tokenVersion", "confirmedAt", "dueAt"),
			...pick(users, "name", "surname", "email", "language"),
		})
		.from(erasures)
		.innerJoin(users, and(eq(users.id, erasures.userId), eq(users.tokenVersion, erasures.tokenVersion)))
		.where(and(isNull(erasures.outcome), isNull(users.erasedAt), condition))
		.orderBy(asc(erasures.dueAt));
}

export type OpenErasure = Awaited<ReturnType<typeof openErasures>>[number];

/** Condition: the request is confirmed and not yet due, so organisers may object. */
export function isWaiting(now: Date): SQL | undefined {
	return and(isNotNull(erasures.confirmedAt), gt(erasures.dueAt, now));
}

/** Condition: the request is confirmed, and nobody has objected in time. */
export function isDue(now: Date): SQL | undefined {
	return and(isNotNull(erasures.confirmedAt), lte(erasures.dueAt, now));
}

/** Selects the newest request, open or not. */
export function lastErasure(db: Db, userId: string) {
	return db
		.select()
		.from(erasures)
		.where(eq(erasures.userId, userId))
		.orderBy(desc(erasures.createdAt))
		.limit(1);
}

/** Selects the user's entry and the number of results that are bound to it; no row without an entry. */
export function boundResults(db: Db, userId: string) {
	return db
		.select({ registrationId: registrations.id, results: count(dailyResults.id) })
		.from(registrations)
		.leftJoin(dailyResults, eq(dailyResults.registrationId, registrations.id))
		.where(eq(registrations.userId, userId))
		.groupBy(registrations.id);
}

/** Selects the results that the waiting requests would blank. */
export function concernedResults(db: Db, now: Date) {
	const waiting = db.select({ userId: erasures.userId }).from(erasures).where(isWaiting(now));
	return db
		.select({
			userId: registrations.userId,
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			type: competitionClasses.type,
			date: competitionDays.date,
			position: dailyResults.position,
		})
		.from(dailyResults)
		.innerJoin(registrations, eq(registrations.id, dailyResults.registrationId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dailyResults.competitionClassId))
		.innerJoin(competitionDays, eq(competitionDays.id, dailyResults.dayId))
		.where(inArray(registrations.userId, waiting))
		.orderBy(asc(competitionDays.date));
}
