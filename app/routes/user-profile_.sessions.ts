import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sessionHeaders } from "~/lib/accounts/known-device.server";
import { endAllSessions, endSession } from "~/lib/accounts/session.server";
import type { UserCtx } from "~/lib/context";
import { byIntent } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";

const profile = "/user-profile";

export const loader = () => redirect(profile);

/** Ends one of the signed-in user's sessions, or all but this one. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		all: () => endAll(ctx, request),
		otherwise: () => endOne(ctx, form),
	});
}

async function endAll(ctx: UserCtx, request: Request) {
	const ended = await endAllSessions(ctx);
	if (!ended.ok) return redirectRefused(profile, ended.reason, `server.${ended.reason}`);
	const headers = sessionHeaders(ctx, request, ended.value);
	return redirectWithFlash(profile, "account.sessions.allEnded", headers);
}

async function endOne(ctx: UserCtx, form: FormData) {
	return answer(
		profile,
		await endSession(ctx, String(form.get("id") ?? "")),
		"account.sessions.ended",
		"account.sessions.gone",
	);
}
