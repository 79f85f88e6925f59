import { languageCookie, secureCookies } from "~/lib/http/cookies.server";
import { logLine } from "~/lib/http/log.server";
import { addSecurityHeaders } from "~/lib/http/security-headers.server";
import { readSettings, type Settings } from "~/lib/settings.server";
import type { RequestInfo, RequestScope } from "./request-info.server";

const pageMethods = "GET, HEAD, POST";

/** Sets the headers that every response needs, for every reader, and logs the request. A cached response got them when it was made. */
export function finish({ info, request, requestId }: RequestScope, response: Response): Response {
	const { url, route, edition, draft, isApiPath } = info;
	const { status, headers } = response;
	if (status === 405 && !headers.has("Allow")) headers.set("Allow", isApiPath ? apiMethods : pageMethods);
	addSecurityHeaders(headers, edition);
	if (edition.practice || edition === draft) headers.set("X-Robots-Tag", "noindex");
	headers.set("X-Request-Id", requestId);
	secureCookies(url, headers);
	const { method } = request;
	logLine("info", "request", { requestId, edition: edition.year, method, path: route, status });
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

/** Methods that some path of the API takes. */
const apiMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/**
 * Whether an origin may read the API: any host of the configured domain, the listed origins and, in local mode, localhost and its
 * subdomains on any port.
 */
function isAllowedOrigin(origin: string, settings: Settings): boolean {
	if (settings.allowedOrigins.includes(origin)) return true;
	if (!URL.canParse(origin)) return false;
	const { protocol, hostname, origin: whole } = new URL(origin);
	if (origin !== whole) return false;
	const under = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
	if (protocol === "https:" && under(settings.publicDomain)) return true;
	return settings.local && (under("localhost") || hostname === "127.0.0.1");
}

/** Adds the headers that let other origins read an API answer. */
function addCorsHeaders(request: Request, headers: Headers, settings: Settings): void {
	headers.append("Vary", "Origin");
	const origin = request.headers.get("Origin");
	if (!origin || !isAllowedOrigin(origin, settings)) return;
	headers.set("Access-Control-Allow-Origin", origin);
	headers.set("Access-Control-Expose-Headers", "Content-Disposition, Retry-After");
}

/** The answer to a browser that asks whether it may send a request to the API. */
export function preflight(request: Request, settings: Settings): Response {
	const headers = new Headers({
		"Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
		"Access-Control-Allow-Headers": "Authorization, Content-Type",
		"Access-Control-Max-Age": "86400",
		Allow: apiMethods,
	});
	addCorsHeaders(request, headers, settings);
	return new Response(null, { status: 204, headers });
}
