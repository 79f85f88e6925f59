import { and, desc, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";
import { randomLinkToken } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { done, type Result, refuse } from "~/lib/result";
import { emailClaims, emailLinks, users } from "~db/schema";

/** How long a link confirms an address and, counted from the confirmation, how long the old address can undo the change. */
const claimMilliseconds = 72 * 60 * 60 * 1000;

export function claimEnd(now: Date): Date {
	return new Date(now.getTime() + claimMilliseconds);
}

/** Condition: nobody has confirmed the claim, undone it or replaced it. */
export const isOpenClaim = and(
	isNull(emailClaims.confirmedAt),
	isNull(emailClaims.undoneAt),
	isNull(emailClaims.voidedAt),
);

/** Selects the claims that can be confirmed, the newest first. */
export function openClaims(db: Db, userId: string, now: Date) {
	return db
		.select({ id: emailClaims.id, email: emailClaims.email, previousEmail: emailClaims.previousEmail })
		.from(emailClaims)
		.where(and(eq(emailClaims.userId, userId), isOpenClaim, gt(emailClaims.expiresAt, now)))
		.orderBy(desc(emailClaims.createdAt));
}

type OpenClaim = Awaited<ReturnType<typeof openClaims>>[number];

/** The address that waits for its confirmation to replace the account's; null when none does. */
export function pendingEmail(claims: readonly OpenClaim[]): string | null {
	return claims.find(({ previousEmail }) => previousEmail !== null)?.email ?? null;
}

interface NewClaim {
	readonly userId: string;
	readonly email: string;
	/** Null for the account's own address. */
	readonly previousEmail: string | null;
}

/**
 * Statements that add a claim. A claim for another address replaces an earlier such claim, and leaves the claim for the own address
 * open.
 */
export function addClaim(ctx: Ctx, claim: NewClaim) {
	const { db, now } = ctx;
	const ofItsKind = claim.previousEmail === null ? isNull : isNotNull;
	return [
		voidClaims(ctx, claim.userId, ofItsKind(emailClaims.previousEmail)),
		db
			.insert(emailClaims)
			.values({ ...claim, id: crypto.randomUUID(), createdAt: now, expiresAt: claimEnd(now) }),
	];
}

/** Statement that voids the open claims of an account. @param which condition; without it, all claims are voided */
export function voidClaims({ db, now }: Ctx, userId: string, which?: ReturnType<typeof isNull>) {
	return db
		.update(emailClaims)
		.set({ voidedAt: now })
		.where(and(eq(emailClaims.userId, userId), isOpenClaim, which));
}

/** Selects the changes of an address that have taken effect and can still be undone. */
export function undoableChanges(db: Db, now: Date, condition: SQL) {
	const { userId, previousEmail, confirmedAt, undoneAt, expiresAt } = emailClaims;
	return db
		.select({ userId })
		.from(emailClaims)
		.where(
			and(condition, isNotNull(previousEmail), isNotNull(confirmedAt), isNull(undoneAt), gt(expiresAt, now)),
		);
}

/**
 * Whether an account has the address, or had it and can still restore it: nobody may block an undo by signing up with the address.
 * @param own account that may have the address
 */
export async function isEmailTaken({ db, now }: Ctx, email: string, own?: string): Promise<boolean> {
	const { accounts, claims } = await read(db, {
		accounts: db.select({ userId: users.id }).from(users).where(eq(users.email, email)),
		claims: undoableChanges(db, now, eq(emailClaims.previousEmail, email)),
	});
	return [...accounts, ...claims].some(({ userId }) => userId !== own);
}

type EmailLinkPurpose = "confirm" | "undo";

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
 * Makes a link for a mail about a claim of the account, when the mail is sent. Earlier links of the claim stay valid: a second
 * attempt to send the mail must not void the link of the first, which may have been delivered.
 * @param recipient the address to confirm, or the address to restore
 * @returns null when the claim no longer exists
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
	const tokenHash = await sha256Hex(token);
	await db.insert(emailLinks).values({ tokenHash, claimId: claim.id, purpose, createdAt: now });
	return token;
}

/** Returns the claim of a valid link. Reading does not use the link up. */
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
		.where(and(eq(emailLinks.tokenHash, await sha256Hex(token)), eq(emailLinks.purpose, purpose)));
	if (!found || found.user.erasedAt) return refuse("email-link-unknown");
	const { confirmedAt, undoneAt, voidedAt, expiresAt } = found.claim;
	if (purpose === "confirm") {
		if (undoneAt || voidedAt) return refuse("email-link-replaced");
		if (confirmedAt) return refuse("email-link-used");
	}
	if (undoneAt) return refuse("email-link-used");
	return expiresAt <= now ? refuse("email-link-expired") : done(found);
}
