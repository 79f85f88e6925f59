import type { AdminCtx, Ctx, UserCtx } from "./context";
import type { RefusalReason } from "./refusals";

/** The request lacks a right. Pages answer it with an error page, the API with JSON. */
export class AccessDenied extends Error {
	override readonly name = "AccessDenied";
	constructor(
		readonly reason: RefusalReason &
			("token-invalid" | "user-missing" | "not-admin" | "not-found" | "code-outdated"),
	) {
		super(reason);
	}
}

/** The context of a signed-in user. @throws AccessDenied "token-invalid" (401) */
export function asUser(ctx: Ctx): UserCtx {
	if (!ctx.actor || !ctx.session) throw new AccessDenied("token-invalid");
	return ctx as UserCtx;
}

/** The context of an organiser. @throws AccessDenied "token-invalid" (401) or "not-admin" (403) */
export function asAdmin(ctx: Ctx): AdminCtx {
	if (!asUser(ctx).actor.admin) throw new AccessDenied("not-admin");
	return ctx as AdminCtx;
}

export function isAdmin(ctx: Ctx): ctx is AdminCtx {
	return ctx.actor?.admin === true;
}

/** Milliseconds for which a code of the second factor is enough. */
const confirmedFor = 15 * 60_000;

/**
 * The context of a user whose second factor was confirmed lately, or who has none: of exports, mails to all and erasures.
 * @throws AccessDenied "code-outdated"
 */
export function requireRecentCode<C extends UserCtx>(ctx: C): C {
	const { confirmedAt } = ctx.session;
	if (confirmedAt && ctx.now.getTime() - confirmedAt.getTime() > confirmedFor) {
		throw new AccessDenied("code-outdated");
	}
	return ctx;
}
