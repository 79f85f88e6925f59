import { and, eq, isNull, lt, type SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { passwordResets, users } from "~db/schema";

/** Life of a reset token: one hour. */
const resetMilliseconds = 60 * 60 * 1000;

/** All that is stored of a token. */
export function resetTokenHash(token: string): Promise<string> {
	return sha256Hex(token);
}

/** 32 random bytes as 43 letters that need no escaping in a link. */
function randomToken(): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Statement that ends every unused token of a user. */
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

/**
 * Makes and stores a reset token and voids those of earlier requests. A second try to send the same mail leaves the token of
 * the first alone: that mail may have arrived although the provider's answer did not.
 * @param request.requestedAt when the mail was asked for
 * @returns null when the account is gone or its address is another one by now
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
	const token = randomToken();
	await db.batch([
		voidResetTokens(ctx, user.id, [lt(passwordResets.createdAt, request.requestedAt)]),
		db.insert(passwordResets).values({
			id: crypto.randomUUID(),
			userId: user.id,
			tokenHash: await resetTokenHash(token),
			createdAt: now,
			expiresAt: new Date(now.getTime() + resetMilliseconds),
		}),
	]);
	return token;
}
