/**
 * A path as the routes match it: in lower case, percent signs resolved, without slashes at its end. Every decision by path uses it,
 * so that no other spelling avoids the decision.
 */
export function matchedPath(path: string): string {
	const whole = path.toLowerCase().replace(/\/+$/, "");
	try {
		// The routes do not treat an escaped slash as a slash.
		return whole
			.split("/")
			.map((part) => decodeURIComponent(part).toLowerCase().replaceAll("/", "%2f"))
			.join("/");
	} catch {
		return whole;
	}
}

/** Matches the paths of a route, e.g. "/igc/:igcFileId", as they are written; where every spelling counts, give it a `matchedPath`. */
export function patternOf(route: string): RegExp {
	const path = route.replace(/\/$/, "").replaceAll(".", "\\.");
	return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
}

/** The path of a page, also where its data are asked for. */
export function pageOf(path: string): string {
	return path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
}

export function isApiPath(path: string): boolean {
	const matched = matchedPath(path);
	return matched === "/api" || matched.startsWith("/api/");
}

/** Whether a path is that of logging out, or of the data of that page. */
export function isLogoutPath(path: string): boolean {
	return matchedPath(pageOf(path)) === "/logout";
}

/**
 * Whether a path holds a line break. The routes match none, not even by their `*`, and React Router then writes the whole address to the
 * log, with the query.
 */
export function hasLineBreak(path: string): boolean {
	return /%(?:0[ad]|e2%80%a[89])/i.test(path);
}
