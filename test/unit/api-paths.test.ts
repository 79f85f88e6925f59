import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { apiPathOf } from "~/lib/api/answer-call.server";
import { apiPaths } from "~/lib/api/api-calls.server";

const routes = apiPaths.map(({ path }) => ({ id: path, path }));
const addresses = apiPaths.map(({ path }) => path.replace(/:(\w+)/g, "Any-$1"));

test.each([
	...addresses,
	...addresses.map((address) => `${address.toUpperCase()}//`),
	"/api/igc/form",
	"/api/tasks/task/1",
	"/api/%64ays/%31",
	"/api/days/a%2Fb%2fc",
	"/api/days/a%20%C5%99",
	"/api//days",
	"/api/days/1/2",
	"/api/nothing",
	"/days",
])("%s is found as a route of Remix would be", (address) => {
	const [match] = matchRoutes(routes, address) ?? [];
	const expected = match ? { path: match.route.id, params: match.params } : null;
	const found = apiPathOf(address);
	expect(found && { path: found.path, params: found.params }).toEqual(expected);
});

test("a method of a path is declared once", () => {
	const names = apiPaths.flatMap(({ path, calls }) => calls.map(({ method }) => `${method} ${path}`));
	expect(new Set(names).size).toBe(names.length);
});
