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
 * What a row of the log is about, in columns for a query of `auditLog`: the log holds the id of a record, whose table follows from
 * nothing but the id. Names are those of today, so that what has been erased stays erased. All are null for a record that has no name.
 */
export const auditSubject = {
	/** Surname and name of the user, or of the competitor whose entry, status or flight log it is. */
	subjectPerson: named<string | null>(
		sql`(SELECT ${users.surname} || ' ' || ${users.name} FROM ${users} WHERE ${users.id} = ${userId})`,
		"subject_person",
	),
	/** Name of the day, or of that of the status or flight log. */
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
