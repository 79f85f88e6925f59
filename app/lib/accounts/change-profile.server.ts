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
 * Changes the signed-in user's name, surname and e-mail address. When the address changes, the old address gets a mail,
 * and the reset links that were sent to it stop working.
 * @param form the version that the user edited, and the page's language, in which the account gets its mails from now
 * on; the API sends neither, overwrites every version and leaves the language
 */
export async function changeProfile(
	ctx: UserCtx,
	{ name, surname, email }: ProfileInput,
	form?: { readonly version: number | null; readonly language: Language },
): Promise<Result<Actor, "email-exists" | "stale">> {
	const { db, actor, now } = ctx;
	const after = { name, surname, email, language: form?.language ?? actor.language };
	const before = { name: actor.name, surname: actor.surname, email: actor.email, language: actor.language };
	// The same form sent twice must not conflict with itself.
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
		// The starting list and news show names.
		visible: true,
	});
	if (committed.ok) return done({ ...actor, ...after });
	if (committed.reason === "missed") return refuse("stale");
	return refuse("email-exists", { email: "server.email-exists" });
}
