import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { loopParameter } from "~/lib/http/page-loop";
import { page, resource } from "~/shell/handle";
import { createCachedAddresses } from "~/worker/edge-cache/cached-addresses";
import { createDividedLruCache } from "~/worker/edge-cache/lru-cache";

type Module = Readonly<Record<string, unknown>>;

/** The routes of a build by their paths; "" is the home page. */
function routesOf(modules: Readonly<Record<string, Module>>): ServerBuild["routes"] {
	const leaves = Object.entries(modules).map(([path, module]) => [
		path || "_index",
		{ id: path || "_index", parentId: "root", path: path || undefined, index: path === "", module },
	]);
	const root = { id: "root", path: "", module: { default: () => null } };
	return Object.fromEntries([["root", root], ...leaves]) as ServerBuild["routes"];
}

const list = page({
	cached: [
		{ name: "class", values: ["club"] },
		{ name: "q", values: null },
	],
});
const reading = page({ cached: [] });

const addressOf = createCachedAddresses(
	routesOf({
		"": { handle: reading },
		"starting-list": { handle: list },
		news: { handle: page({ cached: [loopParameter] }) },
		"news.atom": { handle: resource({ cached: [] }) },
		login: { handle: page({}) },
		"igc/upload": {},
		"igc/:id": { handle: reading },
		"igc/:id/:version": {},
		"api/*": {},
		"*": { handle: page({}) },
	}),
	[
		{ path: "/api/days", calls: [{ cached: true }, {}] },
		{ path: "/api/days/:day", calls: [{}] },
	],
);

const cachedAt = (path: string) => addressOf(new URL(path, "https://glidercup.example"));

test.each([
	["/", "/"],
	["/?lng=en", "/"],
	["/starting-list?q=novak&unknown=1&class=club", "/starting-list?class=club&q=novak"],
	["/starting-list?class=", "/starting-list"],
	["/starting-list?class=anything", "/starting-list"],
	["/starting-list?class=CLUB&q=novak", "/starting-list?q=novak"],
	["/news?loop=20", "/news?loop=20"],
	["/news?loop=020.5", "/news?loop=20"],
	["/news?loop=1", "/news?loop=5"],
	["/news?loop=99999", "/news?loop=600"],
	["/news?loop=anything", "/news"],
	["/news.atom", "/news.atom"],
	["/igc/42", "/igc/42"],
	["/api/days", "/api/days"],
])("%s is cached as %s", (path, address) => {
	expect(cachedAt(path)).toBe(address);
});

test.each([
	["/login", "a form"],
	["/igc/upload", "more exact than /igc/:id"],
	["/igc/Upload", "another spelling of it"],
	["/igc/%75pload", "another spelling of it"],
	["/igc/%34%32", "another spelling of /igc/42"],
	["/igc/42/1", "of another route"],
	["/api/days/1", "a call that does not say so"],
	["/newsXatom", "no route"],
	[`/starting-list?q=${"x".repeat(101)}`, "too long a value"],
])("%s is not cached: %s", (path) => {
	expect(cachedAt(path)).toBeNull();
});

test("a route that takes any path cannot be cached", () => {
	expect(() => createCachedAddresses(routesOf({ "files/*": { handle: reading } }), [])).toThrow("/files/*");
});

test("queries that somebody makes up push no page out of the memory", () => {
	const memory = createDividedLruCache({ paths: 5_000, queries: 5_000 });
	const response = { body: new Uint8Array(1_000), length: 1, headers: new Headers(), etag: "", storedAt: 0 };
	memory.set("1/starting-list", response);
	for (let made = 0; made < 10; made += 1) memory.set(`1/starting-list?q=${made}`, response);
	expect(memory.get("1/starting-list")).toBe(response);
	expect(memory.get("1/starting-list?q=0")).toBeUndefined();
	expect(memory.get("1/starting-list?q=9")).toBe(response);
});
