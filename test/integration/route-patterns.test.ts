import * as build from "virtual:remix/server-build";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { routePath } from "~/lib/http/route-path";
import { compileRoutes } from "~/worker/worker.server";

const { patterns } = compileRoutes(build);
const { routes } = build;
const parents = new Set(Object.values(routes).map((route) => route?.parentId));

interface Branch {
	readonly id: string;
	readonly path: string | undefined;
	readonly children: readonly Branch[];
}

function branchesOf(parent: string | undefined): readonly Branch[] {
	return Object.values(routes).flatMap((route) => {
		if (!route || route.parentId !== parent) return [];
		const { id, path, index } = route;
		return [{ id, path, ...(index ? { index } : {}), children: branchesOf(id) }];
	});
}

test("Remix would answer each path by the route that the request info has found", () => {
	const all = branchesOf(undefined);
	const paths = Object.keys(routes)
		.filter((id) => !parents.has(id))
		.map((id) =>
			routePath(routes, id)
				.replaceAll(/:\w+\??/g, "x1")
				.replace("*", "a/b"),
		);
	const found = paths.map((path) => {
		const leaf = matchRoutes(all as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route.id;
		return [path, routePath(routes, leaf ?? "")];
	});
	expect(paths.length).toBeGreaterThan(80);
	expect(paths.map((path) => [path, patterns(path)])).toEqual(found);
});
