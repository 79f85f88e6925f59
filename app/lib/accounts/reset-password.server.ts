import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { countByAddress } from "~/lib/http/throttle.server";
import { resets } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { passwordResets, users } from "~db/schema";
import type { ResetInput } from "./account-schemas";
import { voidClaims } from "./email/email-claims.server";
import { linkTokenHash } from "./link-token.server";
import { forgetLoginFailures, loginFailureKeys } from "./login-delay.server";
import { newPasswordComplaint } from "./password/leaked-passwords.server";
import { hashPassword } from "./password/password.server";
import { pwnedComplaint } from "./password/pwned-passwords.server";
import { voidResetTokens } from "./reset-token.server";

type TokenRefused =
	| "reset-token-missing"
	| "reset-token-unknown"
	| "reset-token-used"
	| "reset-token-invalid";

interface Reset {
	readonly id: string;
	readonly user: typeof users.$inferSelect;
}

/** Whether the token can set a new password. Does not use it up. */
export async function checkResetToken(ctx: Ctx, token: string): Promise<Result<null, TokenRefused>> {
	const reset = await findReset(ctx, token);
	return reset.ok ? done(null) : reset;
}

/**
 * Sets a new password and uses up the token. Every session of the account ends, and no other address waits any more. The
 * link came to the account's address, so it is verified.
 */
export async function resetPassword(
	ctx: Ctx,
	{ token, password }: ResetInput,
): Promise<Result<null, TokenRefused | "invalid-fields" | "too-many-requests">> {
	const wait = await countByAddress(ctx, resets);
	if (wait !== null) return refuseForNow(wait);
	const reset = await findReset(ctx, token);
	if (!reset.ok) return reset;
	const { id, user } = reset.value;
	const complaint = newPasswordComplaint(password, user) ?? (await pwnedComplaint(ctx, password));
	if (complaint) return refuse("invalid-fields", { password: complaint });

	const { db, now } = ctx;
	const passwordHash = await hashPassword(password);
	const committed = await commit(ctx, {
		statements: [
			// Checks the token again as it is written: of many requests at once, one succeeds.
			exactlyOne(
				db
					.update(passwordResets)
					.set({ usedAt: now })
					.where(
						and(
							eq(passwordResets.id, id),
							isNull(passwordResets.usedAt),
							isNull(passwordResets.voidedAt),
							gt(passwordResets.expiresAt, now),
						),
					),
			),
			exactlyOne(
				db
					.update(users)
					.set({
						passwordHash,
						passwordValid: true,
						verifiedAt: user.verifiedAt ?? now,
						newsUntil: null,
						tokenVersion: sql`${users.tokenVersion} + 1`,
						updatedAt: now,
					})
					.where(and(eq(users.id, user.id), isNull(users.erasedAt))),
			),
			voidResetTokens(ctx, user.id),
			voidClaims(ctx, user.id),
			forgetLoginFailures(ctx, await loginFailureKeys(user.email)),
		],
		audit: { action: "account.password-reset", subjectId: user.id, actorId: user.id },
		outbox: [mailTo(user, "password-changed", {})],
		visible: false,
	});
	if (committed.ok) return done(null);
	const lost = await findReset(ctx, token);
	return lost.ok ? refuse("reset-token-invalid") : lost;
}

async function findReset({ db, now }: Ctx, token: string): Promise<Result<Reset, TokenRefused>> {
	if (token === "") return refuse("reset-token-missing");
	const [found] = await db
		.select({ reset: passwordResets, user: users })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(eq(passwordResets.tokenHash, await linkTokenHash(token)));
	if (!found || found.user.erasedAt) return refuse("reset-token-unknown");
	const { reset, user } = found;
	if (reset.usedAt) return refuse("reset-token-used");
	if (reset.voidedAt || reset.expiresAt <= now) return refuse("reset-token-invalid");
	return done({ id: reset.id, user });
}
