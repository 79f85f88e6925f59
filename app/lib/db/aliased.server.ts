import { type GetColumnData, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

type Aliased<C extends SQLiteColumn> = SQL.Aliased<GetColumnData<C, "query">>;

/**
 * A column with an alias. D1 returns the rows of a batch as objects: of two columns with one name in a join, one would
 * be lost and all later values would shift.
 */
export function aliased<C extends SQLiteColumn>(column: C, alias: string): Aliased<C> {
	return sql`${column}`.mapWith(column).as(alias) as Aliased<C>;
}

/** All columns of a table with a prefix before their names, for joins in a batch. */
export function aliasedColumns<T extends SQLiteTable>(table: T, prefix: string) {
	const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
	return Object.fromEntries(
		columns.map(([key, column]) => [key, aliased(column, `${prefix}_${column.name}`)]),
	) as {
		[K in keyof T["_"]["columns"]]: T["_"]["columns"][K] extends SQLiteColumn
			? Aliased<T["_"]["columns"][K]>
			: never;
	};
}
