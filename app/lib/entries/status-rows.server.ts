import { and, eq, exists, gte, inArray, isNotNull, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { isStarter } from "~/lib/db/conditions.server";
import { competitionDays, pilotDays, registrations } from "~db/schema";

/**
 * Statement that sets entries to "on the ground" on days, unless they have a status; nobody has said it. It makes its own ids, as random as
 * those of the application.
 * @param entries a query of `onTheGroundOf`
 */
function beginOnTheGround(db: Db, entries: SQLWrapper) {
	const { dayId, registrationId, statusId, status, statusAt, statusBy } = pilotDays;
	return db.run(sql`INSERT INTO ${pilotDays} (day_id, registration_id, status_id, status, status_at) ${entries.getSQL()}
		ON CONFLICT (${sql.join([dayId, registrationId].map(nameOf), sql`, `)}) DO UPDATE
		SET ${nameOf(statusId)} = excluded.status_id, ${nameOf(status)} = excluded.status,
			${nameOf(statusAt)} = excluded.status_at, ${nameOf(statusBy)} = NULL
		WHERE ${statusId} IS NULL`);
}

const nameOf = ({ name }: SQLiteColumn) => sql.identifier(name);

/** Columns for `beginOnTheGround`, in its order. */
function onTheGroundOf(dayId: SQLWrapper, now: Date) {
	return {
		dayId: sql`${dayId}`.as("day_id"),
		registrationId: registrations.id,
		statusId: sql`lower(hex(randomblob(16)))`.as("status_id"),
		status: sql`'DNF'`.as("status"),
		statusAt: sql`${now.getTime()}`.as("status_at"),
	};
}

/**
 * Statement that sets every starter without a status on that day to "on the ground". Reserves get a status when an organiser adds
 * them. Run again, it changes nothing.
 */
export function missingStatuses(db: Db, dayId: string, now: Date) {
	const starters = db
		.select(onTheGroundOf(sql`${dayId}`, now))
		.from(registrations)
		.where(isStarter(dayId));
	return beginOnTheGround(db, starters);
}

/**
 * Statement that adds a competitor to every day that got its statuses before the entry was accepted or stopped being a reserve. It
 * must follow the statement that makes the entry a starter: it does nothing for others. Run again, it changes nothing.
 */
export function statusesForNewStarter(db: Db, registrationId: string, now: Date) {
	const itsStatuses = db
		.select({ one: sql`1` })
		.from(pilotDays)
		.where(and(eq(pilotDays.dayId, competitionDays.id), isNotNull(pilotDays.statusId)));
	const days = db
		.select(onTheGroundOf(competitionDays.id, now))
		.from(registrations)
		.innerJoin(
			competitionDays,
			// A day with a task counts even if nobody was accepted when it got its statuses.
			or(eq(competitionDays.task, "TASK"), exists(itsStatuses)),
		)
		.where(and(eq(registrations.id, registrationId), isStarter(competitionDays.id)));
	return beginOnTheGround(db, days);
}

/** Condition: the competitor has a status, and nobody has seen it fly. */
const hasNotFlown = and(
	isNotNull(pilotDays.statusId),
	or(isNull(pilotDays.status), eq(pilotDays.status, "DNF")),
);

const noStatus = { statusId: null, status: null, statusAt: null, statusBy: null };

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
		.update(pilotDays)
		.set(noStatus)
		.where(and(eq(pilotDays.registrationId, registrationId), inArray(pilotDays.dayId, days), hasNotFlown));
}

/**
 * Statement that sets a reserve to "on the ground" on a day. The caller must check that it changes one row: it changes none for
 * other entries.
 */
export function statusForReserve(db: Db, dayId: string, registrationId: string, now: Date) {
	const reserve = db
		.select(onTheGroundOf(sql`${dayId}`, now))
		.from(registrations)
		.where(
			and(
				eq(registrations.id, registrationId),
				eq(registrations.accepted, true),
				eq(registrations.isReserve, true),
			),
		);
	return beginOnTheGround(db, reserve);
}

/** Statement that removes a reserve from a day. It changes no row when the reserve has flown. */
export function dropReserveStatus(db: Db, dayId: string, registrationId: string) {
	const reserve = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(and(eq(registrations.id, registrationId), eq(registrations.isReserve, true)));
	return db
		.update(pilotDays)
		.set(noStatus)
		.where(and(eq(pilotDays.dayId, dayId), inArray(pilotDays.registrationId, reserve), hasNotFlown));
}
