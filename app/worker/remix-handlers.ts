import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { routePath } from "~/lib/http/route-path";

type Routes = ServerBuild["routes"];

/** @param asked pattern of the route or of the call that answers, as a request info has it */
export type RemixHandlers = (asked: string) => RequestHandler;

/**
 * Remix ranks all routes it knows and compiles each, three times a page: with ninety routes a fifth of the time a page takes. The
 * request info has found the route already, so the request goes to a Remix that knows this one alone; a call of the API is answered by
 * the route of them all. What no route answers, and what Remix answers by itself, goes to one that knows every route.
 */
export function createRemixHandlers(build: ServerBuild): RemixHandlers {
	const handleAny = createRequestHandler(build, "production");
	const known = new Set(Object.keys(build.routes).map((id) => routePath(build.routes, id)));
	const handlers = new Map<string, RequestHandler>();

	return (asked) => {
		const [, beginning] = asked.split("/");
		const route = [asked, `/${beginning}/*`].find((one) => known.has(one));
		if (route === undefined) return handleAny;
		const handler = handlers.get(route) ?? createRequestHandler(buildFor(build, route), "production");
		handlers.set(route, handler);
		return handler;
	};
}

/** Ids of a route and of those it is nested in. */
function chainOf(routes: Routes, id: string): string[] {
	const parent = routes[id]?.parentId;
	return parent ? [...chainOf(routes, parent), id] : [id];
}

/** The build with one route and those that it is nested in. */
function buildFor(build: ServerBuild, route: string): ServerBuild {
	const { routes, assets } = build;
	const leaves = Object.keys(routes).filter((id) => routePath(routes, id) === route);
	const ids = new Set(leaves.flatMap((id) => chainOf(routes, id)));
	const pick = <T>(all: Readonly<Record<string, T>>) =>
		Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
	return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}
