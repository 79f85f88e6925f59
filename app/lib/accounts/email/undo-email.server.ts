import { and, eq, gt, gte, isNull, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne, type Write } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { countByAddress } from "~/lib/http/throttle.server";
import { resets } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { emailClaims, users } from "~db/schema";
import { voidResetTokens } from "../reset-password.server";
import { type EmailLinkRefused, findEmailLink, voidClaims } from "./email-claims.server";

interface Undo {
	/** The address to restore. */
	readonly email: string;
	/** The address that the account has, or was to have, instead. */
	readonly newEmail: string;
}

/** Returns what the link would undo. Reading does not use it up. */
export async function readUndo(ctx: Ctx, token: string): Promise<Result<Undo, EmailLinkRefused>> {
	const found = await findEmailLink(ctx, "undo", token);
	if (!found.ok) return found;
	const { email, previousEmail } = found.value.claim;
	return previousEmail === null
		? refuse("email-link-unknown")
		: done({ email: previousEmail, newEmail: email });
}

/**
 * Restores the address of an account, whether the change waits, has taken effect or was followed by others. The person who asked for the
 * change was signed in, so every session ends and the password must be set anew; a link for that is sent at once.
 */
export async function undoEmail(
	ctx: Ctx,
	token: string,
): Promise<Result<null, EmailLinkRefused | "email-exists" | "too-many-requests">> {
	const wait = await countByAddress(ctx, resets);
	if (wait !== null) return refuseForNow(wait);
	const found = await findEmailLink(ctx, "undo", token);
	if (!found.ok) return found;
	const { claim, user } = found.value;
	const { previousEmail: email } = claim;
	if (email === null) return refuse("email-link-unknown");
	const { db, now } = ctx;
	const committed = await commit(ctx, {
		statements: [
			...undoClaim(ctx, claim),
			exactlyOne(
				db
					.update(users)
					.set({
						email,
						verifiedAt: now,
						newsUntil: null,
						passwordValid: false,
						tokenVersion: sql`${users.tokenVersion} + 1`,
						version: sql`${users.version} + 1`,
						updatedAt: now,
					})
					.where(and(eq(users.id, user.id), isNull(users.erasedAt))),
			),
			voidResetTokens(ctx, user.id),
		],
		audit: {
			action: "account.email-undo",
			subjectId: user.id,
			actorId: user.id,
			before: { email: user.email },
			after: { email },
		},
		outbox: [mailTo({ id: user.id, email, language: user.language }, "password-reset", {})],
		visible: false,
	});
	if (committed.ok) return done(null);
	if (committed.reason === "taken") return refuse("email-exists");
	const lost = await findEmailLink(ctx, "undo", token);
	return lost.ok ? refuse("email-link-replaced") : lost;
}

/** Statements that use up the claim, and the claims that came after it. */
function undoClaim(
	ctx: Ctx,
	{ id, userId, createdAt }: typeof emailClaims.$inferSelect,
): Write["statements"] {
	const { db, now } = ctx;
	const isOpen = isNull(emailClaims.undoneAt);
	const undone = { undoneAt: now };
	const isThis = and(eq(emailClaims.id, id), isOpen, gt(emailClaims.expiresAt, now));
	const isLater = and(eq(emailClaims.userId, userId), gte(emailClaims.createdAt, createdAt), isOpen);
	return [
		exactlyOne(db.update(emailClaims).set(undone).where(isThis)),
		voidClaims(ctx, userId),
		// Later addresses can no longer be restored. An earlier one still can, as it may be the owner's.
		db.update(emailClaims).set(undone).where(isLater),
	];
}
