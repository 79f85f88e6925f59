import { and, asc, eq, exists, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import type { Cursor } from "~/lib/db/cursor";
import { isAfter, newestFirst } from "~/lib/db/newest-first.server";
import { pick } from "~/lib/pick";
import {
	auditLog,
	competitionClasses,
	competitionDays,
	documents,
	dutyLinks,
	igcFiles,
	news,
	outbox,
	pilotDays,
	registrations,
	tasks,
	users,
} from "~db/schema";

interface AuditFilter {
	readonly action: string | null;
	readonly actorId: string | null;
	/** `until` is excluded. */
	readonly during: { readonly from: Date; readonly until: Date } | null;
}

/**
 * Query for a page of the log, newest first.
 * @param after the last row of the previous page; null for the first page
 */
export function auditPage(db: Db, filter: AuditFilter, after: Cursor | null, most: number) {
	const { action, actorId, during } = filter;
	return db
		.select({
			...pick(auditLog, "id", "at", "action", "subjectId"),
			...auditSubject,
			...pick(auditLog, "before", "after", "actorId"),
			actorName: users.name,
			actorSurname: users.surname,
		})
		.from(auditLog)
		.leftJoin(users, eq(users.id, auditLog.actorId))
		.where(
			and(
				action === null ? undefined : eq(auditLog.action, action),
				actorId === null ? undefined : eq(auditLog.actorId, actorId),
				during === null ? undefined : and(gte(auditLog.at, during.from), lt(auditLog.at, during.until)),
				isAfter(auditLog.at, after),
			),
		)
		.orderBy(...newestFirst(auditLog.at))
		.limit(most);
}

/** Selects, for the filter, all actions in the log. */
export function auditActions(db: Db) {
	return db.selectDistinct({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.action));
}

/** Selects, for the filter, all people in the log. */
export function auditActors(db: Db) {
	const theirs = db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.actorId, users.id));
	return db
		.select({ id: users.id, name: users.name, surname: users.surname })
		.from(users)
		.where(exists(theirs));
}

const id = auditLog.subjectId;

const registrationId = sql`coalesce(
	(SELECT ${pilotDays.registrationId} FROM ${pilotDays} WHERE ${pilotDays.statusId} = ${id}),
	(SELECT ${igcFiles.registrationId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id}), ${id})`;

const userId = sql`coalesce((SELECT ${registrations.userId} FROM ${registrations} WHERE ${registrations.id} = ${registrationId}), ${id})`;

const dayId = sql`coalesce(
	(SELECT ${pilotDays.dayId} FROM ${pilotDays} WHERE ${pilotDays.statusId} = ${id}),
	(SELECT ${igcFiles.dayId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id}),
	(SELECT ${tasks.dayId} FROM ${tasks} WHERE ${tasks.id} = ${id}),
	(SELECT ${dutyLinks.dayId} FROM ${dutyLinks} WHERE ${dutyLinks.id} = ${id}), ${id})`;

const classId = sql`coalesce((SELECT ${tasks.competitionClassId} FROM ${tasks} WHERE ${tasks.id} = ${id}), ${id})`;

const named = <Name extends string | null>(name: SQL, alias: string) =>
	name.mapWith(String).as(alias) as SQL.Aliased<Name>;

/**
 * Columns for a query of `auditLog` that name the record of a row. The log holds only the record's id, not its table, so
 * each column looks in all tables. Names are the current ones: what was erased stays erased. All are null for a record
 * without a name.
 */
const auditSubject = {
	/** The user, or the competitor whose entry, status or flight it is. */
	subjectPerson: named<string | null>(
		sql`(SELECT ${users.surname} || ' ' || ${users.name} FROM ${users} WHERE ${users.id} = ${userId})`,
		"subject_person",
	),
	/** The day, or the day of the status, flight, task or link. */
	subjectDay: named<string | null>(
		sql`(SELECT ${competitionDays.name} FROM ${competitionDays} WHERE ${competitionDays.id} = ${dayId})`,
		"subject_day",
	),
	subjectClassType: named<(typeof competitionClasses.$inferSelect)["type"] | null>(
		sql`(SELECT ${competitionClasses.type} FROM ${competitionClasses} WHERE ${competitionClasses.id} = ${classId})`,
		"subject_class_type",
	),
	/** Title of the news, name of the document, recipient of the mail or whom the link is for. */
	subjectTitle: named<string | null>(
		sql`coalesce(
			(SELECT ${news.title} FROM ${news} WHERE ${news.id} = ${id}),
			(SELECT ${documents.name} FROM ${documents} WHERE ${documents.id} = ${id}),
			(SELECT ${dutyLinks.name} FROM ${dutyLinks} WHERE ${dutyLinks.id} = ${id}),
			(SELECT ${outbox.recipient} FROM ${outbox} WHERE ${outbox.id} = ${id}))`,
		"subject_title",
	),
};
