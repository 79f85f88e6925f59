import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { asUser } from "~/lib/access";
import { logOut } from "~/lib/accounts/session.server";
import { readToken } from "~/lib/accounts/token.server";
import { clearedTokenCookie, readTokenCookie } from "~/lib/http/cookies.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";

/** Milliseconds by which a page may count the time of its session too fast. */
const tooEarly = 60_000;

/**
 * Ends the session and goes to the home page. `?forced` is where pages go by themselves when the session's time is over: the
 * message comes as an error then, and a session that has begun since stays. Requests from other sites do not get here.
 */
async function endSession({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
	const { ctx, sessionEndsAt } = context;
	const isForced = new URL(request.url).searchParams.has("forced");
	if (isForced && sessionEndsAt && sessionEndsAt.getTime() > ctx.now.getTime() + tooEarly)
		return redirect("/");
	const token = readTokenCookie(request);
	const claims = ctx.actor && token ? await readToken("session", token, ctx) : null;
	if (claims) await logOut(asUser(ctx), claims);
	return redirectWithFlash(
		"/",
		{ key: "logout.success", kind: isForced ? "error" : "success" },
		{ "Set-Cookie": clearedTokenCookie(request) },
	);
}

export function loader(args: LoaderFunctionArgs) {
	// HEAD asks what GET would answer and must not do it.
	if (args.request.method === "HEAD") return redirect("/");
	return endSession(args);
}

export const action = endSession;
