import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { PreparedQuery } from "drizzle-orm/session";
import type { Db } from "./client.server";

type PreparedItem = BatchItem<"sqlite"> & { prepare(): PreparedQuery };

type Value = string | null;

/** Queries are built with it once, for whatever session comes. */
const unconnected = drizzle({ prepare: () => null } as unknown as D1Database);

/**
 * A batch of reads whose SQL is built once an isolate: to build the dozen queries of home takes longer than to render it.
 * @param build gets an expression in the place of each value
 */
export function preparedBatch<Name extends string, Items extends readonly PreparedItem[]>(
	names: readonly Name[],
	build: (db: Db, values: Readonly<Record<Name, SQL<string>>>) => Items,
) {
	let prepared: readonly PreparedQuery[] | undefined;
	return async (db: Db, values: Readonly<Record<Name, Value>>): Promise<BatchResponse<Items>> => {
		prepared ??= build(unconnected, placeholders(names)).map((query) => query.prepare());
		const statements = prepared.map((query) => {
			const { sql, params } = query.getQuery();
			return db.$client.prepare(sql).bind(...fillPlaceholders(params, values));
		});
		const results = await db.$client.batch(statements);
		return prepared.map((query, index) => query.mapResult(results[index], true)) as BatchResponse<Items>;
	};
}

function placeholders<Name extends string>(names: readonly Name[]): Record<Name, SQL<string>> {
	const entries = names.map((name) => [name, sql`${sql.placeholder(name)}`]);
	return Object.fromEntries(entries);
}
