import { and, count, eq, lt, ne, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { foldedColumn } from "~/lib/entries/check-entry.server";
import { registrations } from "~db/schema";

const own = alias(registrations, "own");

/** The number of reserves of the same class who entered before a user's own entry. */
export function reservesBefore(db: Db, userId: string) {
	const isEarlier = or(
		lt(registrations.createdAt, own.createdAt),
		and(eq(registrations.createdAt, own.createdAt), lt(registrations.number, own.number)),
	);
	return acceptedBesideOwn(db, userId, and(eq(registrations.isReserve, true), isEarlier));
}

/** The number of other accepted entries of the same class that have the start number of a user's own entry. */
export function sameNumberAccepted(db: Db, userId: string) {
	const hasNumber = eq(foldedColumn(registrations.startNumber), foldedColumn(own.startNumber));
	return acceptedBesideOwn(db, userId, and(ne(registrations.id, own.id), hasNumber));
}

/** Selects accepted entries. @param which condition on `registrations`, which may compare them with the user's `own` entry */
function acceptedBesideOwn(db: Db, userId: string, which: SQL | undefined) {
	return db
		.select({ entries: count(registrations.id) })
		.from(own)
		.innerJoin(
			registrations,
			and(
				eq(registrations.competitionClassId, own.competitionClassId),
				eq(registrations.accepted, true),
				which,
			),
		)
		.where(eq(own.userId, userId));
}
