import { and, eq } from "drizzle-orm";
import {
	type ChallengedBy,
	checkPasskey,
	type SentProof,
	wrongPasskey,
} from "~/lib/accounts/passkeys/check-passkey.server";
import type { UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result } from "~/lib/result";
import { sessions } from "~db/schema";
import { checkCode, type UsedCode, wrongCode } from "./check-code.server";

/** Confirms the second factor anew, for actions that need a recent code. */
export async function confirmSession(
	ctx: UserCtx,
	code: string,
): Promise<Result<null, "code-wrong" | "too-many-requests">> {
	// The failures are counted by session, so wrong codes in a stolen session do not lock out its owner.
	const used = await checkCode(ctx, ctx.actor, code, ctx.session.id);
	if (!used.ok) return used;
	return (await storeConfirmation(ctx, used.value)) ? done(null) : wrongCode();
}

/** Confirms the second factor anew by a passkey. */
export async function confirmByPasskey(
	ctx: UserCtx,
	sent: SentProof,
): Promise<Result<null, "passkey-wrong">> {
	const used = await checkPasskey(ctx, "confirm", challengedBy(ctx), sent);
	if (!used.ok) return used;
	return (await storeConfirmation(ctx, used.value)) ? done(null) : wrongPasskey();
}

/** The time of the last confirmation is part of the challenge, so that a proof works once. */
export function challengedBy({ actor, session }: UserCtx): ChallengedBy {
	return { userId: actor.id, origin: session.id, since: session.confirmedAt };
}

/** @returns false when the code was used, or the session confirmed, meanwhile */
async function storeConfirmation(ctx: UserCtx, { statements, audit, outbox }: UsedCode): Promise<boolean> {
	const { db, actor, session, now } = ctx;
	if (!session.confirmedAt) return false;
	const confirm = db
		.update(sessions)
		.set({ confirmedAt: now })
		.where(
			and(
				eq(sessions.id, session.id),
				eq(sessions.userId, actor.id),
				eq(sessions.confirmedAt, session.confirmedAt),
			),
		);
	const committed = await commit(ctx, {
		statements: [...statements, exactlyOne(confirm)],
		audit: [{ action: "account.second-factor-confirm", subjectId: actor.id }, ...audit],
		outbox,
		visible: false,
	});
	return committed.ok;
}
