import { eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { accountKey, countByAccount } from "~/lib/http/throttle.server";
import { loginsByAccount } from "~/lib/http/write-limits";
import { throttles } from "~db/schema";

/*
 * From the fifth on, every wrong password in a row makes the next try wait longer. The count belongs to the typed address, with or
 * without an account: the delay must not reveal which addresses have one. A known device of an account has a count of its own, so
 * that strangers cannot lock it out, and so have the codes of a second factor.
 */

/** The first failure in a row after which the next try must wait. */
const firstDelayed = 5;
const longestDelaySeconds = 15 * 60;
/** Failures expire this long after the last one. It must be longer than any delay. */
const memoryMilliseconds = 60 * 60 * 1000;

const failuresOf = (counter: string) => accountKey("login-failed", counter);

/** Seconds to wait: 2, 4, 8 … from the fifth failure in a row on, at most 15 minutes. */
function delayAfter(failures: number): number {
	return failures < firstDelayed ? 0 : Math.min(2 ** (failures - firstDelayed + 1), longestDelaySeconds);
}

/** Counts a try. @returns seconds to wait when it comes too early, else null */
export async function waitBeforeLogin(ctx: Ctx, counter: string): Promise<number | null> {
	return (await delayLeft(ctx, counter)) ?? (await countByAccount(ctx, loginsByAccount, counter));
}

async function delayLeft({ db, now }: Ctx, counter: string): Promise<number | null> {
	const [row] = await db
		.select()
		.from(throttles)
		.where(eq(throttles.key, await failuresOf(counter)));
	if (!row || row.endsAt <= now) return null;
	const lastFailure = row.endsAt.getTime() - memoryMilliseconds;
	const wait = Math.ceil((lastFailure - now.getTime()) / 1000) + delayAfter(row.count);
	return wait > 0 ? wait : null;
}

export async function countLoginFailure({ db, now }: Ctx, counter: string): Promise<void> {
	const endsAt = new Date(now.getTime() + memoryMilliseconds);
	await db
		.insert(throttles)
		.values({ key: await failuresOf(counter), count: 1, endsAt })
		.onConflictDoUpdate({
			target: throttles.key,
			set: {
				count: sql`CASE WHEN ${throttles.endsAt} <= ${now.getTime()} THEN 1 ELSE ${throttles.count} + 1 END`,
				endsAt,
			},
		});
}

export function loginFailureKeys(counter: string): Promise<string[]> {
	return Promise.all([failuresOf(counter), accountKey(loginsByAccount.name, counter)]);
}

/** Statement that clears the failures of an account, after a login or a password reset. */
export function forgetLoginFailures({ db }: Ctx, keys: readonly string[]) {
	return db.delete(throttles).where(inArray(throttles.key, [...keys]));
}
