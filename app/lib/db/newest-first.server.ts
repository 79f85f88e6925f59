import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Cursor } from "./cursor";

/** Order of a list by a time. Rows of the same millisecond stand in the order in which they were written. */
export function newestFirst(at: SQLiteColumn): SQL[] {
	return [desc(at), desc(sql`${at.table}.rowid`)];
}

/** Condition, which goes with that order: a row stands on a later page than the cursor. @param after null for the first page */
export function isAfter(at: SQLiteColumn, after: Cursor | null): SQL | undefined {
	if (after === null) return undefined;
	const rowid = sql`(SELECT last.rowid FROM ${at.table} AS last WHERE last.id = ${after.id})`;
	return or(lt(at, after.at), and(eq(at, after.at), sql`${at.table}.rowid < ${rowid}`));
}
