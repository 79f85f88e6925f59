import { and, eq, isNull } from "drizzle-orm";
import {
	type ChallengedBy,
	checkPasskey,
	type SentProof,
	wrongPasskey,
} from "~/lib/accounts/passkeys/check-passkey.server";
import { checkCode } from "~/lib/accounts/second-factor/check-code.server";
import type { Ctx } from "~/lib/context";
import { type Result, refuse } from "~/lib/result";
import { revokedTokens, users } from "~db/schema";
import { deviceOf } from "./known-device.server";
import { finishLogin } from "./log-in.server";
import type { NewSession } from "./session.server";
import { readToken } from "./token.server";

/** The user who has sent the right password, the id of the login and its end; null when it has expired. */
export async function readLogin(ctx: Ctx, token: string | null) {
	const claims = token ? await readToken("login-step", token, ctx) : null;
	if (!claims) return null;
	const [user] = await ctx.db
		.select()
		.from(users)
		.where(
			and(eq(users.id, claims.userId), eq(users.tokenVersion, claims.tokenVersion), isNull(users.erasedAt)),
		);
	return user ? { user, id: claims.tokenId, expiresAt: claims.expiresAt } : null;
}

type Login = NonNullable<Awaited<ReturnType<typeof readLogin>>>;

interface SecondStep {
	/** Token of the first step; null when there was none. */
	readonly token: string | null;
	readonly code: string;
	/** The cookie of a known device. */
	readonly device: string | null;
}

/** The second step of a login: a code begins the session. */
export async function finishByCode(
	ctx: Ctx,
	{ token, code, device }: SecondStep,
): Promise<Result<NewSession, "login-expired" | "code-wrong" | "too-many-requests">> {
	const login = await readLogin(ctx, token);
	if (!login) return refuse("login-expired");
	const { user } = login;
	const used = await checkCode(ctx, user, code, deviceOf(ctx, user, device));
	if (!used.ok) return used;
	return finishLogin(ctx, user, { statements: [], outbox: [] }, used.value);
}

/** The user and the login that a passkey is asked for. */
export function challengedByLogin({ user, id }: Login): ChallengedBy {
	return { userId: user.id, origin: id, since: null };
}

/** Takes the second step of a login by a passkey. A login accepts one proof only, as it could be sent again. */
export async function finishByPasskey(
	ctx: Ctx,
	token: string | null,
	sent: SentProof,
): Promise<Result<NewSession, "login-expired" | "passkey-wrong">> {
	const login = await readLogin(ctx, token);
	if (!login) return refuse("login-expired");
	const { user, id, expiresAt } = login;
	const used = await checkPasskey(ctx, "log-in", challengedByLogin(login), sent);
	if (!used.ok) return used;
	const end = ctx.db.insert(revokedTokens).values({ jti: id, expiresAt });
	const finished = await finishLogin(ctx, user, { statements: [end], outbox: [] }, used.value);
	return finished.ok ? finished : wrongPasskey();
}
