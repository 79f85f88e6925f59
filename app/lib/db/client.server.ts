import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Edition } from "~editions/schema";

export type Db = DrizzleD1Database & { readonly $client: D1Database };

/**
 * Opens a session on an edition's database. The first read goes to the primary, so that no data is older than the
 * content version, and a client sees its own writes.
 * @throws Error when no database is bound to the edition
 */
export function openDb({ year }: Pick<Edition, "year">, env: Env): Db {
	const binding = env[`DB_${year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${year}`);
	// The driver calls only `prepare` and `batch`, which a session has; its type asks for the whole database.
	const session = binding.withSession("first-primary") as unknown as D1Database;
	return drizzle(session);
}
