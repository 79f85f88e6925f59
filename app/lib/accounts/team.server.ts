import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireRecentCode } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { type MailPayloads, mailTo } from "~/lib/db/mail-to";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { done, type Result, refuse } from "~/lib/result";
import type { Role } from "~db/enums";
import { auditLog, invitations, users } from "~db/schema";
import { organiserRecipients } from "./account-queries.server";

/** Milliseconds for which an invitation can be accepted. */
const invitationTime = 3 * dayMilliseconds;

/** What is announced about roles, in the audit log too. */
const acts = [
	"role.invite",
	"role.withdraw",
	"role.accept",
	"role.change",
] as const satisfies readonly AuditAction[];

/** Selects the changes of roles and invitations of the last week, newest first, each with the address that it is about. */
export function roleChanges(db: Db, now: Date) {
	const weekAgo = new Date(now.getTime() - 7 * dayMilliseconds);
	const { action, at, subjectId } = auditLog;
	const all = [...acts, "user.grant-admin", "user.revoke-admin"] satisfies readonly AuditAction[];
	// Empty or null once it is erased.
	const email = sql<string | null>`coalesce(${invitations.email}, ${users.email})`;
	return db
		.select({ action, at, email })
		.from(auditLog)
		.leftJoin(invitations, eq(invitations.id, subjectId))
		.leftJoin(users, and(eq(users.id, subjectId), isNull(users.erasedAt)))
		.where(and(inArray(action, all), gt(at, weekAgo)))
		.orderBy(desc(at));
}

/** Selects everybody who has a role. */
export function teamMembers(db: Db) {
	const { id, name, surname, email, role } = users;
	return db
		.select({ id, name, surname, email, role })
		.from(users)
		.where(and(isNotNull(role), isNull(users.erasedAt)))
		.orderBy(asc(users.surname), asc(users.name));
}

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));

/** Selects the invitations that can still be accepted, as far as time goes. */
export function openInvitations({ db, now }: Pick<Ctx, "db" | "now">) {
	const { id, email, role, expiresAt } = invitations;
	return db
		.select({ id, email, role, expiresAt })
		.from(invitations)
		.where(and(isOpen, gt(expiresAt, now)))
		.orderBy(desc(expiresAt));
}

/** Mails about a change by which a stolen session could let others in: to every organiser, and to the operator. */
export async function announceRole(
	ctx: Pick<Ctx, "db" | "settings">,
	event: MailPayloads["role-changed"]["event"],
	role: Role,
) {
	const recipients = await organiserRecipients(ctx.db, [ctx.settings.operatorEmail ?? ""]);
	return recipients.map((to) => mailTo(to, "role-changed", { event, role }));
}

/**
 * Invites an address to a role, by a mail whose link can be accepted once within three days. An earlier invitation of the address is void.
 * @throws AccessDenied "code-outdated"
 */
export async function invite(
	ctx: StaffCtx<"team">,
	{ email, role }: { readonly email: string; readonly role: Role },
): Promise<Result<null, "invalid-fields">> {
	return inviteAs(requireRecentCode(ctx), { email, role, invitedBy: ctx.actor.id });
}

/** @param invitedBy null for who has no account here: the operator, or an organiser of the year before */
export async function inviteAs(
	ctx: Ctx,
	{
		email,
		role,
		invitedBy,
	}: { readonly email: string; readonly role: Role; readonly invitedBy: string | null },
): Promise<Result<null, "invalid-fields">> {
	const { db, now, language } = ctx;
	const [known] = await db.select().from(users).where(eq(users.email, email));
	if (known?.role) return refuse("invalid-fields", { email: "team.invite.member" });
	const id = crypto.randomUUID();
	const to = { id: known?.id ?? null, email, language: known?.language ?? language };
	await commit(ctx, {
		statements: [
			db
				.update(invitations)
				.set({ withdrawnAt: now })
				.where(and(eq(invitations.email, email), isOpen)),
			db.insert(invitations).values({
				...{ id, email, role, createdAt: now, createdBy: invitedBy },
				expiresAt: new Date(now.getTime() + invitationTime),
			}),
		],
		audit: { action: "role.invite", subjectId: id, after: { role } },
		outbox: [mailTo(to, "invitation", { id, role }), ...(await announceRole(ctx, "invite", role))],
		visible: false,
	});
	return done(null);
}

/** @throws AccessDenied "code-outdated" */
export async function withdrawInvitation(ctx: StaffCtx<"team">, id: string): Promise<Result<null, "stale">> {
	const { db, now } = requireRecentCode(ctx);
	const [invitation] = await db.select().from(invitations).where(eq(invitations.id, id));
	if (!invitation) return refuse("stale");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(invitations)
					.set({ withdrawnAt: now })
					.where(and(eq(invitations.id, id), isOpen)),
			),
		],
		audit: { action: "role.withdraw", subjectId: id, before: { role: invitation.role } },
		outbox: await announceRole(ctx, "withdraw", invitation.role),
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}

const others = alias(users, "others");

/** Condition on an account: it is no organiser, or another one stays, whose address is verified. */
export function isSpared(db: Db) {
	const another = db
		.select({ id: others.id })
		.from(others)
		.where(
			and(
				eq(others.role, "organiser"),
				ne(others.id, users.id),
				isNotNull(others.verifiedAt),
				isNull(others.erasedAt),
			),
		);
	return or(sql`${users.role} IS NOT 'organiser'`, exists(another));
}

/**
 * Gives somebody who has a role another one, or takes it. Every session of the account ends, and with it the links to the desk.
 * @throws AccessDenied "code-outdated"
 */
export async function changeRole(
	ctx: StaffCtx<"team">,
	{ user, role, seen }: { readonly user: string; readonly role: Role | null; readonly seen: Role },
): Promise<Result<null, "last-organiser" | "stale">> {
	const { db, now } = requireRecentCode(ctx);
	if (role === seen) return done(null);
	const isMember = and(eq(users.id, user), eq(users.role, seen), isNull(users.erasedAt));
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({ role, tokenVersion: sql`${users.tokenVersion} + 1`, updatedAt: now })
					.where(and(isMember, isSpared(db))),
			),
		],
		audit: { action: "role.change", subjectId: user, before: { role: seen }, after: { role } },
		outbox: await announceRole(ctx, "change", role ?? seen),
		visible: false,
	});
	if (committed.ok) return done(null);
	const [left] = await db.select({ id: users.id }).from(users).where(isMember);
	return refuse(left ? "last-organiser" : "stale");
}
