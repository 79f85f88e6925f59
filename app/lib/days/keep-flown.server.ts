import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, launched } from "~/lib/db/conditions.server";
import {
	competitionClasses,
	competitionDays,
	gliderTypes,
	igcFiles,
	pilotDays,
	registrations,
} from "~db/schema";

/** Columns that a day keeps, each with the value of the entry. */
const ofEntry = {
	competitionClassId: registrations.competitionClassId,
	startNumber: registrations.startNumber,
	gliderTypeId: registrations.gliderTypeId,
	registrationNumber: registrations.registrationNumber,
	gliderIndex: gliderTypes.index,
	referenceIndex: competitionClasses.referenceIndex,
	isGuest: registrations.isGuest,
	secondPilot: registrations.secondPilot,
} as const;

/** What a day keeps of an entry. */
export type Kept = keyof typeof ofEntry;
export const allKept = Object.keys(ofEntry) as readonly Kept[];

const nameOf = (column: Kept | "dayId" | "registrationId" | "fixedAt") =>
	sql.identifier(pilotDays[column].name);
const commas = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

/**
 * Statement: from now on the days keep what the entries say. A day that keeps something already is left.
 * @param where condition of entry and day
 */
export function keepFlown(db: Db, where: SQL | undefined, now: Date) {
	const columns = commas(allKept.map((column) => sql`${nameOf(column)}`));
	return db.run(sql`INSERT INTO ${pilotDays} (${nameOf("dayId")}, ${nameOf("registrationId")}, ${nameOf("fixedAt")}, ${columns})
		SELECT ${competitionDays.id}, ${registrations.id}, ${now.getTime()}, ${commas(allKept.map((column) => sql`${ofEntry[column]}`))}
		FROM ${competitionDays} CROSS JOIN ${registrations}
		INNER JOIN ${gliderTypes} ON ${gliderTypes.id} = ${registrations.gliderTypeId}
		INNER JOIN ${competitionClasses} ON ${competitionClasses.id} = ${registrations.competitionClassId}
		WHERE ${where}
		ON CONFLICT (${nameOf("dayId")}, ${nameOf("registrationId")}) DO UPDATE
		SET ${commas((["fixedAt", ...allKept] as const).map((column) => sql`${nameOf(column)} = excluded.${nameOf(column)}`))}
		WHERE ${pilotDays.fixedAt} IS NULL`);
}

/** Condition of entry and day, for `keepFlown`. @param entries ids */
export function areOnDay(dayId: string, entries: readonly string[]): SQL | undefined {
	return and(
		eq(competitionDays.id, dayId),
		sql`${registrations.id} IN (SELECT value FROM json_each(${JSON.stringify(entries)}))`,
	);
}

/** Condition of entry and day, for `keepFlown`: the competitor has launched or has a log. */
export const hasBegun = or(
	sql`EXISTS (SELECT 1 FROM ${pilotDays} WHERE ${isPilotDay(competitionDays.id)}
		AND (${pilotDays.status} IN ${launched} OR ${pilotDays.launches} <> '[]'))`,
	sql`EXISTS (SELECT 1 FROM ${igcFiles} WHERE ${igcFiles.dayId} = ${competitionDays.id}
		AND ${igcFiles.registrationId} = ${registrations.id} AND ${igcFiles.currentVersionId} IS NOT NULL)`,
);
