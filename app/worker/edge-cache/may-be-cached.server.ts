import { readCookies, readDutyCookie, readTokenCookie } from "~/lib/http/cookies.server";
import { hasFlash } from "~/lib/http/flash.server";

/**
 * Whether everybody gets the same answer to a request: it is a read with neither a session nor a message for one reader. No other cookie
 * than the language reaches the cached response.
 */
export function mayBeCached(request: Request): boolean {
	const { method, headers } = request;
	const cookies = readCookies(request);
	return (
		(method === "GET" || method === "HEAD") &&
		!headers.has("Authorization") &&
		readTokenCookie(request, cookies) === null &&
		readDutyCookie(request, cookies) === null &&
		!hasFlash(cookies)
	);
}
