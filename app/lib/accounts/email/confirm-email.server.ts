import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { ConfirmEmailInput } from "~/lib/accounts/account-schemas";
import { checkOwnPassword } from "~/lib/accounts/password/check-own-password.server";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { countByAddress } from "~/lib/http/throttle.server";
import { resets } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { emailClaims, users } from "~db/schema";
import { voidResetTokens } from "../reset-password.server";
import {
	claimEnd,
	type EmailLinkRefused,
	type FoundLink,
	findEmailLink,
	isOpenClaim,
	voidClaims,
} from "./email-claims.server";

interface Confirmation {
	readonly email: string;
	/** Whether the address replaces another one. */
	readonly change: boolean;
	/** The reader of the mail is not signed in as the account's owner, so the form asks for the password. */
	readonly needsPassword: boolean;
}

/** Returns what the link would confirm. Reading does not use it up: programs that scan mails open every link. */
export async function readConfirmation(
	ctx: Ctx,
	token: string,
): Promise<Result<Confirmation, EmailLinkRefused>> {
	const found = await findEmailLink(ctx, "confirm", token);
	if (!found.ok) return found;
	const { claim, user } = found.value;
	return done({
		email: claim.email,
		change: claim.previousEmail !== null,
		needsPassword: ctx.actor?.id !== user.id,
	});
}

/**
 * Verifies the address of a link and, when it replaces another one, makes it the account's. The link proves that somebody reads the
 * mails; the session or the password proves that this is the owner of the account. Otherwise somebody could sign up with another
 * person's address and wait for a careless click.
 * @returns whether the owner is signed in
 */
export async function confirmEmail(
	ctx: Ctx,
	{ token, password }: ConfirmEmailInput,
): Promise<
	Result<
		{ readonly signedIn: boolean },
		EmailLinkRefused | "invalid-fields" | "email-exists" | "too-many-requests"
	>
> {
	const wait = await countByAddress(ctx, resets);
	if (wait !== null) return refuseForNow(wait);
	const found = await findEmailLink(ctx, "confirm", token);
	if (!found.ok) return found;
	const { claim, user } = found.value;
	const signedIn = ctx.actor?.id === user.id;
	if (!signedIn) {
		if (password === "") return refuse("invalid-fields", { password: "form.field.required" });
		const checked = await checkOwnPassword(ctx, user, password);
		if (!checked.ok) return checked;
		if (!user.passwordValid || !checked.value)
			return refuse("invalid-fields", { password: "account.erase.wrongPassword" });
	}
	const { email, previousEmail } = claim;
	const committed = await commit(ctx, {
		statements: statementsOf(ctx, found.value),
		audit: {
			action: "account.email-verify",
			subjectId: user.id,
			actorId: user.id,
			...(previousEmail === null ? {} : { before: { email: previousEmail } }),
			after: { email },
		},
		visible: false,
	});
	if (committed.ok) return done({ signedIn });
	if (committed.reason === "taken") return refuse("email-exists");
	const lost = await findEmailLink(ctx, "confirm", token);
	return lost.ok ? refuse("email-link-replaced") : lost;
}

function statementsOf(ctx: Ctx, { claim, user }: FoundLink) {
	const { db, now } = ctx;
	const { id, email, previousEmail } = claim;
	const verify = db
		.update(users)
		.set({
			email,
			verifiedAt: now,
			newsUntil: null,
			version: sql`${users.version} + ${previousEmail === null ? 0 : 1}`,
			updatedAt: now,
		})
		.where(
			and(
				eq(users.id, user.id),
				// The claim is bound to the address that the account had when the link was asked for.
				eq(users.email, previousEmail ?? email),
				isNull(users.erasedAt),
			),
		);
	return [
		// The write checks the link again: of many requests at once, one succeeds.
		exactlyOne(
			db
				.update(emailClaims)
				.set({ confirmedAt: now, expiresAt: claimEnd(now) })
				.where(and(eq(emailClaims.id, id), isOpenClaim, gt(emailClaims.expiresAt, now))),
		),
		exactlyOne(verify),
		...(previousEmail === null ? [] : [voidClaims(ctx, user.id), voidResetTokens(ctx, user.id)]),
	];
}
