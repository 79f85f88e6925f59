import type { Settings } from "~/lib/settings.server";

/** Methods that some path of the API takes. */
export const apiMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/**
 * True for an origin that may read the API: any host of the configured domain, the listed origins and, in local
 * mode, localhost and its subdomains on any port.
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
export function addCorsHeaders(request: Request, headers: Headers, settings: Settings): void {
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
