import { type SQL, sql } from "drizzle-orm";
import {
	auditLog,
	competitionClasses,
	competitionDays,
	competitorStatuses,
	documents,
	igcFiles,
	news,
	outbox,
	registrations,
	users,
} from "~db/schema";

const id = auditLog.subjectId;

const registrationId = sql`coalesce(
	(SELECT ${competitorStatuses.registrationId} FROM ${competitorStatuses} WHERE ${competitorStatuses.id} = ${id}),
	(SELECT ${igcFiles.registrationId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id}), ${id})`;

const userId = sql`coalesce((SELECT ${registrations.userId} FROM ${registrations} WHERE ${registrations.id} = ${registrationId}), ${id})`;

const dayId = sql`coalesce(
	(SELECT ${competitorStatuses.dayId} FROM ${competitorStatuses} WHERE ${competitorStatuses.id} = ${id}),
	(SELECT ${igcFiles.dayId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id}), ${id})`;

const named = <Name extends string | null>(name: SQL, alias: string) =>
	name.mapWith(String).as(alias) as SQL.Aliased<Name>;

/**
 * Columns for a query of `auditLog` that name the record of a row. The log holds only the record's id, not its table, so
 * each column looks in all tables. Names are the current ones: what was erased stays erased. All are null for a record
 * without a name.
 */
export const auditSubject = {
	/** The user, or the competitor whose entry, status or flight it is. */
	subjectPerson: named<string | null>(
		sql`(SELECT ${users.surname} || ' ' || ${users.name} FROM ${users} WHERE ${users.id} = ${userId})`,
		"subject_person",
	),
	/** The day, or the day of the status or flight. */
	subjectDay: named<string | null>(
		sql`(SELECT ${competitionDays.name} FROM ${competitionDays} WHERE ${competitionDays.id} = ${dayId})`,
		"subject_day",
	),
	subjectClassType: named<(typeof competitionClasses.$inferSelect)["type"] | null>(
		sql`(SELECT ${competitionClasses.type} FROM ${competitionClasses} WHERE ${competitionClasses.id} = ${id})`,
		"subject_class_type",
	),
	/** Title of the news, name of the document or recipient of the mail. */
	subjectTitle: named<string | null>(
		sql`coalesce(
			(SELECT ${news.title} FROM ${news} WHERE ${news.id} = ${id}),
			(SELECT ${documents.name} FROM ${documents} WHERE ${documents.id} = ${id}),
			(SELECT ${outbox.recipient} FROM ${outbox} WHERE ${outbox.id} = ${id}))`,
		"subject_title",
	),
};
