import { and, eq, inArray, lte, notInArray, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { MailKind } from "~/lib/db/mail-to";
import { outbox } from "~db/schema";
import type { Delivery } from "./deliver.server";

export type OutboxRow = typeof outbox.$inferSelect;

/** A claimed row belongs to its sender for this long; after a crash another sender takes it. */
const leaseMilliseconds = 2 * 60 * 1000;

/** Over about five hours, well within the day for which the provider remembers a key. */
const mostAttempts = 10;

const withLinks: readonly MailKind[] = ["password-reset", "erasure-confirm", "email-verify", "email-changed"];

/** 30 s, 1 min, 2 min … at most an hour. */
function backoffMilliseconds(attempts: number): number {
	return Math.min(30_000 * 2 ** (attempts - 1), 60 * 60 * 1000);
}

/** Of a mail that nobody settled after its last attempt, such as one whose making ends the isolate. */
const lostWithSender = "the sender ended before the mail was sent";

/**
 * Claims the next due row. One statement chooses and marks it, so that two senders never get the same. Links go first:
 * somebody is waiting for them. A row that was claimed too often fails instead.
 */
export async function claimDueMail({ db }: Ctx, now: Date): Promise<OutboxRow | null> {
	const due = db
		.select({ id: outbox.id })
		.from(outbox)
		.where(and(inArray(outbox.state, ["queued", "sending"]), lte(outbox.nextAttemptAt, now)))
		.orderBy(notInArray(outbox.kind, [...withLinks]), outbox.nextAttemptAt, outbox.createdAt)
		.limit(1);
	const isSpent = sql`${outbox.attempts} >= ${mostAttempts}`;
	for (;;) {
		const [row] = await db
			.update(outbox)
			.set({
				state: sql`CASE WHEN ${isSpent} THEN 'failed' ELSE 'sending' END`,
				lastError: sql`CASE WHEN ${isSpent} THEN ${lostWithSender} ELSE ${outbox.lastError} END`,
				attempts: sql`min(${outbox.attempts} + 1, ${mostAttempts})`,
				nextAttemptAt: new Date(now.getTime() + leaseMilliseconds),
			})
			.where(inArray(outbox.id, due))
			.returning();
		if (row?.state !== "failed") return row ?? null;
	}
}

/** Writes the outcome to a claimed row, unless its lease ran out and another sender has claimed it. */
export async function settleMail({ db }: Ctx, row: OutboxRow, delivery: Delivery, now: Date): Promise<void> {
	await db
		.update(outbox)
		.set(valuesAfter(row, delivery, now))
		.where(and(eq(outbox.id, row.id), eq(outbox.state, "sending"), eq(outbox.attempts, row.attempts)));
}

function valuesAfter(row: OutboxRow, delivery: Delivery, now: Date): Partial<OutboxRow> {
	if (delivery.outcome === "sent") return { state: "sent", sentAt: now, lastError: null };
	const lastError = delivery.error.slice(0, 500);
	if (delivery.outcome === "refused" || row.attempts >= mostAttempts) return { state: "failed", lastError };
	const wait = Math.max(backoffMilliseconds(row.attempts), (delivery.retryAfter ?? 0) * 1000);
	return { state: "queued", lastError, nextAttemptAt: new Date(now.getTime() + wait) };
}
