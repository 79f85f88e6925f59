import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { outbox, users } from "~db/schema";

/** Mails to an address that may be somebody else's, in 24 hours. */
const mostADay = 10;
const day = 24 * 60 * 60 * 1000;

/**
 * The mails without those to accounts whose address is not verified and has had its mails of the day: such an address gets
 * what concerns its account and its entry, and little of it.
 */
export async function withoutTooMany(
	{ db, now }: Ctx,
	mails: readonly QueuedMail[],
): Promise<readonly QueuedMail[]> {
	if (mails.length === 0) return mails;
	const rows = await db
		.select({ userId: outbox.userId })
		.from(outbox)
		.innerJoin(users, eq(users.id, outbox.userId))
		.where(and(gt(outbox.createdAt, new Date(now.getTime() - day)), isNull(users.verifiedAt)))
		.groupBy(outbox.userId)
		.having(gt(count(), sql`${mostADay - 1}`));
	const full = new Set(rows.map(({ userId }) => userId));
	return mails.filter(({ userId }) => userId === null || !full.has(userId));
}
