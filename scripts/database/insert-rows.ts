import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A statement and its values as the driver takes them. */
export interface BoundStatement {
	readonly sql: string;
	readonly values: readonly unknown[];
}

/** D1 takes at most this many values in one statement. */
const mostValues = 100;

function quoted(name: string): string {
	return `"${name}"`;
}

/**
 * Statements that insert rows of a table, as few as the limit of bound values allows.
 * @param rows as the schema describes them; all have the keys of the first one
 * @param onConflict what follows `ON CONFLICT`; without it a row that is there already is an error
 */
export function insertRows<Table extends SQLiteTable>(
	table: Table,
	rows: readonly Table["$inferInsert"][],
	onConflict?: string,
): BoundStatement[] {
	const [first] = rows;
	if (!first) return [];
	const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
	const names = columns.map(([, column]) => quoted(column.name)).join(", ");
	const tuple = `(${columns.map(() => "?").join(", ")})`;
	const rowsAtOnce = Math.floor(mostValues / columns.length);
	const statements: BoundStatement[] = [];
	for (let start = 0; start < rows.length; start += rowsAtOnce) {
		const some: readonly Record<string, unknown>[] = rows.slice(start, start + rowsAtOnce);
		statements.push({
			sql: `INSERT INTO ${quoted(getTableName(table))} (${names}) VALUES ${some.map(() => tuple).join(", ")}${
				onConflict ? ` ON CONFLICT ${onConflict}` : ""
			}`,
			values: some.flatMap((row) =>
				columns.map(([key, column]) => {
					const value = row[key];
					return value === null || value === undefined ? null : column.mapToDriverValue(value);
				}),
			),
		});
	}
	return statements;
}

/** Prepares statements for a batch on a database. */
export function prepareAll(
	database: D1Database,
	statements: readonly BoundStatement[],
): D1PreparedStatement[] {
	return statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
}
