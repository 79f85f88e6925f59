import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm } from "~/lib/db/form-key.server";
import { isSignupOpen } from "~/lib/editions/opening-times";
import { countByAddress } from "~/lib/http/throttle.server";
import { signups } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { users } from "~db/schema";
import type { SignupInput } from "./account-schemas";
import { askToVerify } from "./email/ask-to-verify.server";
import { isEmailTaken } from "./email/email-claims.server";
import { newPasswordComplaint, pwnedComplaint } from "./password/judge-new-password.server";
import { hashPassword, verifyPassword } from "./password/password.server";
import { beginSession, type NewSession } from "./session.server";
import { consumeSignupLink, signupLinkOf } from "./signup-links.server";

type Refused = "signup-closed" | "invalid-fields" | "user-exists" | "too-many-requests";

/**
 * Adds an account, begins its first session and sends a link that verifies the address.
 * @param formKey random key of the page's form: the same form sent twice adds one account and begins two sessions
 * @param token that of a link by which signup is open to one account, which uses it up; null without one
 */
export async function signUp(
	ctx: Ctx,
	input: SignupInput,
	formKey: string | null = null,
	token: string | null = null,
): Promise<Result<NewSession, Refused>> {
	const { db, now, edition, language } = ctx;
	const link = await signupLinkOf(ctx, token);
	// The same form sent again has used its link up.
	if (!link && !isSignupOpen(edition, now))
		return (await madeBefore(ctx, input, formKey)) ?? refuse("signup-closed");
	const { password, ...person } = input;
	const complaint = newPasswordComplaint(password, person);
	if (complaint) return refuse("invalid-fields", { password: complaint });
	const wait = await countByAddress(ctx, signups);
	if (wait !== null) return refuseForNow(wait);
	const leaked = await pwnedComplaint(ctx, password);
	if (leaked) return refuse("invalid-fields", { password: leaked });

	if (await isEmailTaken(ctx, person.email)) return (await madeBefore(ctx, input, formKey)) ?? userExists();
	const account = { ...person, id: crypto.randomUUID(), language };
	const verification = await askToVerify(ctx, account);
	const user = {
		...account,
		askedToVerifyAt: verification ? now : null,
		passwordHash: await hashPassword(password),
		createdAt: now,
		updatedAt: now,
	};
	const { session, begin } = await beginSession(
		ctx,
		{ ...user, role: null, verifiedAt: null, tokenVersion: 1 },
		null,
	);
	const committed = await commit(ctx, {
		statements: [
			db.insert(users).values(user),
			...(verification?.statements ?? []),
			...consumeFormKey(ctx, formKey, user.id),
			...(link ? [consumeSignupLink(ctx, link, user.id)] : []),
			begin,
		],
		audit: { action: "account.signup", subjectId: user.id, actorId: user.id, after: { ...person, language } },
		outbox: verification ? [verification.mail] : [],
		visible: false,
	});
	if (!committed.ok)
		return (
			(await madeBefore(ctx, input, formKey)) ??
			(committed.reason === "missed" ? refuse("signup-closed") : userExists())
		);
	return done(session);
}

/** Begins a session of the account that the same form has added before; null if the form differs, or another form added the account. */
async function madeBefore(ctx: Ctx, { password, ...person }: SignupInput, key: string | null) {
	const made = key === null ? null : await madeByForm(ctx, key);
	const [user] = made ? await ctx.db.select().from(users).where(eq(users.id, made)) : [];
	if (!user || !isSamePerson(user, person) || !(await verifyPassword(password, user.passwordHash)))
		return null;
	const { session, begin } = await beginSession(ctx, user, null);
	await commit(ctx, { statements: [begin], audit: [], visible: false });
	return done(session);
}

type Person = Omit<SignupInput, "password">;

function isSamePerson(user: Person, { name, surname, email }: Person): boolean {
	return user.name === name && user.surname === surname && user.email === email;
}

function userExists() {
	return refuse("user-exists", { email: "server.user-exists" });
}
