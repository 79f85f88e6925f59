import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { createRemixHandlers } from "~/worker/remix-handlers";

const paths = ["", "statuses", "days/:day", "api/*"];
const leaves = paths.map((path) => [path, { id: path, parentId: "root", path: path || undefined }]);
const routes = Object.fromEntries([["root", { id: "root", path: "" }], ...leaves]);
const handlerFor = createRemixHandlers({ routes, assets: { routes } } as unknown as ServerBuild);
/** Of the Remix that knows all routes. */
const handleAny = handlerFor("/unknown");

test("each route has a Remix of its own, which stays", () => {
	const known = ["/", "/statuses", "/days/:day", "/api/*"];
	const handlers = known.map(handlerFor);
	expect(new Set([handleAny, ...handlers]).size).toBe(known.length + 1);
	expect(known.map(handlerFor)).toEqual(handlers);
});

test("calls of the API go to the Remix of their route", () => {
	expect(["/api", "/api/days/:dayId"].map(handlerFor)).toEqual([handlerFor("/api/*"), handlerFor("/api/*")]);
});

test("what no route answers, and what Remix answers by itself, goes to one that knows all", () => {
	expect([handlerFor("/*"), handlerFor("/__manifest")]).toEqual([handleAny, handleAny]);
});
