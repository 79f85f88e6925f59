import { eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { countByAccount, countByAddress } from "~/lib/http/throttle.server";
import { addressChangesByAccount, signups } from "~/lib/http/write-limits";
import { done, type Refusal, refuse, refuseForNow } from "~/lib/result";
import { users } from "~db/schema";
import { checkOwnPassword } from "../password/check-own-password.server";
import { countVerificationMail } from "./ask-to-verify.server";
import { isEmailTaken } from "./email-claims.server";

/**
 * The reason why the signed-in user cannot have another address; null when there is none.
 * @param form with the present password, which the page asks for and the API does not
 */
export async function refuseNewEmail(
	ctx: UserCtx,
	email: string,
	form: { readonly password: string } | undefined,
): Promise<Refusal<"email-exists" | "invalid-fields" | "too-many-requests"> | null> {
	const { actor } = ctx;
	// As at signup, the answer reveals whether an address has an account.
	const wait =
		(await countByAddress(ctx, signups)) ?? (await countByAccount(ctx, addressChangesByAccount, actor.id));
	if (wait !== null) return refuseForNow(wait);
	const complaint = form ? await passwordComplaint(ctx, form.password) : null;
	if (complaint) return complaint;
	if (await isEmailTaken(ctx, email, actor.id))
		return refuse("email-exists", { email: "server.email-exists" });
	const mailWait = await countVerificationMail(ctx, actor.id, email);
	return mailWait === null ? null : refuseForNow(mailWait);
}

/** A browser that somebody left signed in does not lead an account to another address. */
async function passwordComplaint(ctx: UserCtx, password: string) {
	const { db, actor } = ctx;
	if (password === "") return refuse("invalid-fields", { password: "account.profile.passwordNeeded" });
	const [user] = await db.select().from(users).where(eq(users.id, actor.id));
	const checked = user ? await checkOwnPassword(ctx, user, password) : done(false);
	if (!checked.ok) return checked;
	return checked.value ? null : refuse("invalid-fields", { password: "account.erase.wrongPassword" });
}
