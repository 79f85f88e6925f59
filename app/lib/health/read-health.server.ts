import { inArray, min } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { withTimeout } from "~/lib/timeout";
import { outbox } from "~db/schema";

/** Milliseconds the bucket may take to say that it has no such object. */
const bucketTimeout = 5_000;

/**
 * Seconds a mail may wait. The scheduler comes every five minutes and tries four times within the first quarter of an hour: what waits
 * longer needs somebody to look.
 */
const longestWait = 30 * 60;

/** How an edition is. Its database answers, or nobody could be told. */
export interface Health {
	/** Whether the bucket answers. */
	readonly files: "ok" | "failing";
	/** Whether mail leaves in time. */
	readonly mail: "ok" | "late";
	/** Age of the oldest mail that has not been sent, in seconds; null when none waits. */
	readonly outboxAge: number | null;
}

/** Looks after what no visitor would notice at once. @throws what the database throws */
export async function readHealth(ctx: Ctx): Promise<Health> {
	const [files, outboxAge] = await Promise.all([bucketAnswers(ctx), oldestWait(ctx)]);
	return {
		files: files ? "ok" : "failing",
		mail: outboxAge !== null && outboxAge > longestWait ? "late" : "ok",
		outboxAge,
	};
}

async function bucketAnswers({ files }: Ctx): Promise<boolean> {
	return withTimeout(files.head("health"), bucketTimeout, "The bucket does not answer").then(
		() => true,
		() => false,
	);
}

async function oldestWait({ db, now }: Ctx): Promise<number | null> {
	const [row] = await db
		.select({ since: min(outbox.createdAt) })
		.from(outbox)
		.where(inArray(outbox.state, ["queued", "sending"]));
	return row?.since ? Math.max(0, Math.round((now.getTime() - row.since.getTime()) / 1000)) : null;
}
