import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { endSession } from "~/lib/accounts/session.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";

const profile = "/user-profile";

export const loader = () => redirect(profile);

/** Ends one of the signed-in user's sessions. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	const ended = await endSession(ctx, String(form.get("id") ?? ""));
	if (!ended.ok) return redirectRefused(profile, ended.reason, "account.sessions.gone");
	return redirectWithFlash(profile, "success", "account.sessions.ended");
}
