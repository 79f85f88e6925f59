import { and, eq, sql } from "drizzle-orm";
import type { Actor, UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import { users } from "~db/schema";
import type { ProfileInput } from "./account-schemas";
import { voidResetTokens } from "./reset-token.server";

/**
 * Changes name, surname and e-mail address of whoever is logged in. A new address is told to the old one, and links to a new
 * password that went there stop working.
 * @param form the version its editor saw, and the language of the page it stood on, which the account's mails follow. Calls of the API
 * have neither: they overwrite whatever version there is and leave the language as it is.
 */
export async function changeProfile(
	ctx: UserCtx,
	{ name, surname, email }: ProfileInput,
	form?: { readonly version: number | null; readonly language: Language },
): Promise<Result<Actor, "email-exists" | "stale">> {
	const { db, actor, now } = ctx;
	const after = { name, surname, email, language: form?.language ?? actor.language };
	const before = { name: actor.name, surname: actor.surname, email: actor.email, language: actor.language };
	// A form sent twice is no conflict with itself.
	const asItIs = name === actor.name && surname === actor.surname && email === actor.email;
	if (asItIs && after.language === actor.language) return done(actor);
	const moved = email !== actor.email;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({ ...after, version: sql`${users.version} + 1`, updatedAt: now })
					.where(
						and(eq(users.id, actor.id), form?.version == null ? undefined : eq(users.version, form.version)),
					),
			),
			...(moved ? [voidResetTokens(ctx, actor.id)] : []),
		],
		audit: { action: "account.profile-change", subjectId: actor.id, before, after },
		outbox: moved ? [mailTo(actor, "email-changed", { newEmail: email })] : [],
		// Names stand in the starting list and under news.
		visible: true,
	});
	if (committed.ok) return done({ ...actor, ...after });
	if (committed.reason === "missed") return refuse("stale");
	return refuse("email-exists", { email: "server.email-exists" });
}
