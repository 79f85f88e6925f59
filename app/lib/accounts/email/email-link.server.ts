import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { linkTokenHash, randomLinkToken } from "~/lib/accounts/link-token.server";
import type { Ctx } from "~/lib/context";
import { done, type Result, refuse } from "~/lib/result";
import { emailClaims, emailLinks, users } from "~db/schema";
import { isOpenClaim } from "./email-claims.server";

export type EmailLinkPurpose = "confirm" | "undo";

export type EmailLinkRefused =
	| "email-link-missing"
	| "email-link-unknown"
	| "email-link-used"
	| "email-link-replaced"
	| "email-link-expired";

export interface FoundLink {
	readonly claim: typeof emailClaims.$inferSelect;
	readonly user: typeof users.$inferSelect;
}

/**
 * Makes a link for a mail about a claim of the account, when the mail is sent. Earlier links of the claim stay good: a second
 * try must not void the link of the first, which may have been delivered.
 * @param recipient the address to confirm, or the one to go back to
 * @returns null when there is no such claim any more
 */
export async function createEmailLink(
	{ db, now }: Ctx,
	purpose: EmailLinkPurpose,
	{ userId, recipient }: { readonly userId: string; readonly recipient: string },
): Promise<string | null> {
	const { id, email, previousEmail, expiresAt, undoneAt, createdAt } = emailClaims;
	const wanted =
		purpose === "confirm"
			? and(eq(email, recipient), isOpenClaim)
			: and(eq(previousEmail, recipient), isNull(undoneAt));
	const [claim] = await db
		.select({ id })
		.from(emailClaims)
		.where(and(eq(emailClaims.userId, userId), wanted, gt(expiresAt, now)))
		.orderBy(desc(createdAt))
		.limit(1);
	if (!claim) return null;
	const token = randomLinkToken();
	const tokenHash = await linkTokenHash(token);
	await db.insert(emailLinks).values({ tokenHash, claimId: claim.id, purpose, createdAt: now });
	return token;
}

/** The claim of a link that can be used. Does not use it up. */
export async function findEmailLink(
	{ db, now }: Ctx,
	purpose: EmailLinkPurpose,
	token: string,
): Promise<Result<FoundLink, EmailLinkRefused>> {
	if (token === "") return refuse("email-link-missing");
	const [found] = await db
		.select({ claim: emailClaims, user: users })
		.from(emailLinks)
		.innerJoin(emailClaims, eq(emailClaims.id, emailLinks.claimId))
		.innerJoin(users, eq(users.id, emailClaims.userId))
		.where(and(eq(emailLinks.tokenHash, await linkTokenHash(token)), eq(emailLinks.purpose, purpose)));
	if (!found || found.user.erasedAt) return refuse("email-link-unknown");
	const { confirmedAt, undoneAt, voidedAt, expiresAt } = found.claim;
	if (purpose === "confirm") {
		if (undoneAt || voidedAt) return refuse("email-link-replaced");
		if (confirmedAt) return refuse("email-link-used");
	}
	if (undoneAt) return refuse("email-link-used");
	return expiresAt <= now ? refuse("email-link-expired") : done(found);
}
