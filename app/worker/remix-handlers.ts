import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { routePath } from "~/lib/http/route-path";
import { pageOf } from "./paths";

type Routes = ServerBuild["routes"];

export type RemixHandlers = (pathname: string) => RequestHandler;

/**
 * Remix ranks all routes it knows and compiles each, three times a page: with ninety routes a fifth of the time a page takes. So a
 * path goes to a Remix that knows the routes that begin like it and those that match any path. A path that begins like no route
 * goes to one that knows them all.
 */
export function createRemixHandlers(build: ServerBuild): RemixHandlers {
	const handleAny = createRequestHandler(build, "production");
	const beginnings = new Set([
		"",
		...Object.keys(build.routes).map((id) => beginningOf(routePath(build.routes, id))),
	]);
	const handlers = new Map<string, RequestHandler>();

	return (pathname) => {
		const beginning = beginningOf(pageOf(pathname));
		if (!beginnings.has(beginning)) return handleAny;
		const handler = handlers.get(beginning) ?? createRequestHandler(buildFor(build, beginning), "production");
		handlers.set(beginning, handler);
		return handler;
	};
}

/** Key of a group of paths: the first segment. */
function beginningOf(path: string): string {
	return path.split("/").find((segment) => segment !== "") ?? "";
}

/** Ids of a route and of those it is nested in. */
function chainOf(routes: Routes, id: string): string[] {
	const parent = routes[id]?.parentId;
	return parent ? [...chainOf(routes, parent), id] : [id];
}

function buildFor(build: ServerBuild, beginning: string): ServerBuild {
	const { routes, assets } = build;
	const fitting = Object.keys(routes).filter((id) => {
		const own = beginningOf(routePath(routes, id));
		return own === beginning || own === "" || /[:*]/.test(own);
	});
	const ids = new Set(fitting.flatMap((id) => chainOf(routes, id)));
	const pick = <T>(all: Readonly<Record<string, T>>) =>
		Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
	return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}
