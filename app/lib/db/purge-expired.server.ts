import { lte } from "drizzle-orm";
import { formKeys, passwordResets, revokedTokens, throttles } from "~db/schema";
import type { Ctx } from "../context";
import { commit } from "./commit.server";

/**
 * A page with a form may stay open for days before it is sent once more, and who follows a link to a new password days later
 * should still be told that it was used or is too old.
 */
const memory = 7 * 24 * 60 * 60_000;

/** Removes what has had its time: ended rate limits, old keys of forms, tokens that have expired by themselves. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
	const { db, now } = ctx;
	const longAgo = new Date(now.getTime() - memory);
	await commit(ctx, {
		statements: [
			db.delete(throttles).where(lte(throttles.endsAt, now)),
			db.delete(formKeys).where(lte(formKeys.createdAt, longAgo)),
			db.delete(revokedTokens).where(lte(revokedTokens.expiresAt, now)),
			db.delete(passwordResets).where(lte(passwordResets.expiresAt, longAgo)),
		],
		audit: [],
		visible: false,
	});
}
