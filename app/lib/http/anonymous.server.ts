import { type Cookies, readTokenCookie } from "./cookies.server";
import { hasFlash } from "./flash.server";

/**
 * Whether a request is one that anybody could have sent: a plain read with neither a session nor a message meant
 * for one reader. Only such a request is answered from the edge, and no cookie but the language is read for it.
 */
export function isAnonymousRead(request: Request, cookies: Cookies): boolean {
	const { method } = request;
	return (
		(method === "GET" || method === "HEAD") &&
		!request.headers.has("Authorization") &&
		readTokenCookie(request, cookies) === null &&
		!hasFlash(cookies)
	);
}
