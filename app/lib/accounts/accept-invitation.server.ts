import { and, eq, exists, isNull, or } from "drizzle-orm";
import type { Ctx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { countByAddress } from "~/lib/http/throttle.server";
import { signups } from "~/lib/http/write-limits";
import { pick } from "~/lib/pick";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import type { Role } from "~db/enums";
import { invitations, users } from "~db/schema";
import type { InvitedInput } from "./account-schemas";
import { newPasswordComplaint, pwnedComplaint } from "./password/judge-new-password.server";
import { hashPassword } from "./password/password.server";
import { beginSession, type NewSession } from "./session.server";
import { announceRole } from "./team.server";

type Unusable =
	| "invitation-unknown"
	| "invitation-expired"
	| "invitation-used"
	| "invitation-withdrawn"
	| "invitation-void";

/** An invitation that can be accepted. */
interface Invitation {
	readonly id: string;
	readonly email: string;
	readonly role: Role;
	/** The account of the address; null when there is none. */
	readonly account: { readonly id: string; readonly role: Role | null } | null;
}

const pathOf = (id: string) => `/invitation/${id}`;

/** The path that accepts an invitation; null when it has nothing left to do. It is signed until the invitation ends. */
export async function createInvitationLink(ctx: Ctx, id: string): Promise<string | null> {
	const [invitation] = await ctx.db.select().from(invitations).where(eq(invitations.id, id));
	if (!invitation || invitation.acceptedAt || invitation.withdrawnAt) return null;
	const seconds = Math.floor((invitation.expiresAt.getTime() - ctx.now.getTime()) / 1000);
	return seconds > 0 ? signPath(ctx, "invitation", pathOf(id), seconds) : null;
}

/** Condition on an invitation: the operator has made it, or somebody who still is an organiser. */
function hasInviter(db: Db) {
	const inviter = db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, invitations.createdBy), eq(users.role, "organiser"), isNull(users.erasedAt)));
	return or(isNull(invitations.createdBy), exists(inviter));
}

export async function invitationOfLink(
	ctx: Ctx,
	id: string,
	url: URL,
): Promise<Result<Invitation, Unusable>> {
	const { db, now } = ctx;
	const [found] = await db.select().from(invitations).where(eq(invitations.id, id));
	if (!found || found.email === "") return refuse("invitation-unknown");
	if (found.expiresAt <= now) return refuse("invitation-expired");
	if (!(await isSignedLink(ctx, "invitation", url))) return refuse("invitation-unknown");
	if (found.acceptedAt) return refuse("invitation-used");
	if (found.withdrawnAt) return refuse("invitation-withdrawn");
	const [held] = await db
		.select({ id: invitations.id })
		.from(invitations)
		.where(and(eq(invitations.id, id), hasInviter(db)));
	if (!held) return refuse("invitation-void");
	const [account = null] = await db
		.select(pick(users, "id", "role"))
		.from(users)
		.where(eq(users.email, found.email));
	return done({ ...pick(found, "id", "email", "role"), account });
}

/** Uses an invitation up. The write asks again whether it holds. */
function consumeInvitation({ db, now }: Ctx, { id }: Invitation, acceptedBy: string) {
	const { acceptedAt, withdrawnAt } = invitations;
	return exactlyOne(
		db
			.update(invitations)
			.set({ acceptedAt: now, acceptedBy })
			.where(and(eq(invitations.id, id), isNull(acceptedAt), isNull(withdrawnAt), hasInviter(db))),
	);
}

/**
 * Gives the signed-in account the role of an invitation to its address, which the link has verified. Refuses an account of another address,
 * and one that has a role already.
 */
export async function acceptInvitation(
	ctx: UserCtx,
	invitation: Invitation,
): Promise<Result<null, "invitation-other" | "stale">> {
	const { db, now, actor } = ctx;
	const { email, role, account } = invitation;
	if (account?.id !== actor.id) return refuse("invitation-other");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({ role, verifiedAt: now, newsUntil: null, updatedAt: now })
					.where(and(eq(users.id, actor.id), eq(users.email, email), isNull(users.role))),
			),
			consumeInvitation(ctx, invitation, actor.id),
		],
		audit: { action: "role.accept", subjectId: actor.id, after: { role } },
		outbox: await announceRole(ctx, "accept", role),
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}

/** Makes an account of the invited address with its role, before signup opens too, and begins its first session. */
export async function signUpInvited(
	ctx: Ctx,
	invitation: Invitation,
	{ password, ...person }: InvitedInput,
): Promise<Result<NewSession, "invalid-fields" | "stale" | "too-many-requests">> {
	const { db, now, language } = ctx;
	const { email, role } = invitation;
	const complaint =
		newPasswordComplaint(password, { ...person, email }) ?? (await pwnedComplaint(ctx, password));
	if (complaint) return refuse("invalid-fields", { password: complaint });
	const wait = await countByAddress(ctx, signups);
	if (wait !== null) return refuseForNow(wait);
	const user = {
		...{ id: crypto.randomUUID(), ...person, email, role, language },
		passwordHash: await hashPassword(password),
		...{ createdAt: now, updatedAt: now, verifiedAt: now },
	};
	const { session, begin } = await beginSession(ctx, { ...user, tokenVersion: 1 }, null);
	const committed = await commit(ctx, {
		statements: [db.insert(users).values(user), consumeInvitation(ctx, invitation, user.id), begin],
		audit: [
			{
				action: "account.signup",
				subjectId: user.id,
				actorId: user.id,
				after: { ...person, email, language },
			},
			{ action: "role.accept", subjectId: user.id, actorId: user.id, after: { role } },
		],
		outbox: await announceRole(ctx, "accept", role),
		visible: false,
	});
	return committed.ok ? done(session) : refuse("stale");
}
