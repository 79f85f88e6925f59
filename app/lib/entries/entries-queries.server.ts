import { and, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { flownUntil } from "~/lib/db/conditions.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import {
	accommodationTypes,
	competitionClasses,
	gliderTypes,
	payments,
	regions,
	registrations,
	users,
} from "~db/schema";

/** Columns of what a list says of a pilot beside the name, for `marksOf` and `crewText`. */
export const markColumns = pick(registrations, "nation", "secondPilot", "isGuest", "disqualifiedFrom");

/** What a list says behind a name. */
export function marksOf({ nation, isGuest, disqualifiedFrom }: MarkedEntry) {
	return { nation, isGuest, isDisqualified: disqualifiedFrom !== null };
}

type MarkedEntry = Pick<typeof registrations.$inferSelect, "nation" | "isGuest" | "disqualifiedFrom">;

/** Sum of what has come for an entry, in the currency of its fee. An entry that is marked as paid may have less of it. */
function received(db: Db) {
	const { counted, registrationId, cancelledAt } = payments;
	const sum = db
		.select({ sum: sql`coalesce(sum(${counted}), 0)` })
		.from(payments)
		.where(and(eq(registrationId, registrations.id), isNull(cancelledAt)));
	return sql<number>`(${sum})`.as("received");
}

/** Selects entries with all rows that they refer to; the caller adds a condition. */
export function selectEntries(db: Db) {
	return db
		.select({
			...getTableColumns(registrations),
			flownUntil,
			received: received(db),
			region: regions,
			gliderType: gliderTypes,
			competitionClass: competitionClasses,
			accommodationType: accommodationTypes,
			user: {
				...pick(users, "id", "name", "surname", "email", "language", "erasedAt"),
			},
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(regions, eq(regions.id, registrations.regionId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.innerJoin(accommodationTypes, eq(accommodationTypes.id, registrations.accommodationTypeId))
		.$dynamic();
}

export type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

/** Sorts entries by start number. */
export function entriesByNumber(entries: readonly Entry[]): Entry[] {
	const named = entries.map((entry) => ({
		entry,
		startNumber: entry.startNumber,
		...pick(entry.user, "name", "surname"),
	}));
	return sortedByStartNumber(named).map(({ entry }) => entry);
}

export function entryById(db: Db, id: string) {
	return selectEntries(db).where(eq(registrations.id, id));
}

export function entryOfUser(db: Db, userId: string) {
	return selectEntries(db).where(eq(registrations.userId, userId));
}

/**
 * Condition: the flights, results and page of an entry are shown. The entry is accepted, or has withdrawn after a flight.
 * `isStarter` says who is expected on a day.
 */
export const isCompetitor =
	sql<boolean>`(${registrations.accepted} OR ${registrations.withdrawnFrom} IS NOT NULL)`.mapWith(Boolean);

/** Condition, which needs a join with accounts: the entry waits to be accepted. Nobody accepts the entry of an erased account. */
export const isWaiting = and(
	eq(registrations.accepted, false),
	isNull(registrations.withdrawnFrom),
	isNull(users.erasedAt),
);

/** Condition, which needs a join with accounts. */
export const isCompetitorOrWaiting = or(isCompetitor, isNull(users.erasedAt));

export function competitorById(db: Db, id: string) {
	return db
		.select()
		.from(registrations)
		.where(and(eq(registrations.id, id), isCompetitor));
}
