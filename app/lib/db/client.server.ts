import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database & { readonly $client: D1Database };

/**
 * Opens a session on an edition's database. The first read goes to the primary, so that no data is older than the
 * content version, and a client sees its own writes.
 */
export function openDb(binding: D1Database): Db {
	// The driver calls only `prepare` and `batch`, which a session has; its type asks for the whole database.
	const session = binding.withSession("first-primary") as unknown as D1Database;
	return drizzle(session);
}
