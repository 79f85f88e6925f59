import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database;

/**
 * Opens a session on an edition's database. It begins at the primary, so that what is read is never older than
 * the content version read first, and a reader's own write is seen by its next read.
 */
export function openDb(binding: D1Database): Db {
	// The driver calls `prepare` and `batch` alone, which a session has; its type asks for the whole database.
	const session = binding.withSession("first-primary") as unknown as D1Database;
	return drizzle(session);
}
