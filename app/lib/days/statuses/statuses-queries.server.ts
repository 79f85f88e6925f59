import { and, asc, desc, eq, gt, inArray, isNotNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate, firstFlight, isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { isFinished, phaseOf } from "~/lib/editions/opening-times";
import { markColumns } from "~/lib/entries/entries-queries.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import {
	auditLog,
	competitionClasses,
	competitionDays,
	dutyLinks,
	gliderTypes,
	pilotDays,
	registrations,
	users,
} from "~db/schema";
import type { StatusTap } from "./status-taps";

const organiser = alias(users, "organiser");

/** Condition: an entry of the audit log is a launch of several, the pilot among them. Only that of a row has a class and numbers. */
const isJointLaunch = sql`${pilotDays.status} = 'FLYING' AND ${auditLog.subjectId} = ${pilotDays.dayId}
	AND ${inArray(auditLog.action, ["grid.launch-row", "competitor-status.launch"])}
	AND coalesce(json_extract(${auditLog.after}, '$.class'), ${competitionClasses.type}) = ${competitionClasses.type}
	AND instr(' ' || coalesce(json_extract(${auditLog.after}, '$.numbers'), ${flown.startNumber}) || ' ',
		' ' || ${flown.startNumber} || ' ') > 0`;

/** Name of the helper who has set the status by a link to the desk. */
const helper = sql`(SELECT ${dutyLinks.name} FROM ${dutyLinks} WHERE ${dutyLinks.id} = (
	SELECT json_extract(${auditLog.after}, '$.dutyLink') FROM ${auditLog}
	WHERE (${auditLog.subjectId} = ${pilotDays.statusId} OR (${isJointLaunch}))
	AND ${auditLog.actorId} = ${pilotDays.statusBy} AND ${auditLog.at} >= ${pilotDays.statusAt}
	ORDER BY ${auditLog.at} LIMIT 1))`;

const nameOfSetter = sql<string | null>`${organiser.name} || ' ' || ${organiser.surname}`;

/** Only the desk reads the log for each row. */
export const nameForDesk = sql<string | null>`coalesce(${helper}, ${nameOfSetter})`;

const statusColumns = {
	id: sql<string>`${pilotDays.statusId}`,
	...pick(pilotDays, "dayId", "registrationId", "status"),
	updatedAt: sql<Date>`${pilotDays.statusAt}`.mapWith(pilotDays.statusAt),
	...pick(users, "name", "surname"),
	...pick(flown, "startNumber", "registrationNumber"),
	...markColumns,
	...pick(flown, "secondPilot", "isGuest"),
	gliderTypeId: gliderTypes.id,
	gliderTypeName: gliderTypes.name,
	classType: competitionClasses.type,
	flightId: firstFlight(pilotDays.dayId, pilotDays.registrationId),
	...pick(pilotDays, "isScratched", "launches"),
};

/** @param setBy name of the person who has set the status; null for a status that nobody has set */
function selectStatuses(db: Db, setBy = nameOfSetter) {
	return db
		.select({ ...statusColumns, setBy })
		.from(pilotDays)
		.innerJoin(registrations, eq(registrations.id, pilotDays.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, isGliderFlown)
		.innerJoin(competitionClasses, isClassFlown)
		.leftJoin(organiser, eq(organiser.id, pilotDays.statusBy))
		.$dynamic();
}

export type CompetitorStatus = Awaited<ReturnType<typeof selectStatuses>>[number];

/**
 * Selects the statuses of everybody who takes part in a day, also after a cancellation, in no order.
 * @param dayId an id, or an expression for it
 */
export function statusesOfDay(db: Db, dayId: string | SQLWrapper, setBy?: typeof nameForDesk) {
	return selectStatuses(db, setBy).where(
		and(eq(pilotDays.dayId, dayId), isNotNull(pilotDays.statusId), takesPart(dayId)),
	);
}

/** Selects what `statusesOfDay` does, by the date of the day. @param date local date, or an expression for it */
export function statusesOfDate(db: Db, date: string | SQL<string | null>, setBy?: typeof nameForDesk) {
	return statusesOfDay(db, dayOfDate(date), setBy);
}

export function statusById(db: Db, id: string) {
	return selectStatuses(db, nameForDesk).where(eq(pilotDays.statusId, id));
}

/** Selects the accepted reserves and whether they are on a day, in no order. @param date local date, or an expression for it */
export function reservesOfDate(db: Db, date: string | SQL<string | null>) {
	return db
		.select({
			id: registrations.id,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			onDay: sql<boolean>`${pilotDays.statusId} IS NOT NULL`.mapWith(Boolean),
			status: pilotDays.status,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(dayOfDate(date)))
		.where(and(eq(registrations.accepted, true), eq(registrations.isReserve, true)));
}

export type ReserveOfDate = Awaited<ReturnType<typeof reservesOfDate>>[number];

/** It is more than are shown, as an undo takes a tap back. */
const mostRows = 30;

/**
 * Selects the last statuses of a day that somebody at the desk has set one by one, the newest first.
 * @param link id of the link by which it was done; null for none
 * @param since time of the earliest tap
 */
export function tapsOfActor(
	db: Db,
	{ actorId, link }: { readonly actorId: SQL; readonly link: SQL },
	date: SQL<string | null>,
	since: SQL,
) {
	const ofDay = db
		.select({ id: pilotDays.statusId })
		.from(pilotDays)
		.where(eq(pilotDays.dayId, dayOfDate(date)));
	return db
		.select({ id: auditLog.subjectId, before: auditLog.before, after: auditLog.after })
		.from(auditLog)
		.where(
			and(
				eq(auditLog.action, "competitor-status.set"),
				gt(auditLog.at, since),
				eq(auditLog.actorId, actorId),
				sql`json_extract(${auditLog.after}, '$.dutyLink') IS ${link}`,
				inArray(auditLog.subjectId, ofDay),
			),
		)
		.orderBy(desc(auditLog.at), desc(sql`${auditLog}.rowid`))
		.limit(mostRows);
}

type TapRow = Awaited<ReturnType<typeof tapsOfActor>>[number];

/** Returns the taps of the rows, the oldest first. It leaves out rows that an erasure has blanked. */
export function toTaps(rows: readonly TapRow[]): StatusTap[] {
	const statusIn = (content: unknown) =>
		(content as { readonly status?: string | null } | null)?.status ?? "";
	return rows
		.filter(({ id, after }) => id !== null && after !== null)
		.map(({ id, before, after }) => ({ id: id ?? "", before: statusIn(before), set: statusIn(after) }))
		.reverse();
}

/**
 * Selects who is still flying or in a field on a day before today, by date: either somebody is missing, or a status was forgotten.
 * @param today local date, or an expression for it
 */
export function openStatuses(db: Db, today: string | SQL<string>) {
	return db
		.select({
			date: competitionDays.date,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
		})
		.from(pilotDays)
		.innerJoin(competitionDays, eq(competitionDays.id, pilotDays.dayId))
		.innerJoin(registrations, eq(registrations.id, pilotDays.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(
			and(
				lt(competitionDays.date, today),
				inArray(pilotDays.status, ["FLYING", "OUTLANDING"]),
				takesPart(competitionDays.id),
			),
		)
		.orderBy(asc(competitionDays.date));
}

/** A day with open statuses, and the competitors who have them. */
export interface OpenDay {
	readonly date: string;
	readonly pilots: readonly string[];
}

/**
 * The days with open statuses; none of a finished edition behind its last day, of which nobody is out any more.
 * @param missed who is named as missing beside it
 */
export function openDays(
	{ edition, now }: Pick<Ctx, "edition" | "now">,
	all: Awaited<ReturnType<typeof openStatuses>>,
	missed: readonly { readonly date: string; readonly startNumber: string }[],
): readonly OpenDay[] {
	// The next year may be opened while this one still flies.
	if (isFinished(edition) && phaseOf(edition, now) === "over") return [];
	const rows = all.filter(
		({ date, startNumber }) => !missed.some((one) => one.date === date && one.startNumber === startNumber),
	);
	return [...new Set(rows.map(({ date }) => date))].map((date) => ({
		date,
		pilots: sortedByStartNumber(rows.filter((row) => row.date === date)).map(
			({ startNumber, name, surname }) => `${startNumber} ${name} ${surname}`,
		),
	}));
}
