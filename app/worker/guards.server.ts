import type { Place } from "./parsed-url";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const knownMethods = new Set([...safeMethods, "POST", "PUT", "PATCH", "DELETE"]);

/** What the API answers, and what pages do; a path may take less. */
export const apiMethods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
export const pageMethods = "GET, HEAD, POST";

export function isKnownMethod(method: string): boolean {
	return knownMethods.has(method);
}

/**
 * True when a browser says that a form or script of another site sent this request. A client that sends neither
 * header is no browser and has no ambient cookie to abuse. GET of /logout ends a session, so it is guarded too;
 * there a navigation typed by the user ("none") is fine.
 */
export function isCrossSite(request: Request, { url, isLogout }: Place): boolean {
	if (safeMethods.has(request.method) && !isLogout) return false;
	const site = request.headers.get("Sec-Fetch-Site");
	if (site !== null && site !== "same-origin" && site !== "none") return true;
	const origin = request.headers.get("Origin");
	return origin !== null && origin !== url.origin;
}

/**
 * The request without the host that a proxy, or whoever poses as one, claims it was sent to: Remix would compare it with the
 * origin once more and answer 500.
 */
export function withoutForwardedHost(request: Request): Request {
	if (!request.headers.has("X-Forwarded-Host")) return request;
	const headers = new Headers(request.headers);
	headers.delete("X-Forwarded-Host");
	return new Request(request, { headers });
}
