import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { type Result, refuse } from "~/lib/result";
import { checkCode } from "~/lib/second-factor/check-code.server";
import { deviceOf } from "~/lib/sessions/known-device.server";
import { users } from "~db/schema";
import { finishLogin } from "./log-in.server";
import type { NewSession } from "./session.server";
import { readLoginStep } from "./token.server";

/** The user who has sent the right password, and the id of the login; null when it has expired. */
export async function readLogin(ctx: Ctx, token: string | null) {
	const claims = token ? await readLoginStep(token, ctx.edition.year, ctx.settings, ctx.now) : null;
	if (!claims) return null;
	const [user] = await ctx.db
		.select()
		.from(users)
		.where(
			and(eq(users.id, claims.userId), eq(users.tokenVersion, claims.tokenVersion), isNull(users.erasedAt)),
		);
	return user ? { user, id: claims.tokenId } : null;
}

interface SecondStep {
	/** Of the first step; null when there was none. */
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
	const used = await checkCode(ctx, user, code, deviceOf(ctx, user.email, device));
	if (!used.ok) return used;
	return finishLogin(ctx, user, { statements: [], outbox: [] }, used.value);
}
