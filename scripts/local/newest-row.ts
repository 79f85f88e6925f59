import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable, SQLiteTimestamp } from "drizzle-orm/sqlite-core";
import * as schema from "~db/schema";

/** Columns with times that lie ahead of the row: ends of limits and sessions, next attempts. */
const timesAhead = ["ends_at", "expires_at", "next_attempt_at"];

/** One statement for each table that says when its rows were written. */
const queries = Object.values(schema).flatMap((table) => {
	if (!is(table, SQLiteTable)) return [];
	const columns = Object.values(getTableColumns(table)).filter(
		(column) => is(column, SQLiteTimestamp) && !timesAhead.includes(column.name),
	);
	if (columns.length === 0) return [];
	return `SELECT ${columns.map(({ name }) => `max(${name}) AS ${name}`).join()} FROM ${getTableConfig(table).name}`;
});

/** When the newest row was written; the year 1970 in a database without rows. */
export async function newestRow(database: D1Database): Promise<Date> {
	const answers = await database.batch<Record<string, number | null>>(
		queries.map((sql) => database.prepare(sql)),
	);
	const times = answers.flatMap(({ results: [row = {}] }) => Object.values(row).map(Number));
	return new Date(Math.max(0, ...times));
}
