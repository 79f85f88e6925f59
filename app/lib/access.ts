import type { AdminCtx, Ctx, DeskCtx, UserCtx } from "./context";
import type { Cause } from "./db/effects";
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

/** Who causes a change of scores that organisers make beside others. */
export function causeOf(ctx: Ctx): Cause {
	return isAdmin(ctx) ? "organiser" : "other";
}

export function isAtDesk(ctx: Ctx): boolean {
	return isAdmin(ctx) || ctx.onDuty !== null;
}

/** Whether the reader works at the desk of a day: a link is for one day, an organiser works at all. */
export function isAtDeskOf(ctx: Ctx, dayId: string | undefined): boolean {
	return isAdmin(ctx) || (ctx.onDuty !== null && ctx.onDuty.duty.dayId === dayId);
}

/** Local date of the day that a page of the desk shows without a choice; null for the current one. */
export function dateOfDuty(ctx: Ctx): string | null {
	return isAdmin(ctx) ? null : (ctx.onDuty?.duty.date ?? null);
}

/** The context of an organiser, or of somebody with a link to the desk. @throws AccessDenied */
export function asDesk(ctx: Ctx): DeskCtx {
	if (isAdmin(ctx)) return ctx;
	return ctx.onDuty ? { ...ctx, actor: ctx.onDuty } : asAdmin(ctx);
}

/** Whether the context may change a day: a link is for one day, an organiser may change all. */
export function worksOn({ actor: { duty } }: DeskCtx, dayId: string): boolean {
	return duty === undefined || duty.dayId === dayId;
}

/** Milliseconds for which a code of the second factor suffices. */
const confirmedFor = 15 * 60_000;

/**
 * The context of a user who has confirmed the second factor recently, or has none. Exports, mails to all and erasures need it.
 * @throws AccessDenied "code-outdated"
 */
export function requireRecentCode<C extends UserCtx>(ctx: C): C {
	const { confirmedAt } = ctx.session;
	if (confirmedAt && ctx.now.getTime() - confirmedAt.getTime() > confirmedFor) {
		throw new AccessDenied("code-outdated");
	}
	return ctx;
}
