import { and, eq, sql } from "drizzle-orm";
import type { Actor, UserCtx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import { users } from "~db/schema";
import type { ProfileInput } from "./account-schemas";
import { verifyMail } from "./email/ask-to-verify.server";
import { addClaim, openClaims, pendingEmail } from "./email/email-claims.server";
import { refuseNewEmail } from "./email/refuse-new-email.server";

type Refused = "email-exists" | "invalid-fields" | "stale" | "too-many-requests";

/** What the page's form sends beside the profile. The API sends none of it, and overwrites every version. */
interface ProfileForm {
	/** The version that the user edited. */
	readonly version: number | null;
	/** The language of the page. The account gets its mails in it from now on. */
	readonly language: Language;
	/** The present password. It is needed for another address. */
	readonly password: string;
}

interface ChangedProfile {
	/** The user, with the old address until the new one is confirmed. */
	readonly user: Actor;
	/** Whether the address that was asked for waits until the link sent to it is opened. */
	readonly emailWaits: boolean;
}

/**
 * Changes the signed-in user's name and surname at once. Another e-mail address takes effect when the link sent to it is opened;
 * the old address gets a mail with a link that undoes the change. An address that waits already gets no second mail.
 */
export async function changeProfile(
	ctx: UserCtx,
	{ name, surname, email }: ProfileInput,
	form?: ProfileForm,
): Promise<Result<ChangedProfile, Refused>> {
	const { db, actor, now } = ctx;
	// Mails follow the language of the last form. Clients of the API seldom say which one they want, so it changes none.
	const after = { name, surname, language: form?.language ?? actor.language };
	const user = { ...actor, ...after };
	const changed = (["name", "surname", "language"] as const).filter((field) => after[field] !== actor[field]);
	const emailWaits = email !== actor.email;
	const moves = emailWaits && email !== pendingEmail(await openClaims(db, actor.id, now));
	// The same form sent twice must not conflict with itself.
	if (changed.length === 0 && !moves) return done({ user: actor, emailWaits });
	const refused = moves ? await refuseNewEmail(ctx, email, form) : null;
	if (refused) return refused;
	const profileChange: AuditEntry = {
		action: "account.profile-change",
		subjectId: actor.id,
		before: Object.fromEntries(changed.map((field) => [field, actor[field]])),
		after: Object.fromEntries(changed.map((field) => [field, after[field]])),
	};
	const move: AuditEntry = { action: "account.email-change", subjectId: actor.id, after: { email } };
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
			...(moves ? addClaim(ctx, { userId: actor.id, email, previousEmail: actor.email }) : []),
		],
		audit: [...(changed.length > 0 ? [profileChange] : []), ...(moves ? [move] : [])],
		outbox: moves ? [verifyMail(user, email), mailTo(user, "email-changed", { newEmail: email })] : [],
		// The starting list and news show names.
		visible: changed.length > 0,
	});
	return committed.ok ? done({ user, emailWaits }) : refuse("stale");
}

/** Switches the mails about evaluated flight logs on or off. */
export async function setScoreMails(ctx: UserCtx, scoreMails: boolean): Promise<void> {
	const { db, actor } = ctx;
	await commit(ctx, {
		statements: [db.update(users).set({ scoreMails }).where(eq(users.id, actor.id))],
		audit: { action: "account.score-mails", subjectId: actor.id, after: { scoreMails } },
		visible: false,
	});
}
