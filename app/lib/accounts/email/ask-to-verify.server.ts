import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Ctx, UserCtx } from "~/lib/context";
import { commit, type QueuedMail } from "~/lib/db/commit.server";
import { mailTo, type Recipient } from "~/lib/db/mail-to";
import { countByAccount } from "~/lib/http/throttle.server";
import { verificationMailsByAccount, verificationMailsByRecipient } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { emailClaims } from "~db/schema";
import { addClaim, claimEnd, isOpenClaim, openClaims, voidClaims } from "./email-claims.server";

/**
 * Counts a mail that asks to confirm an address, both for the address and for the account that causes it, so that nobody fills
 * somebody else's mailbox.
 * @returns seconds to wait when either has had its mails of the day, else null
 */
export async function countVerificationMail(ctx: Ctx, accountId: string, to: string): Promise<number | null> {
	return (
		(await countByAccount(ctx, verificationMailsByAccount, accountId)) ??
		(await countByAccount(ctx, verificationMailsByRecipient, to))
	);
}

/** Returns the statements and the mail that ask to confirm an account's own address; none when there were too many such mails. */
export async function askToVerify(ctx: Ctx, account: Recipient) {
	const { id: userId, email } = account;
	if ((await countVerificationMail(ctx, userId, email)) !== null) return null;
	return { statements: addClaim(ctx, { userId, email, previousEmail: null }), mail: verifyMail(account) };
}

/** @param to address that is to replace the account's */
export function verifyMail(account: Recipient, to?: string): QueuedMail {
	return mailTo({ ...account, email: to ?? account.email }, "email-verify", { change: to !== undefined });
}

/**
 * Sends the mail with the link to the signed-in user again: to the address that is to replace the present one, else to the present
 * one. Links of earlier mails stay valid.
 * @returns false when no address waits to be confirmed
 */
export async function askAgain(ctx: UserCtx): Promise<Result<boolean, "too-many-requests">> {
	const { db, actor, now } = ctx;
	const claims = await openClaims(db, actor.id, now);
	const change = claims.find(({ previousEmail }) => previousEmail !== null);
	const claim = change ?? claims[0];
	if (!change && actor.verified) return done(false);
	const wait = await countVerificationMail(ctx, actor.id, change?.email ?? actor.email);
	if (wait !== null) return refuseForNow(wait);
	await commit(ctx, {
		statements: claim
			? [
					db
						.update(emailClaims)
						.set({ expiresAt: claimEnd(now) })
						.where(stillOpen(claim.id, now)),
				]
			: addClaim(ctx, { userId: actor.id, email: actor.email, previousEmail: null }),
		audit: { action: "account.email-ask-again", subjectId: actor.id },
		outbox: [verifyMail(actor, change?.email)],
		visible: false,
	});
	return done(true);
}

function stillOpen(claimId: string, now: Date) {
	return and(eq(emailClaims.id, claimId), isOpenClaim, gt(emailClaims.expiresAt, now));
}

/** Cancels the signed-in user's change to another address; `stale` when none waits. */
export async function keepEmail(ctx: UserCtx): Promise<Result<null, "stale">> {
	const { db, actor, now } = ctx;
	const claims = await openClaims(db, actor.id, now);
	if (!claims.some(({ previousEmail }) => previousEmail !== null)) return refuse("stale");
	await commit(ctx, {
		statements: [voidClaims(ctx, actor.id, isNotNull(emailClaims.previousEmail))],
		audit: { action: "account.email-keep", subjectId: actor.id },
		visible: false,
	});
	return done(null);
}
