import { languageCookie, secureCookies } from "~/lib/http/cookies.server";
import { logLine } from "~/lib/http/log.server";
import { addSecurityHeaders } from "~/lib/http/security-headers.server";
import { readSettings } from "~/lib/settings.server";
import { addCorsHeaders, apiMethods } from "./cors.server";
import type { RequestInfo } from "./request-info.server";
import type { RequestScope } from "./request-scope";

const pageMethods = "GET, HEAD, POST";

/** Sets what a response leaves with, whoever reads it, and logs the request. A cached response has been through this when it was made. */
export function finish({ info, request, requestId }: RequestScope, response: Response): Response {
	const { url, edition, isApiPath } = info;
	const { status, headers } = response;
	if (status === 405 && !headers.has("Allow")) headers.set("Allow", isApiPath ? apiMethods : pageMethods);
	addSecurityHeaders(headers, edition);
	if (edition.practice) headers.set("X-Robots-Tag", "noindex");
	headers.set("X-Request-Id", requestId);
	secureCookies(url, headers);
	const { method } = request;
	logLine("info", "request", { requestId, edition: edition.year, method, path: url.pathname, status });
	return response;
}

/** Adds what depends on the reader: the right to read the API from another origin, the memory of a chosen language. */
export function addReaderHeaders(
	info: RequestInfo,
	request: Request,
	env: Env,
	response: Response,
): Response {
	const { headers } = response;
	if (info.isApiPath || info.isHealth) {
		addCorsHeaders(request, headers, readSettings(env, info.edition.year));
	} else if (info.choosesLanguage) {
		headers.append("Set-Cookie", languageCookie(info.language));
		secureCookies(info.url, headers);
	}
	return response;
}
