import { and, eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result } from "~/lib/result";
import { sessions } from "~db/schema";
import { checkCode, wrongCode } from "./check-code.server";

/** Confirms the second factor anew, for what asks for a recent code. */
export async function confirmSession(
	ctx: UserCtx,
	code: string,
): Promise<Result<null, "code-wrong" | "too-many-requests">> {
	const { db, actor, session, now } = ctx;
	// Wrong codes of a stolen session do not lock out its owner.
	const used = await checkCode(ctx, actor, code, session.id);
	if (!used.ok) return used;
	const { statements, audit, outbox } = used.value;
	const confirm = db
		.update(sessions)
		.set({ confirmedAt: now })
		.where(and(eq(sessions.id, session.id), eq(sessions.userId, actor.id)));
	const committed = await commit(ctx, {
		statements: [...statements, exactlyOne(confirm)],
		audit: [{ action: "account.second-factor-confirm", subjectId: actor.id }, ...audit],
		outbox,
		visible: false,
	});
	return committed.ok ? done(null) : wrongCode();
}
