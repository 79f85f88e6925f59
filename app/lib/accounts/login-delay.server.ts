import { eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { accountKey } from "~/lib/http/throttle.server";
import { loginsByAccount } from "~/lib/http/write-limits";
import { throttles } from "~db/schema";

/*
 * Every wrong password makes the next try wait longer. The count belongs to the typed address, with or without an
 * account: the delay must not reveal which addresses have one.
 */

/** Wrong passwords before the first delay. */
const freeFailures = 5;
const longestDelaySeconds = 15 * 60;
/** Failures expire this long after the last one; must be longer than any delay. */
const memoryMilliseconds = 60 * 60 * 1000;

const failuresOf = (email: string) => accountKey("login-failed", email);

/** In seconds: 2, 4, 8 … from the fifth failure in a row, at most 15 minutes. */
function delayAfter(failures: number): number {
	return failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures + 1), longestDelaySeconds);
}

/** Seconds until the next try is allowed; null when it is allowed now. */
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

export function loginFailureKeys(email: string): Promise<string[]> {
	return Promise.all([failuresOf(email), accountKey(loginsByAccount.name, email)]);
}

/** Statement that clears the failures of an account, after a login or a password reset. */
export function forgetLoginFailures({ db }: Ctx, keys: readonly string[]) {
	return db.delete(throttles).where(inArray(throttles.key, [...keys]));
}
