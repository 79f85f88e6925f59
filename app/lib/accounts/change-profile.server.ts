import { and, eq, sql } from "drizzle-orm";
import type { Actor, UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { countByAccount, countByAddress } from "~/lib/http/throttle.server";
import { addressChangesByAccount, signups } from "~/lib/http/write-limits";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
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
): Promise<Result<Actor, "email-exists" | "stale" | "too-many-requests">> {
	const { db, actor, now } = ctx;
	const after = { name, surname, email, language: form?.language ?? actor.language };
	const changed = (["name", "surname", "email", "language"] as const).filter(
		(field) => after[field] !== actor[field],
	);
	// The same form sent twice must not conflict with itself.
	if (changed.length === 0) return done(actor);
	const moved = email !== actor.email;
	// As at signup, the answer reveals whether an address has an account.
	const wait = moved
		? ((await countByAddress(ctx, signups)) ?? (await countByAccount(ctx, addressChangesByAccount, actor.id)))
		: null;
	if (wait !== null) return refuseForNow(wait);
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
		audit: {
			action: "account.profile-change",
			subjectId: actor.id,
			before: Object.fromEntries(changed.map((field) => [field, actor[field]])),
			after: Object.fromEntries(changed.map((field) => [field, after[field]])),
		},
		outbox: moved ? [mailTo(actor, "email-changed", { newEmail: email })] : [],
		// The starting list and news show names.
		visible: true,
	});
	if (committed.ok) return done({ ...actor, ...after });
	if (committed.reason === "missed") return refuse("stale");
	return refuse("email-exists", { email: "server.email-exists" });
}
