import { and, count, eq, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { foldedColumn } from "~/lib/entries/check-entry.server";
import { pick } from "~/lib/pick";
import { registrations } from "~db/schema";

const own = alias(registrations, "own");

/** Selects the accepted reserves of the class of a user's own entry, in no order. */
export function reservesOfOwnClass(db: Db, userId: string) {
	return db
		.select(pick(registrations, "id", "createdAt", "number"))
		.from(own)
		.innerJoin(registrations, isAcceptedInOwnClass(eq(registrations.isReserve, true)))
		.where(eq(own.userId, userId));
}

/** The number of other accepted entries of the same class that have the start number of a user's own entry. */
export function sameNumberAccepted(db: Db, userId: string) {
	const hasNumber = eq(foldedColumn(registrations.startNumber), foldedColumn(own.startNumber));
	return db
		.select({ entries: count(registrations.id) })
		.from(own)
		.innerJoin(registrations, isAcceptedInOwnClass(ne(registrations.id, own.id), hasNumber))
		.where(eq(own.userId, userId));
}

/** Condition: an entry is an accepted one of the class of the user's `own` entry. @param which further conditions, which may compare them */
function isAcceptedInOwnClass(...which: readonly SQL[]) {
	return and(
		eq(registrations.competitionClassId, own.competitionClassId),
		eq(registrations.accepted, true),
		...which,
	);
}
