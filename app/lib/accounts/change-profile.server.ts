import { eq } from "drizzle-orm";
import { users } from "~db/schema";
import type { Actor, UserCtx } from "../context";
import { commit } from "../db/commit.server";
import type { Language } from "../i18n/language";
import { mailTo } from "../mail/mail-to";
import { done, type Result, refuse } from "../result";
import type { ProfileInput } from "./account-schemas";
import { voidResetTokens } from "./reset-token.server";

/**
 * Changes name, surname and e-mail address of whoever is logged in. A new address is told to the old one, and links to a new
 * password that went there stop working.
 * @param language of the page the form stood on: the account's mails follow it. Calls of the API leave it as it is.
 */
export async function changeProfile(
	ctx: UserCtx,
	{ name, surname, email }: ProfileInput,
	language?: Language,
): Promise<Result<Actor, "email-exists">> {
	const { db, actor, now } = ctx;
	const after = { name, surname, email, language: language ?? actor.language };
	const before = { name: actor.name, surname: actor.surname, email: actor.email, language: actor.language };
	const moved = email !== actor.email;
	const committed = await commit(ctx, {
		statements: [
			db
				.update(users)
				.set({ ...after, updatedAt: now })
				.where(eq(users.id, actor.id)),
			...(moved ? [voidResetTokens(ctx, actor.id)] : []),
		],
		audit: { action: "account.profile-change", subjectId: actor.id, before, after },
		outbox: moved ? [mailTo(actor, "email-changed", { newEmail: email })] : [],
		// Names stand in the starting list and under news.
		visible: true,
	});
	if (!committed.ok) return refuse("email-exists", { email: "server.email-exists" });
	return done({ ...actor, ...after });
}
