import { and, eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { outbox } from "~db/schema";

/** Queues a failed mail again. Its key of idempotency stays: for a day the provider knows a mail that has arrived after all. */
export async function resendMail(ctx: AdminCtx, id: string): Promise<Result<null, "not-found">> {
	const failed = and(eq(outbox.id, id), eq(outbox.state, "failed"));
	const committed = await commit(ctx, {
		statements: [exactlyOne(ctx.db.update(outbox).set(afresh(ctx)).where(failed))],
		audit: { action: "mail.resend", subjectId: id },
		effects: [{ kind: "mail-queued" }],
		visible: false,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

export async function resendFailedMails(ctx: AdminCtx): Promise<Result<null>> {
	await commit(ctx, {
		statements: [ctx.db.update(outbox).set(afresh(ctx)).where(eq(outbox.state, "failed"))],
		audit: { action: "mail.resend-all" },
		effects: [{ kind: "mail-queued" }],
		visible: false,
	});
	return done(null);
}

function afresh({ now }: AdminCtx) {
	return { state: "queued" as const, attempts: 0, nextAttemptAt: now };
}
