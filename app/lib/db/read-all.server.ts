import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "./client.server";

type Query = BatchItem<"sqlite"> & PromiseLike<unknown>;

/** The rows of several queries by the queries' names, read in one batch. */
export async function readAll<Q extends Readonly<Record<string, Query>>>(
	db: Db,
	queries: Q,
): Promise<{ [K in keyof Q]: Awaited<Q[K]> }> {
	const names = Object.keys(queries);
	const rows = await db.batch(Object.values(queries) as [Query, ...Query[]]);
	return Object.fromEntries(names.map((name, index) => [name, rows[index]])) as {
		[K in keyof Q]: Awaited<Q[K]>;
	};
}
