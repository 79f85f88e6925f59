import type { ServerBuild } from "@remix-run/cloudflare";

/** The whole path of a route, including those it is nested in, e.g. "/igc/:igcFileId". */
export function routePath(routes: ServerBuild["routes"], id: string): string {
	const route = routes[id];
	const parent = route?.parentId ? routePath(routes, route.parentId) : "";
	return `${parent}/${route?.path ?? ""}`.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
}
