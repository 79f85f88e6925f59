import { and, eq, exists, gte, inArray, isNotNull, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, isStarter } from "~/lib/db/conditions.server";
import { ofPilotDay, pilotDayOf, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { competitionDays, pilotDays, registrations } from "~db/schema";

/** Columns of new rows, made from entries: everybody is on the ground on a day, and nobody has said it. They get ids as random as ours. */
function onTheGroundOf(dayId: SQLWrapper, now: Date) {
	return pilotDayOf({
		dayId,
		registrationId: registrations.id,
		statusId: sql`lower(hex(randomblob(16)))`,
		status: sql`'DNF'`,
		statusAt: sql`${now.getTime()}`,
	});
}

/** A row that has a status keeps it; another gets it. */
const once = {
	target: ofPilotDay,
	set: setToInserted(["statusId", "status", "statusAt", "statusBy"]),
	setWhere: isNull(pilotDays.statusId),
};

/**
 * Statement that sets every starter without a status on that day to "on the ground". Reserves get a status when an organiser adds
 * them. Run again, it changes nothing.
 */
export function missingStatuses(db: Db, dayId: string, now: Date) {
	return db
		.insert(pilotDays)
		.select(
			db
				.select(onTheGroundOf(sql`${dayId}`, now))
				.from(registrations)
				.where(isStarter(dayId)),
		)
		.onConflictDoUpdate(once);
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
	return db.insert(pilotDays).select(days).onConflictDoUpdate(once);
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

function isReserve(registrationId: string) {
	return and(
		eq(registrations.id, registrationId),
		eq(registrations.accepted, true),
		eq(registrations.isReserve, true),
	);
}

/**
 * Statement that sets a reserve to "on the ground" on a day. The caller must check that it changes one row: it changes none for
 * other entries.
 */
export function statusForReserve(db: Db, dayId: string, registrationId: string, now: Date) {
	const reserve = db
		.select(onTheGroundOf(sql`${dayId}`, now))
		.from(registrations)
		.where(isReserve(registrationId));
	return db.insert(pilotDays).select(reserve).onConflictDoUpdate(once);
}

/** Reads whether a reserve has been added to a day: no row when not. */
export function reserveOnDay(db: Db, dayId: string, registrationId: string) {
	return db
		.select({ id: registrations.id })
		.from(registrations)
		.innerJoin(pilotDays, isPilotDay(dayId))
		.where(and(isReserve(registrationId), isNotNull(pilotDays.statusId)));
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
