import { and, asc, count, eq, gt } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { pick } from "~/lib/pick";
import { cancellations, outbox } from "~db/schema";
import { makeUnofficialAgain, type OfDay, unofficialResults } from "./final-results.server";

/** Milliseconds in which a cancellation can be taken back. Its mails wait as long. */
const takeBackTime = 10 * 60_000;

interface Cancellation {
	/** Statement that notes the cancellation. */
	readonly noted: ReturnType<typeof noteCancellation>;
	/** What the mails that wait for the cancellation refer to. */
	readonly waits: NonNullable<QueuedMail["cancellation"]>;
}

type Cancelled = Pick<typeof cancellations.$inferInsert, "taskId" | "dayTask" | "taskUrl">;

/** A cancellation that can be taken back from now on. */
export function newCancellation(ctx: Ctx, of: OfDay, cancelled: Cancelled): Cancellation {
	const waits = { id: crypto.randomUUID(), endsAt: new Date(ctx.now.getTime() + takeBackTime) };
	return { noted: noteCancellation(ctx, of, { ...cancelled, ...waits }), waits };
}

function noteCancellation({ db }: Ctx, of: OfDay, row: Cancelled & Cancellation["waits"]) {
	return db.insert(cancellations).values({ ...row, dayId: of.dayId, results: unofficialResults(of) });
}

/**
 * Selects the cancellations that can still be taken back, with the number of mails that wait for each.
 * @param dayId only of this day
 */
export function openCancellations({ db, now }: Ctx, dayId?: string) {
	return db
		.select({
			...pick(cancellations, "id", "dayId", "taskId", "dayTask", "taskUrl", "results", "endsAt"),
			mails: count(outbox.id),
		})
		.from(cancellations)
		.leftJoin(outbox, eq(outbox.cancellationId, cancellations.id))
		.where(
			and(gt(cancellations.endsAt, now), dayId === undefined ? undefined : eq(cancellations.dayId, dayId)),
		)
		.groupBy(cancellations.id)
		.orderBy(asc(cancellations.endsAt));
}

export type OpenCancellation = Awaited<ReturnType<typeof openCancellations>>[number];

/** Statement that drops the mails of a cancellation, unless they are on their way. */
export function dropMailsOf({ db }: Ctx, { id }: Pick<OpenCancellation, "id">) {
	return db.delete(outbox).where(and(eq(outbox.cancellationId, id), eq(outbox.attempts, 0)));
}

/**
 * Statements that end a cancellation before its time, after those that put its day or task on again: nobody gets a mail about it, and
 * its results are unofficial again.
 */
export function dropCancellation(ctx: Ctx, cancellation: OpenCancellation) {
	return [
		dropMailsOf(ctx, cancellation),
		ctx.db.delete(cancellations).where(eq(cancellations.id, cancellation.id)),
		...makeUnofficialAgain(ctx.db, cancellation.dayId, cancellation.results),
	];
}
