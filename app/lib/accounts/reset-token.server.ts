import { and, eq, isNull, lt, type SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { passwordResets, users } from "~db/schema";
import { linkTokenHash, randomLinkToken } from "./link-token.server";

const resetMilliseconds = 60 * 60 * 1000;

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

/**
 * Stores a new reset token and voids the tokens of earlier requests. A second try to send the same mail does not void
 * the token of the first try, whose mail may have been delivered.
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
			tokenHash: await linkTokenHash(token),
			createdAt: now,
			expiresAt: new Date(now.getTime() + resetMilliseconds),
		}),
	]);
	return token;
}
