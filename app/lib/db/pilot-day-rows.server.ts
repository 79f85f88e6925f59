import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { pilotDays } from "~db/schema";

type PilotDayColumn = keyof typeof pilotDays.$inferInsert;

const columns = Object.keys(getTableColumns(pilotDays)) as PilotDayColumn[];

/** What a new row has where nothing is said; NULL in the other columns. */
const blank: Partial<Record<PilotDayColumn, SQL>> = {
	launches: sql`'[]'`,
	isScratched: sql`FALSE`,
	isScratchedByDesk: sql`FALSE`,
};

/** The columns of a query whose rows are inserted as days of pilots: drizzle's INSERT … SELECT has them all. */
export function pilotDayOf(
	given: Partial<Record<PilotDayColumn, SQLWrapper>>,
): Record<PilotDayColumn, SQL.Aliased> {
	const fields = columns.map((column) => [
		column,
		sql`${given[column] ?? blank[column] ?? sql`NULL`}`.as(pilotDays[column].name),
	]);
	return Object.fromEntries(fields);
}

/** The columns of a row that stands there already, each set to what was to be inserted. */
export function setToInserted<Column extends PilotDayColumn>(names: readonly Column[]): Record<Column, SQL> {
	const fields = names.map((name) => [name, sql`excluded.${sql.identifier(pilotDays[name].name)}`]);
	return Object.fromEntries(fields);
}

/** What a row is found by. */
export const ofPilotDay = [pilotDays.dayId, pilotDays.registrationId];
