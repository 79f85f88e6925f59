import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { AccessDenied, isAdmin, requireAdmin, requireUser } from "~/lib/access";
import type { AdminCtx, Ctx, UserCtx } from "~/lib/context";
import { refusalStatus } from "~/lib/refusals";
import { plainPage } from "./plain-page.server";

/*
 * What a page's loader or action begins with. Remix runs loaders side by side, so every one asks for itself; a
 * refusal is thrown to the nearest error boundary, which shows the notice and, where it helps, the login form.
 */

/** The context of a page for those who are logged in. @throws a response of status 401 */
export function userPage(context: AppLoadContext): UserCtx {
	return orThrow(requireUser, context);
}

/** The context of an organisers' page. @throws a response of status 401 or 403 */
export function adminPage(context: AppLoadContext): AdminCtx {
	return orThrow(requireAdmin, context);
}

/**
 * A page for those who are not logged in; the others are sent on. Not when the loader runs after an action, whose reply must be
 * shown: Remix asks for it by a GET with the headers of the form, and only a form has a content type.
 * @throws a redirect
 */
export function guestPage({ ctx }: AppLoadContext, request: Request, to: string): Ctx {
	if (ctx.actor && !request.headers.has("Content-Type")) throw redirect(to);
	return ctx;
}

/** The context of a page whose very existence is the organisers' business. @throws a response of status 404 */
export function hiddenPage(context: AppLoadContext): AdminCtx {
	const { ctx } = context;
	if (!isAdmin(ctx)) throw data({ reason: "not-found" }, { status: 404 });
	return ctx;
}

/**
 * Answers a page's form or link with a file. Refusals are plain pages, as there is no page around.
 * @param returnTo page to go on to after logging in
 */
export async function answerWithFile<C extends Ctx>(
	{ ctx }: AppLoadContext,
	require: (ctx: Ctx) => C,
	returnTo: string,
	answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
	try {
		return await answer(require(ctx));
	} catch (error) {
		if (!(error instanceof AccessDenied)) throw error;
		return plainPage({ language: ctx.language, reason: error.reason, returnTo });
	}
}

function orThrow<C extends Ctx>(require: (ctx: Ctx) => C, context: AppLoadContext): C {
	try {
		return require(context.ctx);
	} catch (error) {
		if (!(error instanceof AccessDenied)) throw error;
		throw data({ reason: error.reason }, { status: refusalStatus[error.reason] });
	}
}
