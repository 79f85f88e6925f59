import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { ownPath } from "~/lib/http/redirect.server";
import { evaluateNext } from "~/lib/scoring/score-class.server";

/** A step of what is being evaluated, in an invocation of its own. Scripts ask without a form; one without them leads back. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "scoring");
	const hasForm = request.headers.has("Content-Type");
	const form = hasForm ? bodyOf(await readForm(request)) : null;
	await evaluateNext(ctx);
	const returnTo = String(form?.get("returnTo") ?? "");
	return returnTo === "" ? new Response(null, { status: 204 }) : redirect(ownPath(returnTo), 303);
}
