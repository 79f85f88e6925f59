import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { igcFiles } from "~db/schema";

/** Expression for the id of a competitor's first flight of a day that scores; null without one. */
export function firstFlight(dayId: SQLWrapper, registrationId: SQLWrapper): SQL<string | null> {
	const first = sql`(SELECT ${igcFiles.id} FROM ${igcFiles} WHERE ${igcFiles.dayId} = ${dayId}
		AND ${igcFiles.registrationId} = ${registrationId} AND ${igcFiles.currentVersionId} IS NOT NULL
		AND ${igcFiles.standing} = 'scores' ORDER BY ${igcFiles.flightNumber} LIMIT 1)`;
	// Nested: in a query of one table, drizzle writes the columns of an expression without their tables.
	return sql`${first}`;
}
