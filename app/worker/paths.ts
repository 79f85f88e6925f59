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

/**
 * Matches the paths of a route, e.g. "/igc/:igcFileId" or "/pictures/*", as they are written; where every spelling counts, give it a
 * `matchedPath`.
 */
export function patternOf(route: string): RegExp {
	const path = route.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", ".*");
	return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`, "s");
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
 * Whether no route matches a path: its percent signs stand for no text, or for a line break. React Router would write such a path, or the
 * whole address with the query, to the log.
 */
export function isUnmatchable(path: string): boolean {
	try {
		return /[\n\r\u2028\u2029]/.test(decodeURIComponent(path));
	} catch {
		return true;
	}
}
