import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { sha256Hex } from "~/lib/digest";
import { countByAccount, countByAddress } from "~/lib/http/throttle.server";
import { resetRequestsByAccount, resetRequestsByAddress, resets } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { passwordResets, users } from "~db/schema";
import { withoutTooMany } from "./account-queries.server";
import type { ResetInput } from "./account-schemas";
import { voidClaims } from "./email/email-claims.server";
import { forgetLoginFailures, loginFailureKeys } from "./login-delay.server";
import { newPasswordComplaint, pwnedComplaint } from "./password/judge-new-password.server";
import { hashPassword } from "./password/password.server";
import { randomLinkToken } from "./token.server";

/**
 * Mails a reset link to the address if an account has it. The answer does not reveal whether one has. Links of earlier requests
 * stop working, unless the address has had too many mails to get another one.
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
	// It writes in both cases, so that both take the same time.
	await commit(ctx, {
		statements: user && outbox.length > 0 ? [voidResetTokens(ctx, user.id)] : [],
		audit: { action: "account.password-reset-request", subjectId: user?.id ?? null, actorId: null },
		outbox: user ? outbox : [],
		visible: false,
	});
	return done(null);
}

type TokenRefused =
	| "reset-token-missing"
	| "reset-token-unknown"
	| "reset-token-used"
	| "reset-token-invalid";

interface Reset {
	readonly id: string;
	readonly user: typeof users.$inferSelect;
}

/** Whether the token can set a new password. Checking does not use it up. */
export async function checkResetToken(ctx: Ctx, token: string): Promise<Result<null, TokenRefused>> {
	const reset = await findReset(ctx, token);
	return reset.ok ? done(null) : reset;
}

/**
 * Sets a new password and uses up the token. Every session of the account ends, and a pending change of the address is cancelled.
 * The link came to the account's address, so that address is verified.
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
			// The write checks the token again: of many requests at once, one succeeds.
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
		.where(eq(passwordResets.tokenHash, await sha256Hex(token)));
	if (!found || found.user.erasedAt) return refuse("reset-token-unknown");
	const { reset, user } = found;
	if (reset.usedAt) return refuse("reset-token-used");
	if (reset.voidedAt || reset.expiresAt <= now) return refuse("reset-token-invalid");
	return done({ id: reset.id, user });
}

/** Statement that voids a user's unused tokens. */
export function voidResetTokens({ db, now }: Ctx, userId: string, conditions: readonly SQL[] = []) {
	return db
		.update(passwordResets)
		.set({ voidedAt: now })
		.where(
			and(
				eq(passwordResets.userId, userId),
				isNull(passwordResets.usedAt),
				isNull(passwordResets.voidedAt),
				...conditions,
			),
		);
}

/** One hour, for which the link of a forgotten password is valid. */
const resetLinkMilliseconds = 60 * 60 * 1000;

/**
 * Stores a new reset token and voids the tokens of earlier requests. A second attempt to send the same mail does not void the token
 * of the first attempt, whose mail may have been delivered.
 * @returns null when the account was erased or has another address by now
 */
export async function createResetToken(
	ctx: Ctx,
	request: { readonly userId: string; readonly email: string; readonly requestedAt: Date },
): Promise<string | null> {
	const { db, now } = ctx;
	const [user] = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, request.userId), eq(users.email, request.email), isNull(users.erasedAt)));
	if (!user) return null;
	const token = randomLinkToken();
	await db.batch([
		voidResetTokens(ctx, user.id, [lt(passwordResets.createdAt, request.requestedAt)]),
		db.insert(passwordResets).values({
			id: crypto.randomUUID(),
			userId: user.id,
			tokenHash: await sha256Hex(token),
			createdAt: now,
			expiresAt: new Date(now.getTime() + resetLinkMilliseconds),
		}),
	]);
	return token;
}
