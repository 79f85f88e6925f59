import { and, eq, exists, gte, inArray, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isStarter } from "~/lib/db/conditions.server";
import { competitionDays, competitorStatuses, registrations } from "~db/schema";

/** An INSERT … SELECT makes its own ids, as random as those of the application. */
const newId = sql<string>`lower(hex(randomblob(16)))`;
const onTheGround = sql<"DNF">`'DNF'`;

/** Columns of new rows, made from entries: everybody is on the ground on a day, and nobody has said it. */
function onTheGroundOf(dayId: SQLWrapper, now: Date) {
	return {
		id: newId.as("id"),
		registrationId: registrations.id,
		dayId: sql<string>`${dayId}`.as("day_id"),
		status: onTheGround.as("status"),
		updatedAt: sql<Date>`${now.getTime()}`.as("updated_at"),
		updatedBy: sql<null>`NULL`.as("updated_by"),
	};
}

const onceADay = [competitorStatuses.dayId, competitorStatuses.registrationId];

/**
 * Statement that sets every starter without a status on that day to "on the ground". Reserves get a status when an organiser adds
 * them. Run again, it changes nothing.
 */
export function missingStatuses(db: Db, dayId: string, now: Date) {
	return db
		.insert(competitorStatuses)
		.select(
			db
				.select(onTheGroundOf(sql`${dayId}`, now))
				.from(registrations)
				.where(isStarter(dayId)),
		)
		.onConflictDoNothing({ target: onceADay });
}

/**
 * Statement that adds a competitor to every day that got its statuses before the entry was accepted or stopped being a reserve. It
 * must follow the statement that makes the entry a starter: it does nothing for others. Run again, it changes nothing.
 */
export function statusesForNewStarter(db: Db, registrationId: string, now: Date) {
	return db
		.insert(competitorStatuses)
		.select(
			db
				.select(onTheGroundOf(competitionDays.id, now))
				.from(registrations)
				.innerJoin(
					competitionDays,
					// A day with a task counts even if nobody was accepted when it got its statuses.
					sql`${eq(competitionDays.task, "TASK")} OR ${exists(
						db
							.select({ one: sql`1` })
							.from(competitorStatuses)
							.where(eq(competitorStatuses.dayId, competitionDays.id)),
					)}`,
				)
				.where(and(eq(registrations.id, registrationId), isStarter(competitionDays.id))),
		)
		.onConflictDoNothing({ target: onceADay });
}

/** Condition: nobody has seen the competitor fly. */
const hasNotFlown = or(isNull(competitorStatuses.status), eq(competitorStatuses.status, "DNF"));

/**
 * Statement for an entry that becomes a reserve or withdraws: it removes the statuses of days on which the entry has not flown.
 * @param date local date of the first such day
 */
export function dropIdleStatuses(db: Db, registrationId: string, date: string) {
	const days = db
		.select({ id: competitionDays.id })
		.from(competitionDays)
		.where(gte(competitionDays.date, date));
	return db
		.delete(competitorStatuses)
		.where(
			and(
				eq(competitorStatuses.registrationId, registrationId),
				inArray(competitorStatuses.dayId, days),
				hasNotFlown,
			),
		);
}

/**
 * Statement that sets a reserve to "on the ground" on a day. The caller must check that it changes one row: it changes none for
 * other entries.
 */
export function statusForReserve(db: Db, dayId: string, registrationId: string, now: Date) {
	return db.insert(competitorStatuses).select(
		db
			.select(onTheGroundOf(sql`${dayId}`, now))
			.from(registrations)
			.where(
				and(
					eq(registrations.id, registrationId),
					eq(registrations.accepted, true),
					eq(registrations.isReserve, true),
				),
			),
	);
}

/** Statement that removes a reserve from a day. It changes no row when the reserve has flown. */
export function dropReserveStatus(db: Db, dayId: string, registrationId: string) {
	const reserve = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(and(eq(registrations.id, registrationId), eq(registrations.isReserve, true)));
	return db
		.delete(competitorStatuses)
		.where(
			and(
				eq(competitorStatuses.dayId, dayId),
				inArray(competitorStatuses.registrationId, reserve),
				hasNotFlown,
			),
		);
}
