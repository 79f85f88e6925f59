import { and, eq, isNull } from "drizzle-orm";
import { checkCode, type UsedCode, wrongCode } from "~/lib/accounts/second-factor/check-code.server";
import { isFactorRequired, secondFactorOf } from "~/lib/accounts/second-factor/second-factor-queries.server";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit, type QueuedMail, type Write } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { countByAddress, networkOf } from "~/lib/http/throttle.server";
import { loginsByAddress } from "~/lib/http/write-limits";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { users } from "~db/schema";
import type { ApiLoginInput, LoginInput } from "./account-schemas";
import { askToVerify } from "./email/ask-to-verify.server";
import { deviceOf } from "./known-device.server";
import {
	countLoginFailure,
	forgetLoginFailures,
	loginFailureKeys,
	waitBeforeLogin,
} from "./login-delay.server";
import { movedPasswords } from "./password/check-moved.server";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password/password.server";
import { beginSession, type NewSession } from "./session.server";
import { signToken } from "./token.server";

type User = typeof users.$inferSelect;
type WrongPassword = "invalid-credentials" | "password-expired" | "too-many-requests";

/** The result of the right password on a page: a session, or a further step with the token for it. */
type Login =
	| { readonly step: "done"; readonly session: NewSession }
	| { readonly step: "code" | "set-up"; readonly token: string };

interface Browser {
	/** The language of the page. The account gets its mails in it from now on. */
	readonly language: Language;
	/** The cookie of a known device. */
	readonly device: string | null;
}

/** Begins a session, or the second step of a login: a second factor is asked for, or must be set up. */
export async function logIn(
	ctx: Ctx,
	input: LoginInput,
	{ language, device }: Browser,
): Promise<Result<Login, WrongPassword>> {
	const checked = await checkPassword(ctx, { ...input, code: null }, device);
	if (!checked.ok) return checked;
	const { user, hasFactor, forget } = checked.value;
	const { statements, outbox } = await renew(ctx, user, input.password, language);
	const first = { statements: [forget, ...statements], outbox };
	if (!hasFactor && !(user.role && isFactorRequired(ctx))) {
		const session = await finishLogin(ctx, user, first);
		// The session can be refused only because its code was used up, and there was no code.
		return session.ok ? done({ step: "done", session: session.value }) : refuse("invalid-credentials");
	}
	await commit(ctx, { ...first, audit: [], visible: false });
	const token = await signToken("login-step", user, ctx);
	return done({ step: hasFactor ? "code" : "set-up", token });
}

/** A password followed by a code, as clients send it that know of no second factor. */
const passwordAndCode = /^(.+) (\d{6})$/s;

/** Begins a session of the API by a password and, where the account has a second factor, by a code. */
export async function logInByApi(
	ctx: Ctx,
	input: ApiLoginInput,
): Promise<Result<NewSession, WrongPassword | "code-missing" | "code-wrong">> {
	const checked = await checkPassword(ctx, input, null);
	if (!checked.ok) return checked;
	const { user, hasFactor, code, forget } = checked.value;
	if (hasFactor && !code) return refuse("code-missing");
	const used = hasFactor && code ? await checkCode(ctx, user, code, null) : null;
	if (used && !used.ok) return used;
	const { statements, outbox } = await renew(ctx, user, checked.value.password);
	return finishLogin(ctx, user, { statements: [forget, ...statements], outbox }, used?.value);
}

/** Statements and mails that are committed with a login. */
interface Renewal {
	readonly statements: Write["statements"];
	readonly outbox: readonly QueuedMail[];
}

/** Begins the session, and uses up the code of the second factor. */
export async function finishLogin(
	ctx: Ctx,
	user: User,
	{ statements, outbox }: Renewal,
	used?: UsedCode,
): Promise<Result<NewSession, "code-wrong">> {
	const { session, begin } = await beginSession(ctx, user, used ? ctx.now : null);
	const committed = await commit(ctx, {
		statements: [...statements, ...(used?.statements ?? []), begin],
		audit: [await loginAudit(ctx, user), ...(used?.audit ?? [])],
		outbox: [...outbox, ...(used?.outbox ?? [])],
		visible: false,
	});
	return committed.ok ? done(session) : wrongCode();
}

interface CheckedLogin {
	readonly user: User;
	readonly hasFactor: boolean;
	/** The password without the code behind it. */
	readonly password: string;
	readonly code: string | null;
	/** Statement that clears the count of wrong passwords. */
	readonly forget: ReturnType<typeof forgetLoginFailures>;
}

/**
 * Checks a password. A wrong password and an unknown address get the same answer after the same work, so that nobody learns which
 * addresses have an account.
 * @param cookie of a known device
 */
async function checkPassword(
	ctx: Ctx,
	input: ApiLoginInput,
	cookie: string | null,
): Promise<Result<CheckedLogin, WrongPassword>> {
	const { email } = input;
	const tooMany = await countByAddress(ctx, loginsByAddress);
	if (tooMany !== null) return refuseForNow(tooMany);
	const { user, moved } = await read(ctx.db, {
		user: first(
			ctx.db
				.select()
				.from(users)
				.where(and(eq(users.email, email), isNull(users.erasedAt))),
		),
		moved: first(movedPasswords(ctx.db)),
	});
	const device = user ? deviceOf(ctx, user, cookie) : null;
	const counter = device ? `${email} ${device}` : email;
	const wait = await waitBeforeLogin(ctx, counter);
	if (wait !== null) return refuseForNow(wait);
	const [factor] = await secondFactorOf(ctx.db, user?.id ?? "");
	const { password, code } = factor ? withoutCode(input) : { ...input, code: null };
	if (!(await verifyPassword(password, user?.passwordHash ?? null, moved?.cost ?? null)) || !user) {
		await countLoginFailure(ctx, counter);
		return refuse("invalid-credentials");
	}
	if (!user.passwordValid) return refuse("password-expired");
	const forget = forgetLoginFailures(ctx, await loginFailureKeys(counter));
	return done({ user, hasFactor: factor !== undefined, password, code, forget });
}

function withoutCode({ password, code }: ApiLoginInput): {
	readonly password: string;
	readonly code: string | null;
} {
	if (code) return { password, code };
	const [, alone, behind] = passwordAndCode.exec(password) ?? [];
	return alone && behind ? { password: alone, code: behind } : { password, code: null };
}

/**
 * Returns what a login brings up to date: the cost of the password's hash, the language of the page, and the first mail that asks
 * an account of an older version to verify its address.
 */
async function renew(ctx: Ctx, user: User, password: string, language = user.language): Promise<Renewal> {
	const verification =
		user.verifiedAt || user.askedToVerifyAt ? null : await askToVerify(ctx, { ...user, language });
	const changes = {
		...(verification ? askedAfter(user, ctx.now) : {}),
		...(isOutdatedHash(user.passwordHash) ? { passwordHash: await hashPassword(password) } : {}),
		...(language === user.language ? {} : { language }),
	};
	const renewed =
		Object.keys(changes).length > 0 ? [ctx.db.update(users).set(changes).where(unchanged(user))] : [];
	return {
		statements: [...renewed, ...(verification?.statements ?? [])],
		outbox: verification ? [verification.mail] : [],
	};
}

/** How long an account of an older version gets news after the first mail that asks to verify its address. */
const newsMilliseconds = 30 * 24 * 60 * 60 * 1000;

function askedAfter({ newsUntil }: typeof users.$inferSelect, now: Date) {
	return {
		askedToVerifyAt: now,
		...(newsUntil ? { newsUntil: new Date(now.getTime() + newsMilliseconds) } : {}),
	};
}

/** Condition: nobody has changed the password meanwhile. A new hash of the old password must not overwrite the new password. */
function unchanged({ id, passwordHash }: User) {
	return and(eq(users.id, id), eq(users.passwordHash, passwordHash));
}

/** What the audit log says of a login. A digest of browser and network tells the devices of somebody with a role apart. */
export async function loginAudit({ ip, userAgent }: Ctx, { id, role }: User): Promise<AuditEntry> {
	const device = async () => (await sha256Hex(`${networkOf(ip)}\n${userAgent ?? ""}`)).slice(0, 16);
	return {
		action: "account.login",
		subjectId: id,
		actorId: id,
		...(role ? { after: { device: await device() } } : {}),
	};
}
