import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { isFactorRequired } from "~/lib/accounts/second-factor/second-factor-queries.server";
import type { Actor, Ctx, CurrentSession, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { newestFirst } from "~/lib/db/newest-first.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { revokedTokens, secondFactors, sessions, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type SessionClaims, sessionSeconds, signToken } from "./token.server";

type User = Omit<Actor, "verified"> & { readonly verifiedAt: Date | null; readonly tokenVersion: number };

export interface NewSession {
	readonly token: string;
	readonly user: Actor;
	readonly tokenVersion: number;
}

/** Characters. */
const longestUserAgent = 200;

/**
 * A new session, and the statement that adds it. Whatever begins the session commits the statement in its batch.
 * @param confirmedAt when the user sent a code of the second factor; null for a password alone
 */
export async function beginSession(ctx: Ctx, user: User, confirmedAt: Date | null) {
	const { db, now, channel, userAgent } = ctx;
	const id = crypto.randomUUID();
	const session: NewSession = {
		token: await signToken("session", user, ctx, id),
		user: actorOf(ctx, user, confirmedAt),
		tokenVersion: user.tokenVersion,
	};
	const begin = db.insert(sessions).values({
		id,
		userId: user.id,
		tokenVersion: user.tokenVersion,
		channel,
		userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
		createdAt: now,
		expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
		confirmedAt,
	});
	return { session, begin };
}

type Rules = Pick<Ctx, "settings" | "channel"> & { readonly edition: Pick<Edition, "secondFactor"> };

/**
 * Picks the fields one by one, because a row holds the hash of the password as well. An unverified address gives nobody a role,
 * as it may be somebody else's. A password alone does not either where a role needs a second factor.
 */
function actorOf(rules: Rules, user: Omit<User, "tokenVersion">, confirmedAt: Date | null): Actor {
	const { id, name, surname, email, language, verifiedAt } = user;
	const verified = verifiedAt !== null;
	const isOneself = confirmedAt !== null || !isFactorRequired(rules);
	return { id, name, surname, email, verified, role: verified && isOneself ? user.role : null, language };
}

/** Selects the user of a token, and whether the token was revoked; `sessionOf` reads the row. */
export function sessionUser(db: Db, claims: Readonly<Record<"tokenId" | "userId", SQL<string>>>) {
	return db
		.select({
			...pick(users, "id", "name", "surname", "email", "verifiedAt"),
			...pick(users, "role", "language", "tokenVersion", "erasedAt"),
			revoked: revokedTokens.jti,
			...pick(sessions, "channel", "confirmedAt"),
			factorSince: secondFactors.createdAt,
		})
		.from(users)
		.leftJoin(revokedTokens, eq(revokedTokens.jti, claims.tokenId))
		.leftJoin(sessions, eq(sessions.id, claims.tokenId))
		.leftJoin(secondFactors, eq(secondFactors.userId, users.id))
		.where(eq(users.id, claims.userId));
}

type SessionRow = Awaited<ReturnType<typeof sessionUser>>[number];

export type Session =
	| { readonly actor: Actor; readonly current: CurrentSession; readonly refusal: null }
	| { readonly actor: null; readonly current: null; readonly refusal: "token-invalid" | "user-missing" };

/**
 * A logout, a new password, a lost right or an erased account ends older sessions at once. So does a new second factor: an account
 * that has one gives nothing for a password alone. A session of the pages is not valid in the API, which asks for no recent code.
 */
export function sessionOf(rules: Rules, claims: SessionClaims, row: SessionRow | undefined): Session {
	if (!row || row.erasedAt) return refused("user-missing");
	if (row.revoked || row.tokenVersion !== claims.tokenVersion) return refused("token-invalid");
	if (rules.channel === "api" && row.channel === "page") return refused("token-invalid");
	if (row.factorSince && !row.confirmedAt) return refused("token-invalid");
	return {
		actor: actorOf(rules, row, row.confirmedAt),
		current: { id: claims.tokenId, tokenVersion: claims.tokenVersion, confirmedAt: row.confirmedAt },
		refusal: null,
	};
}

function refused(refusal: "token-invalid" | "user-missing"): Session {
	return { actor: null, current: null, refusal };
}

/** Selects the sessions that have not ended, the newest first. */
export function ownSessions({ db, actor, now }: UserCtx) {
	const { id, userAgent, createdAt } = sessions;
	return db
		.select({ id, userAgent, createdAt })
		.from(sessions)
		.innerJoin(users, and(eq(users.id, sessions.userId), eq(users.tokenVersion, sessions.tokenVersion)))
		.leftJoin(revokedTokens, eq(revokedTokens.jti, sessions.id))
		.where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now), isNull(revokedTokens.jti)))
		.orderBy(...newestFirst(sessions.createdAt));
}

/** Ends another session of the signed-in user; this one ends by its logout. Ending it again changes nothing. */
export async function endSession(ctx: UserCtx, id: string): Promise<Result<null, "not-found">> {
	const { db, actor } = ctx;
	if (id === ctx.session.id) return refuse("not-found");
	const [session] = await db
		.select({ expiresAt: sessions.expiresAt })
		.from(sessions)
		.where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)));
	if (!session) return refuse("not-found");
	await commit(ctx, {
		statements: [
			db.insert(revokedTokens).values({ jti: id, expiresAt: session.expiresAt }).onConflictDoNothing(),
		],
		audit: { action: "account.session-end", subjectId: actor.id },
		visible: false,
	});
	return done(null);
}

/** Ends every session of the account, and begins a new one for this browser. Duty links end with the sessions. */
export async function endAllSessions(ctx: UserCtx): Promise<Result<NewSession, "user-missing" | "stale">> {
	const { db, actor, session: current } = ctx;
	const [user] = await db.select().from(users).where(eq(users.id, actor.id));
	if (!user) return refuse("user-missing");
	const tokenVersion = current.tokenVersion + 1;
	const { session, begin } = await beginSession(ctx, { ...user, tokenVersion }, current.confirmedAt);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({ tokenVersion })
					// A session that was ended meanwhile begins no other one.
					.where(and(eq(users.id, actor.id), eq(users.tokenVersion, current.tokenVersion))),
			),
			begin,
		],
		audit: { action: "account.sessions-end", subjectId: actor.id },
		visible: false,
	});
	return committed.ok ? done(session) : refuse("stale");
}

/** Revokes the token of one session. Revoking it again changes nothing. */
export async function logOut(ctx: UserCtx, { tokenId, expiresAt }: SessionClaims): Promise<void> {
	await commit(ctx, {
		statements: [ctx.db.insert(revokedTokens).values({ jti: tokenId, expiresAt }).onConflictDoNothing()],
		audit: { action: "account.logout", subjectId: ctx.actor.id },
		visible: false,
	});
}
