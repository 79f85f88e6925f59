import { and, eq, lte, ne, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { formKeys, outbox, passwordResets, revokedTokens, throttles } from "~db/schema";
import { commit } from "./commit.server";

/**
 * A page with a form may stay open for days before it is sent once more, and who follows a link to a new password days later
 * should still be told that it was used or is too old.
 */
const memory = 7 * 24 * 60 * 60_000;

/** Longer than anybody asks what a mail said; that it was sent stays known. */
const mailMemory = 90 * 24 * 60 * 60_000;

/**
 * Removes what has had its time: ended rate limits, old keys of forms, tokens that have expired by themselves, recipients and
 * contents of old mails.
 */
export async function purgeExpired(ctx: Ctx): Promise<void> {
	const { db, now } = ctx;
	const longAgo = new Date(now.getTime() - memory);
	const sentLongAgo = and(
		eq(outbox.state, "sent"),
		lte(outbox.sentAt, new Date(now.getTime() - mailMemory)),
		// Some have no content of their own.
		or(ne(outbox.recipient, ""), ne(outbox.payload, {})),
	);
	await commit(ctx, {
		statements: [
			db.delete(throttles).where(lte(throttles.endsAt, now)),
			db.delete(formKeys).where(lte(formKeys.createdAt, longAgo)),
			db.delete(revokedTokens).where(lte(revokedTokens.expiresAt, now)),
			db.delete(passwordResets).where(lte(passwordResets.expiresAt, longAgo)),
			db.update(outbox).set({ recipient: "", payload: {} }).where(sentLongAgo),
		],
		audit: [],
		visible: false,
	});
}
