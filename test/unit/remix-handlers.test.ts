import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { createRemixHandlers } from "~/worker/remix-handlers";

const paths = ["", "statuses", "days/:day", "api/*", "api/docs"];
const leaves = paths.map((path) => [path, { id: path, parentId: "root", path: path || undefined }]);
const routes = Object.fromEntries([["root", { id: "root", path: "" }], ...leaves]);
const handlerFor = createRemixHandlers({ routes, assets: { routes } } as unknown as ServerBuild);
/** Of the Remix that knows all routes. */
const handleAny = handlerFor("/unknown");

test.each([
	["/statuses", "/statuses.data"],
	["/days/5", "/days/6.data"],
	["/", "/_root.data"],
	["/api/docs", "/api/days/5"],
])("%s and %s go to one Remix that knows the routes that begin like them", (one, other) => {
	expect(handlerFor(one)).not.toBe(handleAny);
	expect(handlerFor(other)).toBe(handlerFor(one));
});

test("paths that begin differently go to different ones, and what begins like no route to one that knows all", () => {
	expect(new Set(["/", "/statuses", "/days/5", "/api/days"].map(handlerFor)).size).toBe(4);
	expect(handlerFor("/unknown/5.data")).toBe(handleAny);
});
