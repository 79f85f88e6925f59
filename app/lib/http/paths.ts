/** Whether a path is one of the JSON API. */
export function isApiPath(path: string): boolean {
	return path === "/api" || path.startsWith("/api/");
}
