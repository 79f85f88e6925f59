import { and, eq } from "drizzle-orm";
import { AccessDenied, requireRecentCode } from "~/lib/access";
import { loginAudit } from "~/lib/accounts/log-in.server";
import {
	countLoginFailure,
	forgetLoginFailures,
	loginFailureKeys,
	waitBeforeLogin,
} from "~/lib/accounts/login-delay.server";
import { readLogin } from "~/lib/accounts/login-step.server";
import { beginSession, type NewSession } from "~/lib/accounts/session.server";
import type { Ctx, UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { recoveryCodes, secondFactors, users } from "~db/schema";
import { newRecoveryCodes, recoveryCodeHash, wrongCode } from "./check-code.server";
import { offeredSecret, sealSecret } from "./factor-secret.server";
import { type SecondFactor, secondFactorOf } from "./second-factor-queries.server";
import { stepOfCode } from "./totp";

/** The user who sets up a second factor: somebody with a role at the first login, or one who is signed in. */
export interface FactorOwner {
	readonly user: typeof users.$inferSelect;
	/** The factor that is to be replaced. */
	readonly factor: SecondFactor | null;
	/** The secret for the authenticator app. */
	readonly secret: Uint8Array<ArrayBuffer>;
}

/**
 * Returns null for a visitor whose login has expired, or whose account has a second factor already.
 * @param loginStep token of a login that has yet to take its second step
 * @throws AccessDenied "not-admin"; "code-outdated" when the old factor must be confirmed first
 */
export async function readFactorOwner(ctx: Ctx, loginStep: string | null): Promise<FactorOwner | null> {
	const asked = ctx.actor && ctx.session ? await signedIn(ctx as UserCtx) : await readLogin(ctx, loginStep);
	if (!asked) return null;
	const { user, id } = asked;
	if (!user.role) throw new AccessDenied("not-admin");
	const [factor = null] = await secondFactorOf(ctx.db, user.id);
	if (factor && !ctx.session) return null;
	return { user, factor, secret: offeredSecret(ctx, user.id, id, factor?.createdAt ?? null) };
}

async function signedIn(ctx: UserCtx) {
	const { session, actor, db } = requireRecentCode(ctx);
	const [user] = await db.select().from(users).where(eq(users.id, actor.id));
	return user ? { user, id: session.id } : null;
}

interface NewFactor {
	readonly session: NewSession;
	/** Recovery codes, which are shown once. */
	readonly codes: readonly string[];
}

/** Sets up a second factor by the first code of its app. Every other session of the account ends. */
export async function setUpFactor(
	ctx: Ctx,
	owner: FactorOwner,
	typed: string,
): Promise<Result<NewFactor, "code-wrong" | "stale" | "too-many-requests">> {
	const { db, now } = ctx;
	const { user, factor, secret } = owner;
	const counter = `set-up ${user.id}`;
	const wait = await waitBeforeLogin(ctx, counter);
	if (wait !== null) return refuseForNow(wait);
	const step = await stepOfCode(secret, typed.replace(/[\s-]/g, ""), now, -1);
	if (step === null) {
		await countLoginFailure(ctx, counter);
		return wrongCode();
	}
	const codes = newRecoveryCodes();
	const tokenVersion = user.tokenVersion + 1;
	const { session, begin } = await beginSession(ctx, { ...user, tokenVersion }, now);
	const committed = await commit(ctx, {
		statements: [
			await writeFactor(ctx, owner, step),
			db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
			db.insert(recoveryCodes).values(await rowsOf(user.id, codes)),
			exactlyOne(
				db
					.update(users)
					.set({ tokenVersion })
					.where(and(eq(users.id, user.id), eq(users.tokenVersion, user.tokenVersion))),
			),
			forgetLoginFailures(ctx, await loginFailureKeys(counter)),
			begin,
		],
		audit: [
			{
				action: "account.second-factor",
				subjectId: user.id,
				actorId: user.id,
				after: { replaced: factor !== null },
			},
			...(ctx.actor ? [] : [await loginAudit(ctx, user)]),
		],
		outbox: [mailTo(user, "second-factor", { event: "set-up" })],
		visible: false,
	});
	return committed.ok ? done({ session, codes }) : refuse("stale");
}

/** When two set-ups run at once, one succeeds. */
async function writeFactor(ctx: Ctx, { user, factor, secret }: FactorOwner, lastStep: number) {
	const { db, now } = ctx;
	const values = { sealedSecret: await sealSecret(ctx, user.id, secret), lastStep, createdAt: now };
	if (!factor) return exactlyOne(db.insert(secondFactors).values({ userId: user.id, ...values }));
	const { userId, createdAt } = secondFactors;
	return exactlyOne(
		db
			.update(secondFactors)
			.set(values)
			.where(and(eq(userId, user.id), eq(createdAt, factor.createdAt))),
	);
}

function rowsOf(userId: string, codes: readonly string[]) {
	return Promise.all(codes.map(async (code) => ({ userId, codeHash: await recoveryCodeHash(userId, code) })));
}
