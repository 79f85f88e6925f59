import type { ServerBuild } from "@remix-run/cloudflare";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { clearRefusedToken } from "~/lib/http/cookies.server";
import { clearedFlashCookie } from "~/lib/http/flash.server";
import type { RequestState } from "../../load-context";
import type { RemixHandlers } from "./remix-handlers";
import type { RequestScope } from "./request-info.server";
import { readRequestState } from "./request-state.server";
import { addVersion, isOfAnotherAccount, repliesToScript } from "./script-reply.server";
import { readSharedState, type SharedState, type SharedStates } from "./shared-state.server";
import { createWriteLimiter } from "./write-limiter";

/** Remix, for everything that neither a guard nor the edge cache answers. */
export function createRemix({ routes }: ServerBuild, handlerFor: RemixHandlers, sharedStates: SharedStates) {
	const countWrite = createWriteLimiter();

	/**
	 * @param shared where the edge cache has read it already
	 * @throws LimitReached, or the database's failure behind a form, whose values are then sent back
	 */
	return async (scope: RequestScope, shared?: SharedState): Promise<Response> => {
		const { info, request, env } = scope;
		const { isHealth, isApiPath } = info;
		const visitorsState = async () => {
			// The health is whether the database answers now.
			if (isHealth) return readSharedState(info, env);
			return shared ?? sharedStates.recall(info, env);
		};
		const state: RequestState = {
			...(await readRequestState(scope, visitorsState, sharedStates.forget)),
			routes,
		};
		if (isOfAnotherAccount(request, state.ctx)) return new Response(null, { status: 401 });
		countWrite(state.ctx, request);
		// The request's own address: a page for the cache is asked for without the parameters of one reader.
		const asked = askedOfRemix(isHealth ? new URL("/api", info.url).href : request.url, request);
		const response = await handlerFor(isHealth ? "/api" : info.route)(asked, state);
		const headers = new Headers(response.headers);
		if (state.tokenRefusal && !isApiPath) clearRefusedToken(request, headers);
		if (repliesToScript(request)) await addVersion(headers, state);
		if (state.flash && request.method === "GET") headers.append("Set-Cookie", clearedFlashCookie);
		const lacking = state.failures.find(isDatabaseFailure);
		// `PART` tells the edge cache, too, that a part of it could not be read, and `BRIEF`, of a route, that it is of this moment.
		const isPart = lacking !== undefined && response.status === 200;
		if (isPart || headers.get("X-Edge-Cache") !== "BRIEF")
			headers.set("X-Edge-Cache", isPart ? "PART" : "BYPASS");
		const failure = response.status >= 500 && lacking;
		// A page that could be read in part is shown.
		if (failure && request.method === "POST") throw failure;
		return new Response(response.body, { status: failure ? 503 : response.status, headers });
	};
}

/**
 * The request without what Remix answers with 500: a forwarded host, which anybody can claim and it would compare with the origin once
 * more, and the body that a Content-Length announces, be it empty, where the method allows none. It is also without `_data`, by which
 * Remix takes a page for data of an older kind and complains in the log.
 */
function askedOfRemix(address: string, request: Request): Request {
	const url = new URL(address);
	// Taking away what is not there would write the query anew.
	if (url.searchParams.has("_data")) url.searchParams.delete("_data");
	const headers = new Headers(request.headers);
	headers.delete("X-Forwarded-Host");
	const { method, signal } = request;
	if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
	return new Request(new Request(url, request), { headers });
}
