import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "~db/schema";

/** A column of another table that refers to the rows of a table. */
interface Use {
	/** Name of the other table. */
	readonly table: string;
	/** Name of the column. */
	readonly column: string;
	/** Condition of a row that is referred to: it is used there. */
	readonly isUsed: SQL;
}

/** Where rows of a table are used, by the foreign keys of the schema. */
export function usesOf(used: SQLiteTable & { readonly id: SQLiteColumn }): readonly Use[] {
	return Object.values(schema).flatMap((table) => {
		if (!is(table, SQLiteTable)) return [];
		const { name, foreignKeys } = getTableConfig(table);
		return foreignKeys.flatMap((key) => {
			const { columns, foreignTable } = key.reference();
			if (foreignTable !== used) return [];
			const isUsed = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${columns[0]} = ${used.id})`;
			return [{ table: name, column: columns[0]?.name ?? "", isUsed }];
		});
	});
}
