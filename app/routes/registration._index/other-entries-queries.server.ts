import { and, count, eq, lt, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { foldedColumn } from "~/lib/registrations/check-entry.server";
import { registrations } from "~db/schema";

/** Query for the number of reserves of the same class who entered before a user's own entry. */
export function reservesBefore(db: Db, userId: string) {
	const own = alias(registrations, "own");
	return db
		.select({ before: count(registrations.id) })
		.from(own)
		.innerJoin(
			registrations,
			and(
				eq(registrations.competitionClassId, own.competitionClassId),
				eq(registrations.accepted, true),
				eq(registrations.isReserve, true),
				or(
					lt(registrations.createdAt, own.createdAt),
					and(eq(registrations.createdAt, own.createdAt), lt(registrations.number, own.number)),
				),
			),
		)
		.where(eq(own.userId, userId));
}

/** Query for the number of other accepted entries of the same class that have the start number of a user's own entry. */
export function sameNumberAccepted(db: Db, userId: string) {
	const own = alias(registrations, "own");
	return db
		.select({ taken: count(registrations.id) })
		.from(own)
		.innerJoin(
			registrations,
			and(
				eq(registrations.competitionClassId, own.competitionClassId),
				eq(registrations.accepted, true),
				ne(registrations.id, own.id),
				eq(foldedColumn(registrations.startNumber), foldedColumn(own.startNumber)),
			),
		)
		.where(eq(own.userId, userId));
}
