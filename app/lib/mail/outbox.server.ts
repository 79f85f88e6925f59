import { and, count, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import type { Cursor } from "~/lib/db/cursor";
import type { MailKind } from "~/lib/db/mail-to";
import { isAfter, newestFirst } from "~/lib/db/newest-first.server";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import type { Settings } from "~/lib/settings.server";
import { outbox } from "~db/schema";
import type { SendResult } from "./send-mail.server";

export type OutboxRow = typeof outbox.$inferSelect;

/** Milliseconds for which a claimed row belongs to its sender. After a crash another sender takes it. */
const leaseMilliseconds = 2 * 60 * 1000;

/** The attempts take about five hours, well within the day for which the provider remembers a key. */
const mostAttempts = 10;

/** Milliseconds. A mail that gets no answer is tried so often for as long as it takes: the line comes back without notice. */
const longestWithoutAnswer = 5 * 60 * 1000;

/** Somebody waits for them. */
const urgentKinds: MailKind[] = [
	"password-reset",
	"erasure-confirm",
	"email-verify",
	"email-changed",
	"invitation",
	"alert",
];

/** Beginning of the error of a mail that was given up because nobody is to get it any more. */
export const nobodyToGetIt = "withdrawn";

/** Most mails of a day; infinite without a limit. */
export function dailyQuota({ mail }: Settings): number {
	return mail.perDay ?? Number.POSITIVE_INFINITY;
}

/** Share of the daily quota that is kept for urgent mails. */
const keptForUrgent = 0.1;

function midnight(now: Date): Date {
	return new Date(Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds);
}

/** When the provider takes mails again: it counts by days or by months of UTC. */
function nextQuota(period: "day" | "month", now: Date): Date {
	return period === "day"
		? new Date(midnight(now).getTime() + dayMilliseconds)
		: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** Counts the mails sent since midnight UTC. The next attempt of a sent mail stays at the end of its lease, by which it is found. */
export function sentToday(db: Db, now: Date) {
	const end = new Date(midnight(now).getTime() + leaseMilliseconds);
	return db
		.select({ mails: count() })
		.from(outbox)
		.where(and(eq(outbox.state, "sent"), gte(outbox.nextAttemptAt, end)));
}

/** How many mails that nobody waits for can still leave today; infinite without a quota. */
export async function mailsLeftToday({ db, now, settings }: Ctx): Promise<number> {
	if (settings.mail.perDay === null) return Number.POSITIVE_INFINITY;
	const [sent] = await sentToday(db, now);
	return Math.floor(settings.mail.perDay * (1 - keptForUrgent)) - (sent?.mails ?? 0);
}

/** Pause before the next attempt: 30 s, 1 min, 2 min … at most an hour. */
function backoffMilliseconds(attempts: number): number {
	return Math.min(30_000 * 2 ** (attempts - 1), 60 * 60 * 1000);
}

/** Error of a mail that nobody settled after its last attempt, for example because its rendering ended the isolate. */
const lostWithSender = "the sender ended before the mail was sent";

/**
 * Claims the next due row. One statement chooses and marks it, so that two senders never get the same row. Urgent mails go first. A
 * row that was claimed too often fails instead.
 * @param urgentOnly leaves the others until tomorrow
 */
export async function claimDueMail({ db }: Ctx, now: Date, urgentOnly: boolean): Promise<OutboxRow | null> {
	const isUrgent = inArray(outbox.kind, urgentKinds);
	const due = db
		.select({ id: outbox.id })
		.from(outbox)
		.where(
			and(
				inArray(outbox.state, ["queued", "sending"]),
				lte(outbox.nextAttemptAt, now),
				urgentOnly ? isUrgent : undefined,
			),
		)
		.orderBy(desc(isUrgent), outbox.nextAttemptAt, outbox.createdAt)
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
export async function settleMail({ db }: Ctx, row: OutboxRow, result: SendResult, now: Date): Promise<void> {
	await db
		.update(outbox)
		.set(valuesAfter(row, result, now))
		.where(and(eq(outbox.id, row.id), eq(outbox.state, "sending"), eq(outbox.attempts, row.attempts)));
}

function valuesAfter(row: OutboxRow, result: SendResult, now: Date): Partial<OutboxRow> {
	if (result.outcome === "sent") return { state: "sent", sentAt: now, lastError: null };
	const lastError = result.error.slice(0, 500);
	// It is no attempt of the mail's: the quota is everybody's.
	if (result.outcome === "quota") {
		const nextAttemptAt = nextQuota(result.period, now);
		return { state: "queued", lastError, nextAttemptAt, attempts: row.attempts - 1 };
	}
	if (result.outcome === "refused") return { state: "failed", lastError };
	const backoff = backoffMilliseconds(row.attempts);
	if (result.noAnswer) {
		const nextAttemptAt = new Date(now.getTime() + Math.min(backoff, longestWithoutAnswer));
		// The last try is kept for when somebody answers.
		return { state: "queued", lastError, nextAttemptAt, attempts: Math.min(row.attempts, mostAttempts - 1) };
	}
	if (row.attempts >= mostAttempts) return { state: "failed", lastError };
	const wait = Math.max(backoff, (result.retryAfter ?? 0) * 1000);
	return { state: "queued", lastError, nextAttemptAt: new Date(now.getTime() + wait) };
}

export const mailStates = ["queued", "sending", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/** Selects mails, the newest first. @param state null for all @param after last mail of the previous page; null for the first page */
export function mailPage(db: Db, state: MailState | null, after: Cursor | null, most: number) {
	return db
		.select({
			...pick(outbox, "id", "kind", "recipient", "state"),
			...pick(outbox, "attempts", "lastError", "createdAt", "sentAt"),
		})
		.from(outbox)
		.where(and(state === null ? undefined : eq(outbox.state, state), isAfter(outbox.createdAt, after)))
		.orderBy(...newestFirst(outbox.createdAt))
		.limit(most);
}

export function mailById(db: Db, id: string) {
	return db.select().from(outbox).where(eq(outbox.id, id));
}

export function mailCounts(db: Db) {
	return db.select({ state: outbox.state, mails: count() }).from(outbox).groupBy(outbox.state);
}

/**
 * Seconds that a mail may wait. The scheduler runs every minute; a mail that waits longer than its first tries take needs
 * attention.
 */
export const longestWait = 30 * 60;

/** Queues a failed mail again. Its key of idempotency stays, so the provider recognises for a day a mail that did arrive. */
export async function retryFailedMail(
	ctx: StaffCtx<"operations">,
	id: string,
): Promise<Result<null, "not-found">> {
	const failed = and(eq(outbox.id, id), eq(outbox.state, "failed"));
	const committed = await commit(ctx, {
		statements: [exactlyOne(ctx.db.update(outbox).set(afresh(ctx)).where(failed))],
		audit: { action: "mail.resend", subjectId: id },
		effects: [{ kind: "mail-queued" }],
		visible: false,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

export async function retryFailedMails(ctx: StaffCtx<"operations">): Promise<Result<null, "stale">> {
	const failed = eq(outbox.state, "failed");
	if ((await ctx.db.$count(outbox, failed)) === 0) return refuse("stale");
	await commit(ctx, {
		statements: [ctx.db.update(outbox).set(afresh(ctx)).where(failed)],
		audit: { action: "mail.resend-all" },
		effects: [{ kind: "mail-queued" }],
		visible: false,
	});
	return done(null);
}

function afresh({ now }: StaffCtx<"operations">) {
	return { state: "queued" as const, attempts: 0, nextAttemptAt: now };
}
