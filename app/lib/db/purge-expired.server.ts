import { lte } from "drizzle-orm";
import { formKeys, revokedTokens, throttles } from "~db/schema";
import type { Ctx } from "../context";
import { commit } from "./commit.server";

/** A page with a form may stay open for days before it is sent once more. */
const formKeyLife = 7 * 24 * 60 * 60_000;

/** Removes what has had its time: ended rate limits, old keys of forms, tokens that have expired by themselves. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
	const { db, now } = ctx;
	await commit(ctx, {
		statements: [
			db.delete(throttles).where(lte(throttles.endsAt, now)),
			db.delete(formKeys).where(lte(formKeys.createdAt, new Date(now.getTime() - formKeyLife))),
			db.delete(revokedTokens).where(lte(revokedTokens.expiresAt, now)),
		],
		audit: [],
		visible: false,
	});
}
