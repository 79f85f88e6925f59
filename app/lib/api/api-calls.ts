import type { ServerBuild } from "@remix-run/cloudflare";
import type { Call, Calls } from "./endpoint.server";

/** One call of the API with where it is asked. */
export interface ApiCall {
	readonly method: "GET" | "POST" | "PUT" | "DELETE";
	/** With parameters in braces, e.g. `/api/days/{dayId}`. */
	readonly path: string;
	readonly call: Call;
}

function isDescribed(loader: unknown): loader is { readonly calls: Calls } {
	return typeof loader === "function" && "calls" in loader;
}

/** Every call of the API, as the routes define them, by path. */
export function apiCallsOf(routes: ServerBuild["routes"]): ApiCall[] {
	return Object.values(routes)
		.flatMap((route) => {
			if (!route || !isDescribed(route.module.loader)) return [];
			const path = `/${route.path ?? ""}`.replace(/:(\w+)/g, "{$1}");
			return Object.entries(route.module.loader.calls).map(([method, call]) => ({
				method: method as ApiCall["method"],
				path,
				call: call as Call,
			}));
		})
		.sort((a, b) => a.path.localeCompare(b.path, "en") || a.method.localeCompare(b.method, "en"));
}
