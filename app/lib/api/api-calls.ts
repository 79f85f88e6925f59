import type { ServerBuild } from "@remix-run/cloudflare";
import type { Call, Calls } from "~/lib/http/api-call.server";
import { routePath } from "~/lib/http/route-path";

export interface ApiCall {
	readonly method: keyof Calls;
	/** With parameters in braces, e.g. `/api/days/{dayId}`. */
	readonly path: string;
	readonly call: Call;
}

/** The calls that `endpoint` has put on a route's loader; none for any other loader. */
export function callsOf(loader: unknown): Calls {
	return typeof loader === "function" && "calls" in loader ? (loader.calls as Calls) : {};
}

/** Every call of the API, by path. */
export function apiCallsOf(routes: ServerBuild["routes"]): ApiCall[] {
	return Object.entries(routes)
		.flatMap(([id, route]) => {
			const path = routePath(routes, id).replace(/:(\w+)/g, "{$1}");
			return Object.entries(callsOf(route?.module.loader)).map(([method, call]) => ({
				method: method as ApiCall["method"],
				path,
				call,
			}));
		})
		.sort((a, b) => a.path.localeCompare(b.path, "en") || a.method.localeCompare(b.method, "en"));
}
