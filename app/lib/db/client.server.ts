import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { classTypesOf } from "~/lib/editions/classes";
import type { Edition } from "~editions/schema";

export type Db = DrizzleD1Database & {
	readonly $client: D1Database;
	/** The keys of the edition's classes in the order of its file: lists of classes have it, see `classOrder`. */
	readonly classTypes: readonly string[];
};

/**
 * Opens a session on an edition's database. The first read goes to the primary, so that no data is older than the
 * content version, and a client sees its own writes.
 * @throws Error when no database is bound to the edition
 */
export function openDb(edition: Pick<Edition, "year" | "classes">, env: Env): Db {
	const binding = env[`DB_${edition.year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${edition.year}`);
	// The driver calls only `prepare` and `batch`, which a session has; its type asks for the whole database.
	const session = binding.withSession("first-primary") as unknown as D1Database;
	return Object.assign(drizzle(session), { classTypes: classTypesOf(edition) });
}
