import type { ServerBuild } from "@remix-run/cloudflare";
import type { ApiPath } from "~/lib/api/api-calls.server";
import { routePath } from "~/lib/http/route-path";
import { matchedPath, pageOf, patternOf } from "./paths";

/**
 * Gives the pattern of the route that answers a path, e.g. "/duty/:token". The log has no other path: one that somebody asks for may be a
 * credential, or any text of a stranger, and the log of a new route needs no thought.
 */
export type RoutePatterns = (pathname: string) => string;

/** What answers where no other route does. */
const elsewhere = "/*";

export function createRoutePatterns(
	routes: ServerBuild["routes"],
	api: readonly Pick<ApiPath, "path">[],
): RoutePatterns {
	const paths = [
		...new Set([...Object.keys(routes).map((id) => routePath(routes, id)), ...api.map(({ path }) => path)]),
	];
	// Remix answers this one by itself.
	const fixed = new Set(["/__manifest", ...paths.filter((path) => !/[:*]/.test(path))]);
	const patterns = paths
		.filter((path) => /[:*]/.test(path))
		.sort((a, b) => vaguenessOf(a) - vaguenessOf(b))
		.map((path) => ({ path, pattern: patternOf(path) }));

	return (pathname) => {
		const path = matchedPath(pageOf(pathname)) || "/";
		return fixed.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.path ?? elsewhere);
	};
}

/** Of two patterns that match, Remix takes the one with fewer parameters; a rest of any length comes last, the shortest one first. */
function vaguenessOf(path: string): number {
	return path.includes("*") ? 1_000 - path.length : path.split(":").length;
}
