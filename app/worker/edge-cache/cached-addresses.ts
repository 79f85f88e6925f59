import type { ServerBuild } from "@remix-run/cloudflare";
import type { Call } from "~/lib/http/api-call.server";
import { routePath } from "~/lib/http/route-path";
import type { Cached, CachedParameter } from "~/shell/handle";
import { matchedPath, patternOf } from "../paths";

type Routes = ServerBuild["routes"];

/** What is read of a path of the API here. */
type Api = readonly {
	readonly path: string;
	readonly calls: readonly Pick<Call, "cached" | "parameters">[];
}[];

/**
 * Gives the address by which a visitor's response is cached: the path with those query parameters that change the response, in the order
 * of the route's list. Null when the response is never cached.
 */
export type CachedAddresses = (url: URL) => string | null;

/** Query parameters that change a route's response; null when it is never cached. */
type CachedQuery = readonly CachedParameter[] | null;

/** Longer values of a query parameter are not worth caching. */
const longestValue = 100;

export function createCachedAddresses(routes: Routes, api: Api): CachedAddresses {
	const queryOf = createPathTable(routes, api);

	return (url) => {
		const parameters = queryOf(url.pathname);
		if (!parameters) return null;
		if (url.search === "") return url.pathname;
		const query = new URLSearchParams();
		for (const parameter of parameters) {
			const value = countedValue(parameter, url.searchParams.get(parameter.name));
			if (!value) continue;
			if (value.length > longestValue) return null;
			query.set(parameter.name, value);
		}
		return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
	};
}

/** The paths of routes whose cached response signed-in readers get, too. */
export function pathsForAll(routes: Routes): ReadonlySet<string> {
	const ids = Object.keys(routes).filter(
		(id) => (routes[id]?.module.handle as Partial<Cached> | undefined)?.alsoSignedIn,
	);
	return new Set(ids.map((id) => routePath(routes, id)));
}

/** The value that the response is made for; null for none. */
function countedValue({ values }: CachedParameter, value: string | null): string | null {
	if (!value || !values) return value;
	if (typeof values === "function") return values(value);
	return values.includes(value) ? value : null;
}

/** A path of the API has one GET. */
function cachedQuery(calls: Api[number]["calls"]): CachedQuery {
	const call = calls.find(({ cached }) => cached);
	return call ? (call.parameters ?? []) : null;
}

/** Looks a path up among the routes, without Remix: its own matching takes a fifth of the time of a page. */
function createPathTable(routes: Routes, api: Api): (path: string) => CachedQuery {
	const parents = new Set(Object.values(routes).map((route) => route?.parentId));
	const rules: { readonly path: string; readonly query: CachedQuery }[] = [
		...Object.keys(routes)
			.filter((id) => !parents.has(id))
			.map((id) => {
				const handle = routes[id]?.module.handle as Partial<Cached> | undefined;
				return { path: routePath(routes, id), query: handle?.cached ?? null };
			}),
		...api.map(({ path, calls }) => ({ path, query: cachedQuery(calls) })),
	];
	const vague = rules.find(({ path, query }) => query && /[*?]/.test(path));
	if (vague) throw new Error(`A path with * or ? cannot be cached: ${vague.path}`);
	const fixed = new Map(
		rules.filter(({ path }) => !/[:*?]/.test(path)).map(({ path, query }) => [path, query] as const),
	);
	// When two patterns match, Remix takes the one with fewer parameters.
	const patterns = rules
		.filter(({ path }) => path.includes(":") && !/[*?]/.test(path))
		.map(({ path, query }) => ({ pattern: patternOf(path), parameters: path.split(":").length, query }))
		.sort((a, b) => a.parameters - b.parameters);

	return (path) => {
		const query = fixed.get(path);
		if (query !== undefined) return query;
		// No id or name of ours needs a percent sign: with one it is another spelling, of which an address has any number.
		if (path.includes("%")) return null;
		const found = patterns.find(({ pattern }) => pattern.test(path))?.query ?? null;
		// Remix takes another spelling of a fixed path, such as /igc/Upload, for that path.
		return found && fixed.has(matchedPath(path)) ? null : found;
	};
}
