import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

export interface BoundStatement {
	readonly sql: string;
	readonly values: readonly unknown[];
}

/** Values that D1 allows in one statement. */
const mostValues = 100;

function quoted(name: string): string {
	return `"${name}"`;
}

/**
 * As few statements as the limit of bound values allows.
 * @param rows all with the keys of the first one
 * @param onConflict the clause after `ON CONFLICT`; without it an existing row is an error
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

export function prepareAll(
	database: D1Database,
	statements: readonly BoundStatement[],
): D1PreparedStatement[] {
	return statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
}
