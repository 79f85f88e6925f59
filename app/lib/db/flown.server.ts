import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { competitionClasses, gliderTypes, pilotDays, registrations } from "~db/schema";

/*
 * What a competitor flies with on a day: what the day keeps since the first launch, log or score, else what the entry says. No query about
 * a day reads these values of the entry itself.
 */

/** Expression for a value of the day. */
function ofDay<Column extends SQLiteColumn>(kept: Column, ofEntry: SQLiteColumn) {
	return sql`CASE WHEN ${pilotDays.fixedAt} IS NULL THEN ${ofEntry} ELSE ${kept} END`.mapWith(kept) as SQL<
		Column["_"]["data"]
	>;
}

/** An expression for a value that every entry has. */
const always = <T>(value: SQL<T>) => value as SQL<NonNullable<T>>;

/** Expressions for queries that join the day by `isPilotDay`. */
export const flown = {
	classId: always(ofDay(pilotDays.competitionClassId, registrations.competitionClassId)),
	startNumber: always(ofDay(pilotDays.startNumber, registrations.startNumber)),
	gliderTypeId: always(ofDay(pilotDays.gliderTypeId, registrations.gliderTypeId)),
	registrationNumber: always(ofDay(pilotDays.registrationNumber, registrations.registrationNumber)),
	/** Index of the glider, of a joined type; null when it is not known. */
	gliderIndex: ofDay(pilotDays.gliderIndex, gliderTypes.index) as SQL<number | null>,
	/** Reference index of the class, which is joined. */
	referenceIndex: ofDay(pilotDays.referenceIndex, competitionClasses.referenceIndex) as SQL<number | null>,
	isGuest: always(ofDay(pilotDays.isGuest, registrations.isGuest)),
	secondPilot: ofDay(pilotDays.secondPilot, registrations.secondPilot) as SQL<string | null>,
};

/** Conditions that join the glider type and the class of the day, behind `isPilotDay`. */
export const isGliderFlown = eq(gliderTypes.id, flown.gliderTypeId);
export const isClassFlown = eq(competitionClasses.id, flown.classId);

/** Expression for the class in which the entry of the surrounding query flies on a day, where the day is not joined. */
export function classOn(dayId: string | SQLWrapper): SQL<string> {
	return sql<string>`coalesce((SELECT its_class.competition_class_id FROM ${pilotDays} AS its_class
		WHERE its_class.day_id = ${dayId} AND its_class.registration_id = ${registrations.id}), ${registrations.competitionClassId})`;
}
