import { type GetColumnData, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

type Aliased<C extends SQLiteColumn> = SQL.Aliased<GetColumnData<C, "query">>;

/**
 * A column under a name of its own. D1 returns the rows of a batch as objects, so that two columns of one name, as
 * a join has them, would become one and shift all that follow.
 */
export function aliased<C extends SQLiteColumn>(column: C, alias: string): Aliased<C> {
	return sql`${column}`.mapWith(column).as(alias) as Aliased<C>;
}

/** All columns of a table, each with the prefix before its name; for joins that stand in a batch. */
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
