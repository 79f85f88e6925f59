import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { revokedTokens } from "~db/schema";
import type { SessionClaims } from "./token.server";

/** Revokes the token of one session; a second time changes nothing. */
export async function logOut(ctx: UserCtx, { tokenId, expiresAt }: SessionClaims): Promise<void> {
	await commit(ctx, {
		statements: [ctx.db.insert(revokedTokens).values({ jti: tokenId, expiresAt }).onConflictDoNothing()],
		audit: { action: "account.logout", subjectId: ctx.actor.id },
		visible: false,
	});
}
