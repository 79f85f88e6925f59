import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { revokedTokens, sessions, users } from "~db/schema";

/** Query for the sessions of the signed-in user that have not ended, the newest first. */
export function ownSessions({ db, actor, now }: UserCtx) {
	const { id, userAgent, createdAt } = sessions;
	return db
		.select({ id, userAgent, createdAt })
		.from(sessions)
		.innerJoin(users, and(eq(users.id, sessions.userId), eq(users.tokenVersion, sessions.tokenVersion)))
		.leftJoin(revokedTokens, eq(revokedTokens.jti, sessions.id))
		.where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now), isNull(revokedTokens.jti)))
		.orderBy(desc(sessions.createdAt), sessions.id);
}

/** Ends a session of the signed-in user; a second time changes nothing. */
export async function endSession(ctx: UserCtx, id: string): Promise<Result<null, "not-found">> {
	const { db, actor } = ctx;
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
