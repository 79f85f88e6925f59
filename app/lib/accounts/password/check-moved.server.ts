import { sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { users } from "~db/schema";
import { bcryptCostOf } from "./moved-password";

/** Selects the greatest cost of the hashes of bcrypt that are left in an edition; null where none is. */
export function movedPasswords(db: Db) {
	const cost = sql<number | null>`max(CAST(substr(${users.passwordHash}, 5, 2) AS INTEGER))`;
	return db.select({ cost }).from(users).where(sql`${users.passwordHash} GLOB '$2[aby]$*'`);
}

/** Salt and hash of nobody's password. */
const nobodys = "......................1DOWZjIAdBF4vrXbMeQJGdYg8bV.qtW";

function dummyOf(cost: number): string {
	return `$2b$${String(cost).padStart(2, "0")}$${nobodys}`;
}

/**
 * Checks a password against a hash of bcrypt, which reads its first 72 bytes. The work is that of `cost` whatever the hash is: without one, and
 * beside one of a lower cost, hashes of nobody's password are checked.
 * @param cost the greatest one of the edition; null where only this account is asked about
 */
export async function isMovedPassword(
	password: string,
	hash: string | null,
	cost: number | null,
): Promise<boolean> {
	// Editions without such hashes do not load it.
	const { default: bcrypt } = await import("bcryptjs");
	const own = hash === null ? null : bcryptCostOf(hash);
	const isRight = hash !== null && own !== null && bcrypt.compareSync(password, hash);
	if (cost === null) return isRight;
	if (own === null) bcrypt.compareSync(password, dummyOf(cost));
	// Two to the power of the own cost is done: the rest up to two to the power of the greatest one is that power and all between.
	else for (let rest = own; rest < cost; rest += 1) bcrypt.compareSync(password, dummyOf(rest));
	return isRight;
}
