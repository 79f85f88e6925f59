import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { EraseInput } from "~/lib/accounts/account-schemas";
import { undoableChanges } from "~/lib/accounts/email/email-claims.server";
import { checkOwnPassword } from "~/lib/accounts/password/own-password.server";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { countByAccount } from "~/lib/http/throttle.server";
import { erasureRequests } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { emailClaims, erasures, users } from "~db/schema";
import { openErasures } from "./erasure-queries.server";

/**
 * Mails the signed-in user a link that confirms the erasure of the account. Nothing changes for one that is confirmed already.
 * While the address before can undo a change, no link is sent to the new one: it may be a thief's, who knows the password.
 */
export async function askForErasure(
	ctx: UserCtx,
	{ password }: EraseInput,
): Promise<Result<null, "invalid-fields" | "email-undoable" | "too-many-requests">> {
	const { db, actor, now } = ctx;
	const wait = await countByAccount(ctx, erasureRequests, actor.id);
	if (wait !== null) return refuseForNow(wait);
	const ofUser = eq(erasures.userId, actor.id);
	const { user, confirmed, undoable } = await read(db, {
		user: first(db.select().from(users).where(eq(users.id, actor.id))),
		confirmed: first(openErasures(db, and(ofUser, isNotNull(erasures.confirmedAt)))),
		undoable: first(undoableChanges(db, now, eq(emailClaims.userId, actor.id))),
	});
	const checked = user ? await checkOwnPassword(ctx, user, password) : done(false);
	if (!checked.ok) return checked;
	if (!user || !checked.value) {
		return refuse("invalid-fields", { password: "account.erase.wrongPassword" });
	}
	if (confirmed) return done(null);
	if (undoable) return refuse("email-undoable");
	await commit(ctx, {
		statements: [
			db
				.update(erasures)
				.set({ outcome: "replaced", endedAt: now })
				.where(and(ofUser, isNull(erasures.outcome))),
			db.insert(erasures).values({
				id: crypto.randomUUID(),
				userId: user.id,
				tokenVersion: user.tokenVersion,
				createdAt: now,
			}),
		],
		audit: { action: "account.erase-request", subjectId: user.id },
		outbox: [mailTo(user, "erasure-confirm", {})],
		visible: false,
	});
	return done(null);
}
