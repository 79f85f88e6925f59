import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { AccessDenied, asDesk, asStaff, asUser, may, requireRecentCode } from "~/lib/access";
import type { Ctx, DeskCtx, StaffCtx, UserCtx } from "~/lib/context";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import type { Right } from "~/lib/rights";
import { plainPage } from "./plain-page.server";
import { redirectToCode, refusalHeader } from "./redirect.server";

/*
 * Guards of loaders and actions. Remix runs loaders in parallel, so each one has its own guard. A refusal is thrown to
 * the nearest error boundary, which shows a notice and, for status 401, the login form.
 */

/** What a loader or an action throws to show an error page. @param retryAfter seconds */
export function errorPage(reason: RefusalReason, retryAfter?: number) {
	const headers = { [refusalHeader]: reason, ...(retryAfter ? { "Retry-After": String(retryAfter) } : {}) };
	return data({ reason }, { status: refusalStatus[reason], headers });
}

/** The context of a page for signed-in users. @throws a response of status 401 */
export function requireUser(context: AppLoadContext): UserCtx {
	return orThrow(asUser, context);
}

/** The context of a page for those whose role has all of these rights. @throws a response of status 401 or 403 */
export function requireStaff<R extends Right>(
	context: AppLoadContext,
	...rights: readonly [R, ...R[]]
): StaffCtx<R> {
	return orThrow((ctx) => asStaff(ctx, ...rights), context);
}

/** The context of the desk. @throws a response of status 401 or 403 */
export function requireDesk(context: AppLoadContext): DeskCtx {
	refuseEndedDuty(context);
	return orThrow(asDesk, context);
}

/** Tells a helper that the link has ended, where a page of the desk would else be as everybody sees it. @throws a response of status 401 */
export function refuseEndedDuty({ isDutyOver }: AppLoadContext): void {
	if (isDutyOver) throw errorPage("duty-over");
}

/**
 * The context of a page for visitors; signed-in users are redirected. There is no redirect after an action, whose reply must be
 * shown. Remix then runs the loader with the headers of the form, and only a form has a Content-Type.
 * @throws a redirect
 */
export function requireGuest({ ctx }: AppLoadContext, request: Request, to: string): Ctx {
	if (ctx.actor && !request.headers.has("Content-Type")) throw redirect(to);
	return ctx;
}

/** The context of a page that does not exist for those without a right. @throws a response of status 404 */
export function hiddenPage<R extends Right>(
	context: AppLoadContext,
	...rights: readonly [R, ...R[]]
): StaffCtx<R> {
	const { ctx } = context;
	if (!may(ctx, ...rights)) throw errorPage("not-found");
	return ctx;
}

/** Asks for a code first when the last one is too old. @param returnTo path of the page to continue with @throws a redirect */
export function requireCode(ctx: UserCtx, returnTo: string): Promise<UserCtx> {
	return orAskForCode(returnTo, () => requireRecentCode(ctx));
}

/**
 * Runs an answer that may need a recent code, or a right that the user lacks.
 * @param returnTo path of the page to continue with
 * @throws a redirect, or a response of status 401 or 403
 */
export async function orAskForCode<T>(returnTo: string, answer: () => T | Promise<T>): Promise<T> {
	try {
		return await answer();
	} catch (error) {
		if (!(error instanceof AccessDenied)) throw error;
		if (error.reason === "code-outdated") throw redirectToCode(returnTo);
		throw errorPage(error.reason);
	}
}

/**
 * Answers a form or a link with a file, after a recent code of the second factor. A refusal is a plain page, because no Remix page
 * is rendered.
 * @param returnTo page to open after the login
 */
export async function answerWithFile<C extends UserCtx>(
	{ ctx }: AppLoadContext,
	require: (ctx: Ctx) => C,
	returnTo: string,
	answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
	try {
		return await answer(requireRecentCode(require(ctx)));
	} catch (error) {
		if (!(error instanceof AccessDenied)) throw error;
		if (error.reason === "code-outdated") return redirectToCode(returnTo);
		return plainPage({ language: ctx.language, reason: error.reason, returnTo });
	}
}

function orThrow<C extends Ctx>(require: (ctx: Ctx) => C, context: AppLoadContext): C {
	try {
		return require(context.ctx);
	} catch (error) {
		if (!(error instanceof AccessDenied)) throw error;
		throw errorPage(error.reason);
	}
}
