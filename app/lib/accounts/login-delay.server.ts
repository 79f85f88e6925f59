import { eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { accountKey } from "~/lib/http/throttle.server";
import { throttles } from "~db/schema";
import { loginsByAccount } from "./account-limits";

/*
 * Whoever guesses at an account's password waits longer and longer. Counted by the address that was typed, whether an
 * account has it or not: the waiting must not tell which addresses have one.
 */

/** Wrong passwords before the first delay. */
const freeFailures = 5;
const longestDelaySeconds = 15 * 60;
/** How long failures are remembered after the last one; longer than any delay. */
const memoryMilliseconds = 60 * 60 * 1000;

const failuresOf = (email: string) => accountKey("login-failed", email);

/** Seconds to wait after so many failures in a row: 2, 4, 8 … from the fifth on, at most 15 minutes. */
function delayAfter(failures: number): number {
	return failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures + 1), longestDelaySeconds);
}

/** Seconds until the next try of an account is looked at, or null when it is now. */
export async function loginDelay({ db, now }: Ctx, email: string): Promise<number | null> {
	const [row] = await db
		.select()
		.from(throttles)
		.where(eq(throttles.key, await failuresOf(email)));
	if (!row || row.endsAt <= now) return null;
	const lastFailure = row.endsAt.getTime() - memoryMilliseconds;
	const wait = Math.ceil((lastFailure - now.getTime()) / 1000) + delayAfter(row.count);
	return wait > 0 ? wait : null;
}

/** Counts a wrong password. */
export async function countLoginFailure({ db, now }: Ctx, email: string): Promise<void> {
	const endsAt = new Date(now.getTime() + memoryMilliseconds);
	await db
		.insert(throttles)
		.values({ key: await failuresOf(email), count: 1, endsAt })
		.onConflictDoUpdate({
			target: throttles.key,
			set: {
				count: sql`CASE WHEN ${throttles.endsAt} <= ${now.getTime()} THEN 1 ELSE ${throttles.count} + 1 END`,
				endsAt,
			},
		});
}

/** Keys of the rows that count an account's failures. */
export function loginFailureKeys(email: string): Promise<string[]> {
	return Promise.all([failuresOf(email), accountKey(loginsByAccount.name, email)]);
}

/** Statement that forgets the failures of an account: for a login, or a new password. */
export function forgetLoginFailures({ db }: Ctx, keys: readonly string[]) {
	return db.delete(throttles).where(inArray(throttles.key, [...keys]));
}
