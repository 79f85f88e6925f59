import { and, eq, inArray, lte, ne, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { linkDays, mailDays } from "~/lib/kept-for";
import {
	cancellations,
	emailClaims,
	emailLinks,
	formKeys,
	invitations,
	outbox,
	passwordResets,
	revokedTokens,
	sessions,
	signupLinks,
	throttles,
} from "~db/schema";
import { commit } from "./commit.server";

const day = 24 * 60 * 60_000;

/**
 * Deletes ended rate limits, cancellations that can no longer be taken back, old keys of forms and invitations, expired tokens and
 * sessions, and the recipients and contents of old mails.
 */
export async function purgeSessionsAndMails(ctx: Ctx): Promise<void> {
	const { db, now } = ctx;
	const longAgo = new Date(now.getTime() - linkDays * day);
	const oldClaims = db
		.select({ id: emailClaims.id })
		.from(emailClaims)
		.where(lte(emailClaims.expiresAt, longAgo));
	const sentLongAgo = and(
		eq(outbox.state, "sent"),
		lte(outbox.sentAt, new Date(now.getTime() - mailDays * day)),
		// It skips mails that were erased before; some mails have no payload at all.
		or(ne(outbox.recipient, ""), ne(outbox.payload, {})),
	);
	await commit(ctx, {
		statements: [
			db.delete(cancellations).where(lte(cancellations.endsAt, now)),
			db.delete(throttles).where(lte(throttles.endsAt, now)),
			db.delete(formKeys).where(lte(formKeys.createdAt, longAgo)),
			db.delete(revokedTokens).where(lte(revokedTokens.expiresAt, now)),
			db.delete(sessions).where(lte(sessions.expiresAt, now)),
			db.delete(invitations).where(lte(invitations.expiresAt, longAgo)),
			db.delete(signupLinks).where(lte(signupLinks.expiresAt, longAgo)),
			db.delete(passwordResets).where(lte(passwordResets.expiresAt, longAgo)),
			db.delete(emailLinks).where(inArray(emailLinks.claimId, oldClaims)),
			db.delete(emailClaims).where(lte(emailClaims.expiresAt, longAgo)),
			db.update(outbox).set({ recipient: "", payload: {} }).where(sentLongAgo),
		],
		audit: [],
		visible: false,
	});
}
