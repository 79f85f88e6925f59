import { and, count, desc, eq, inArray, lt, min, or } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import type { Cursor } from "~/lib/db/cursor";
import { outbox } from "~db/schema";

export const mailStates = ["queued", "sending", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/**
 * Query for mails, newest first.
 * @param state null for all
 * @param after last mail of the page before; null for the first page
 */
export function mailPage(db: Db, state: MailState | null, after: Cursor | null, most: number) {
	return db
		.select({
			id: outbox.id,
			kind: outbox.kind,
			recipient: outbox.recipient,
			state: outbox.state,
			attempts: outbox.attempts,
			lastError: outbox.lastError,
			createdAt: outbox.createdAt,
			sentAt: outbox.sentAt,
		})
		.from(outbox)
		.where(
			and(
				state === null ? undefined : eq(outbox.state, state),
				after === null
					? undefined
					: or(lt(outbox.createdAt, after.at), and(eq(outbox.createdAt, after.at), lt(outbox.id, after.id))),
			),
		)
		.orderBy(desc(outbox.createdAt), desc(outbox.id))
		.limit(most);
}

export function mailById(db: Db, id: string) {
	return db.select().from(outbox).where(eq(outbox.id, id));
}

/** Query for the number of mails in each state. */
export function mailCounts(db: Db) {
	return db.select({ state: outbox.state, mails: count() }).from(outbox).groupBy(outbox.state);
}

/**
 * Seconds a mail may wait. The scheduler comes every five minutes and tries four times within the first quarter of an hour: what waits
 * longer needs somebody to look.
 */
export const longestWait = 30 * 60;

/** Query for when the oldest mail that has not been sent was queued; null when none waits. */
export function oldestWaiting(db: Db) {
	return db
		.select({ since: min(outbox.createdAt) })
		.from(outbox)
		.where(inArray(outbox.state, ["queued", "sending"]));
}
