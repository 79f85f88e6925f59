import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { asUser } from "~/lib/access";
import { logOut } from "~/lib/accounts/session.server";
import { readToken } from "~/lib/accounts/token.server";
import { clearedTokenCookie, readTokenCookie } from "~/lib/http/cookies.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";

/**
 * Ends the session and goes to the home page. `?forced` is where pages go by themselves when the session's time is over: the
 * message comes as an error then. Requests from other sites do not get here.
 */
async function endSession({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
	const { ctx } = context;
	const token = readTokenCookie(request);
	const { edition, settings, now } = ctx;
	const claims = ctx.actor && token ? await readToken("session", token, edition.year, settings, now) : null;
	if (claims) await logOut(asUser(ctx), claims);
	const kind = new URL(request.url).searchParams.has("forced") ? "error" : "success";
	return redirectWithFlash("/", kind, "logout.success", {}, { "Set-Cookie": clearedTokenCookie(request) });
}

export function loader(args: LoaderFunctionArgs) {
	// HEAD asks what GET would answer and must not do it.
	if (args.request.method === "HEAD") return redirect("/");
	return endSession(args);
}

export const action = endSession;
