import { and, desc, eq, exists, gt, isNull } from "drizzle-orm";
import { requireRecentCode } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { linkToken, sha256Hex } from "~/lib/digest";
import { areEntriesOpen, isFinished } from "~/lib/editions/opening-times";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { done, type Result, refuse } from "~/lib/result";
import { signupLinks, users } from "~db/schema";

/** Milliseconds for which a link makes an account, and for which that account can enter. */
const linkTime = 3 * dayMilliseconds;

/**
 * Makes a link with which one account can be made while signup is closed. @returns its token, of which only the digest is stored
 * @throws AccessDenied "code-outdated"
 */
export async function makeSignupLink(
	ctx: StaffCtx<"team">,
	{ name }: { readonly name: string },
): Promise<Result<{ readonly token: string }, "signup-closed">> {
	const { db, now, actor, edition } = requireRecentCode(ctx);
	if (isFinished(edition)) return refuse("signup-closed");
	const token = linkToken();
	const id = crypto.randomUUID();
	await commit(ctx, {
		statements: [
			db.insert(signupLinks).values({
				...{ id, name, token: await sha256Hex(token), createdAt: now, createdBy: actor.id },
				expiresAt: new Date(now.getTime() + linkTime),
			}),
		],
		audit: { action: "signup-link.make", subjectId: id },
		visible: false,
	});
	return done({ token });
}

/** @throws AccessDenied "code-outdated" */
export function withdrawSignupLink(ctx: StaffCtx<"team">, id: string): Promise<Result<null, "stale">> {
	const { db, now } = requireRecentCode(ctx);
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(signupLinks)
					.set({ withdrawnAt: now })
					.where(and(eq(signupLinks.id, id), isUnused)),
			),
		],
		audit: { action: "signup-link.withdraw", subjectId: id },
		visible: false,
	});
}

const isUnused = and(isNull(signupLinks.usedAt), isNull(signupLinks.withdrawnAt));

/** Selects the links that still make an account, as far as time goes. */
export function openSignupLinks({ db, now }: Pick<Ctx, "db" | "now">) {
	const { id, name, expiresAt } = signupLinks;
	return db
		.select({ id, name, expiresAt })
		.from(signupLinks)
		.where(and(isUnused, gt(expiresAt, now)))
		.orderBy(desc(expiresAt));
}

/** Condition: the link makes an account now. Whoever made it still is an organiser. */
function isUsable({ db, now }: Pick<Ctx, "db" | "now">) {
	const maker = db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, signupLinks.createdBy), eq(users.role, "organiser"), isNull(users.erasedAt)));
	return and(isUnused, gt(signupLinks.expiresAt, now), exists(maker));
}

/** The id of the link of a token; null when it makes no account. A closed edition takes nobody. */
export async function signupLinkOf(ctx: Ctx, token: string | null): Promise<string | null> {
	if (!token || isFinished(ctx.edition)) return null;
	const isToken = eq(signupLinks.token, await sha256Hex(token));
	const [found] = await ctx.db
		.select({ id: signupLinks.id })
		.from(signupLinks)
		.where(and(isToken, isUsable(ctx)));
	return found?.id ?? null;
}

/** Uses a link up for an account. The write asks again whether it holds. */
export function consumeSignupLink(ctx: Ctx, id: string, usedBy: string) {
	return exactlyOne(
		ctx.db
			.update(signupLinks)
			.set({ usedAt: ctx.now, usedBy })
			.where(and(eq(signupLinks.id, id), isUsable(ctx))),
	);
}

/** Selects the links by which an account was made so lately that it can still enter. */
function lateEntry(db: Db, userId: string, now: Date) {
	const isLate = gt(signupLinks.usedAt, new Date(now.getTime() - linkTime));
	return db
		.select({ id: signupLinks.id })
		.from(signupLinks)
		.where(and(eq(signupLinks.usedBy, userId), isLate));
}

/** Whether somebody without an entry can send one: as long as everybody can change theirs, and by a link a while after. */
export async function mayEnter({
	db,
	edition,
	now,
	actor,
}: Ctx & { readonly actor: { readonly id: string } }) {
	if (areEntriesOpen(edition, now)) return true;
	return !isFinished(edition) && (await lateEntry(db, actor.id, now)).length > 0;
}
