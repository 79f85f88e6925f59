import { and, eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { done, type Result, refuse } from "~/lib/result";
import { users } from "~db/schema";
import type { ChangePasswordInput } from "./account-schemas";
import { checkOwnPassword } from "./password/check-own-password.server";
import { newPasswordComplaint, pwnedComplaint } from "./password/judge-new-password.server";
import { hashPassword } from "./password/password.server";
import { voidResetTokens } from "./reset-password.server";
import { beginSession, type NewSession } from "./session.server";

type Refused = "invalid-old-password" | "invalid-fields" | "too-many-requests";

/** Ends every session of the account, and begins a new one for this browser. */
export async function changePassword(
	ctx: UserCtx,
	{ oldPassword, newPassword }: ChangePasswordInput,
): Promise<Result<NewSession, Refused>> {
	const { db, actor, now } = ctx;
	const complaint = newPasswordComplaint(newPassword, actor);
	if (complaint) return refuse("invalid-fields", { newPassword: complaint });
	const [user] = await db.select().from(users).where(eq(users.id, actor.id));
	if (!user) return wrongOldPassword();
	const checked = await checkOwnPassword(ctx, user, oldPassword);
	if (!checked.ok) return checked;
	if (!checked.value) return wrongOldPassword();
	const leaked = await pwnedComplaint(ctx, newPassword);
	if (leaked) return refuse("invalid-fields", { newPassword: leaked });
	const tokenVersion = user.tokenVersion + 1;
	const { session, begin } = await beginSession(ctx, { ...user, tokenVersion }, ctx.session.confirmedAt);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({
						passwordHash: await hashPassword(newPassword),
						passwordValid: true,
						tokenVersion,
						updatedAt: now,
					})
					// When two changes run at once, the second one fails: its old password is no longer stored.
					.where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))),
			),
			voidResetTokens(ctx, user.id),
			begin,
		],
		audit: { action: "account.password-change", subjectId: user.id },
		outbox: [mailTo(user, "password-changed", {})],
		visible: false,
	});
	if (!committed.ok) return wrongOldPassword();
	return done(session);
}

function wrongOldPassword() {
	return refuse("invalid-old-password", { oldPassword: "server.invalid-old-password" });
}
