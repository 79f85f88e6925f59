import { readSettings } from "~/lib/settings.server";
import { refuseRequest } from "./refused-request.server";
import type { RequestScope } from "./request-info.server";
import { isPlainHttp, type RequestInfo } from "./request-info.server";
import { preflight } from "./response-headers.server";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const knownMethods = new Set([...safeMethods, "POST", "PUT", "PATCH", "DELETE"]);

function redirectToHttps({ url }: RequestInfo): Response {
	const secure = new URL(url);
	secure.protocol = "https:";
	const headers = { Location: secure.href, "Cache-Control": "private, no-store" };
	return new Response(null, { status: 308, headers });
}

/** Remix would make the whole page or file. */
function pageOptions(): Response {
	const headers = { Allow: "GET, HEAD, POST, OPTIONS", "Cache-Control": "private, no-store" };
	return new Response(null, { status: 204, headers });
}

/** The response to a request that goes no further; null for the others. A cached read over https passes every guard. */
export function guard(scope: RequestScope): Response | null {
	const { info, request, env } = scope;
	if (isPlainHttp(info, env)) return redirectToHttps(info);
	if (info.isTooLong) return refuseRequest(scope, "address-too-long");
	if (request.method === "OPTIONS") {
		return info.isApi ? preflight(request, readSettings(env, info.edition.year)) : pageOptions();
	}
	if (!knownMethods.has(request.method)) return refuseRequest(scope, "method-not-allowed");
	if (!info.isApi && isCrossSite(request, info)) return refuseRequest(scope, "cross-site");
	if (info.isNowhere) return refuseRequest(scope, "not-found");
	return null;
}

/**
 * Whether a browser says that a form or script of another site sent this request. A client that sends neither header is not a
 * browser and has no ambient cookie to abuse. GET of /logout ends a session, so it is guarded too; there a navigation typed by the
 * user ("none") is allowed.
 */
function isCrossSite(request: Request, { url, isLogout }: RequestInfo): boolean {
	if (safeMethods.has(request.method) && !isLogout) return false;
	const site = request.headers.get("Sec-Fetch-Site");
	if (site !== null && site !== "same-origin" && site !== "none") return true;
	const origin = request.headers.get("Origin");
	return origin !== null && origin !== url.origin;
}
