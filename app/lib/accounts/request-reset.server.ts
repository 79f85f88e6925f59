import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { countByAccount, countByAddress } from "~/lib/http/throttle.server";
import { resetRequestsByAccount, resetRequestsByAddress } from "~/lib/http/write-limits";
import { done, type Result, refuseForNow } from "~/lib/result";
import { users } from "~db/schema";
import { withoutTooMany } from "./email/unverified-mails.server";
import { voidResetTokens } from "./reset-token.server";

/**
 * Mails a reset link to the address if an account has it; the answer does not reveal whether one has. Links of earlier
 * requests stop working, unless there have been too many mails for another one.
 */
export async function requestReset(
	ctx: Ctx,
	{ email }: { readonly email: string },
): Promise<Result<null, "too-many-requests">> {
	const wait =
		(await countByAddress(ctx, resetRequestsByAddress)) ??
		(await countByAccount(ctx, resetRequestsByAccount, email));
	if (wait !== null) return refuseForNow(wait);
	const [user] = await ctx.db
		.select({ id: users.id, email: users.email, language: users.language })
		.from(users)
		.where(and(eq(users.email, email), isNull(users.erasedAt)));
	const outbox = await withoutTooMany(ctx, [
		mailTo(user ?? { id: null, email, language: ctx.language }, "password-reset", {}),
	]);
	// Writes in both cases, so that both take the same time.
	await commit(ctx, {
		statements: user && outbox.length > 0 ? [voidResetTokens(ctx, user.id)] : [],
		audit: { action: "account.password-reset-request", subjectId: user?.id ?? null, actorId: null },
		outbox: user ? outbox : [],
		visible: false,
	});
	return done(null);
}
