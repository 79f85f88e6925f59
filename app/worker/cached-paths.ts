/**
 * What visitors get from the edge: public pages and public reads of the API, each with the query parameters that
 * change its answer. All other parameters are dropped before the page is made, so that they neither fragment the
 * cache nor end up in a page that others get. The language is part of the key for itself.
 */
const cachedPaths: readonly { readonly path: RegExp; readonly query: readonly string[] }[] = [
	{ path: /^\/$/, query: [] },
	{ path: /^\/news$/, query: [] },
	{ path: /^\/starting-list$/, query: ["class", "q", "sort"] },
	{ path: /^\/statuses$/, query: ["day", "gliderType", "view"] },
	{ path: /^\/results$/, query: ["view", "class", "day", "flight"] },
	{ path: /^\/igc\/[^/]+$/, query: [] },
	{ path: /^\/(documents|contacts|archive|offline)$/, query: [] },
	{ path: /^\/news\.atom$/, query: [] },
	{ path: /^\/calendar\.ics$/, query: [] },
	{ path: /^\/api\/(news|days|documents|starting-list)$/, query: [] },
	{ path: /^\/api\/registration\/form$/, query: [] },
	{ path: /^\/api\/igc\/form$/, query: [] },
	{ path: /^\/api\/(competitorstatuses|tracking)\/[^/]+$/, query: [] },
	{ path: /^\/api\/results\/(top|daily\/filters|total\/[^/]+|daily\/[^/]+\/[^/]+)$/, query: [] },
	{ path: /^\/api\/openapi\.json$/, query: [] },
];

/** Longest value of a query parameter that is worth a place in the cache. */
const longestValue = 100;

/**
 * The address by which an answer is kept: the path with those of its parameters that count, sorted. Null when
 * the answer is never kept.
 */
export function cachedAddress(url: URL): string | null {
	const rule = cachedPaths.find(({ path }) => path.test(url.pathname));
	if (!rule) return null;
	if (url.search === "") return url.pathname;
	const query = new URLSearchParams();
	for (const name of rule.query) {
		const value = url.searchParams.get(name);
		if (value === null || value === "") continue;
		if (value.length > longestValue) return null;
		query.set(name, value);
	}
	return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
