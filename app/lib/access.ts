import type { Ctx, DeskCtx, StaffCtx, UserCtx } from "./context";
import type { Cause } from "./db/effects";
import type { RefusalReason } from "./refusals";
import { hasRight, type Right } from "./rights";

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

/** Whether the role of the signed-in user has all of these rights. */
export function may<R extends Right>(ctx: Ctx, ...rights: readonly [R, ...R[]]): ctx is StaffCtx<R> {
	return rights.every((right) => hasRight(ctx.actor?.role, right));
}

/** The context of somebody with all of these rights. @throws AccessDenied "token-invalid" (401) or "not-admin" (403) */
export function asStaff<R extends Right>(ctx: Ctx, ...rights: readonly [R, ...R[]]): StaffCtx<R> {
	const user = asUser(ctx);
	if (!may(user, ...rights)) throw new AccessDenied("not-admin");
	return user;
}

/** Who causes a change of scores that the desk makes beside others. */
export function causeOf(ctx: Ctx): Cause {
	return may(ctx, "desk") ? "organiser" : "other";
}

export function isAtDesk(ctx: Ctx): boolean {
	return may(ctx, "desk") || ctx.onDuty !== null;
}

/** Whether the reader works at the desk of a day: a link is for one day, a role for all. */
export function isAtDeskOf(ctx: Ctx, dayId: string | undefined): boolean {
	return may(ctx, "desk") || (ctx.onDuty !== null && ctx.onDuty.duty.dayId === dayId);
}

/** Local date of the day that a page of the desk shows without a choice; null for the current one. */
export function dateOfDuty(ctx: Ctx): string | null {
	return may(ctx, "desk") ? null : (ctx.onDuty?.duty.date ?? null);
}

/** The context of somebody of the desk, or with a link to it. @throws AccessDenied */
export function asDesk(ctx: Ctx): DeskCtx {
	if (may(ctx, "desk")) return ctx;
	return ctx.onDuty ? { ...ctx, actor: ctx.onDuty } : asStaff(ctx, "desk");
}

/** Whether the context may change a day: a link is for one day, a role for all. */
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
