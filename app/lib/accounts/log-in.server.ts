import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { countByAccount, countByAddress } from "~/lib/http/throttle.server";
import { loginsByAccount, loginsByAddress } from "~/lib/http/write-limits";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { users } from "~db/schema";
import type { LoginInput } from "./account-schemas";
import { deviceOf } from "./device.server";
import { askToVerify } from "./email/ask-to-verify.server";
import { countLoginFailure, forgetLoginFailures, loginDelay, loginFailureKeys } from "./login-delay.server";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password.server";
import { type NewSession, newSession } from "./session.server";

type Refused = "invalid-credentials" | "password-expired" | "too-many-requests";

/**
 * Begins a session. A wrong password and an unknown address get the same answer after the same work, so that nobody
 * learns which addresses have an account.
 * @param language the page's language, in which the account gets its mails from now on; the API leaves it
 */
export async function logIn(
	ctx: Ctx,
	{ email, password }: LoginInput,
	language?: Language,
): Promise<Result<NewSession, Refused>> {
	const wait =
		(await countByAddress(ctx, loginsByAddress)) ??
		(await loginDelay(ctx, email)) ??
		(await countByAccount(ctx, loginsByAccount, email));
	if (wait !== null) return refuseForNow(wait);

	const { db } = ctx;
	const [user] = await db
		.select()
		.from(users)
		.where(and(eq(users.email, email), isNull(users.erasedAt)));
	if (!(await verifyPassword(password, user?.passwordHash ?? null)) || !user) {
		await countLoginFailure(ctx, email);
		return refuse("invalid-credentials");
	}
	if (!user.passwordValid) return refuse("password-expired");

	const verification =
		user.verifiedAt || user.askedToVerifyAt
			? null
			: await askToVerify(ctx, { ...user, language: language ?? user.language });
	const changes = {
		...(verification ? askedAfter(user, ctx.now) : {}),
		...(isOutdatedHash(user.passwordHash) ? { passwordHash: await hashPassword(password) } : {}),
		...(language && language !== user.language ? { language } : {}),
	};
	await commit(ctx, {
		statements: [
			forgetLoginFailures(ctx, await loginFailureKeys(email)),
			...(Object.keys(changes).length > 0 ? [db.update(users).set(changes).where(unchanged(user))] : []),
			...(verification?.statements ?? []),
		],
		audit: {
			action: "account.login",
			subjectId: user.id,
			actorId: user.id,
			...(user.admin ? { after: { device: await deviceOf(ctx) } } : {}),
		},
		outbox: verification ? [verification.mail] : [],
		visible: false,
	});
	return done(await newSession(ctx, user));
}

/** How long an account of an older version gets news after the first mail that asks to verify its address. */
const newsMilliseconds = 30 * 24 * 60 * 60 * 1000;

function askedAfter({ newsUntil }: typeof users.$inferSelect, now: Date) {
	return {
		askedToVerifyAt: now,
		...(newsUntil ? { newsUntil: new Date(now.getTime() + newsMilliseconds) } : {}),
	};
}

/** Condition: nobody changed the password meanwhile; a new hash of the old one must not overwrite it. */
function unchanged({ id, passwordHash }: typeof users.$inferSelect) {
	return and(eq(users.id, id), eq(users.passwordHash, passwordHash));
}
