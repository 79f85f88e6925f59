import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorker } from "~/worker/worker.server";
import { createApp } from "~test/support/app";
import { createRegistration, seedReference } from "~test/support/factories";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { contentOf } from "~test/support/sent-content";

beforeEach(async () => {
	await seedReference();
	await createRegistration({ accepted: true });
});

afterEach(() => {
	vi.useRealTimers();
});

const browser = { "Accept-Encoding": "gzip, deflate, br, zstd" };
const paths = ["/", "/starting-list", "/news.atom", "/calendar.ics", "/api/starting-list", "/api/days"];

const said = (response: Response) => [
	response.headers.get("X-Edge-Cache"),
	response.headers.get("Content-Encoding"),
];

test.each(paths)("%s is the same bytes whether it is sent compressed or not", async (path) => {
	const app = createApp({ remembers: true });
	const made = await app.get(path, { headers: browser });
	const plain = await app.get(path);
	const kept = await app.get(path, { headers: browser });
	expect([said(made), said(plain), said(kept)]).toEqual([
		["MISS", "gzip"],
		["HIT", null],
		["HIT", "gzip"],
	]);
	const content = await plain.arrayBuffer();
	expect(content.byteLength).toBeGreaterThan(50);
	expect(await contentOf(made)).toEqual(content);
	expect(await contentOf(kept)).toEqual(content);
	expect(kept.headers.get("Vary")).toContain("Accept-Encoding");
	expect(kept.headers.get("ETag")).toBe(plain.headers.get("ETag"));
});

test.each(["", "br", "identity", "gzip;q=0", "br, gzip; q=0.000, *;q=0.5", "xgzipped"])(
	"a reader who accepts %j gets the page as it is",
	async (accepted) => {
		const app = createApp({ remembers: true });
		const response = await app.get("/", { headers: { "Accept-Encoding": accepted } });
		expect(said(response)).toEqual(["MISS", null]);
		expect(await response.text()).toContain("<!DOCTYPE html>");
	},
);

test.each([
	["", null],
	["br", null],
	["gzip, br", "gzip"],
])(
	"behind the platform, whose header is the same for all, a reader who accepts %j is asked by cf",
	async (accepted, encoding) => {
		const app = createApp({ remembers: true });
		const request = new Request("http://2025.localhost/", {
			headers: { "Accept-Encoding": "br, gzip" },
			cf: { clientAcceptEncoding: accepted },
		});
		expect(said(await app.fetch(request))).toEqual(["MISS", encoding]);
	},
);

test.each(["gzip", "GZIP", "br;q=1.0, gzip;q=0.8", "deflate,gzip;q=0.05"])(
	"a reader who accepts %j gets it compressed",
	async (accepted) => {
		const app = createApp({ remembers: true });
		expect(said(await app.get("/", { headers: { "Accept-Encoding": accepted } }))).toEqual(["MISS", "gzip"]);
	},
);

test("HEAD tells the length of what GET sends, compressed or not", async () => {
	const app = createApp({ remembers: true });
	for (const headers of [browser, {}]) {
		const got = await app.get("/starting-list", { headers });
		const url = "http://2025.localhost/starting-list";
		const head = await app.fetch(new Request(url, { method: "HEAD", headers }));
		expect(said(head)).toEqual(["HIT", got.headers.get("Content-Encoding")]);
		expect(head.headers.get("Content-Length")).toBe(String((await got.arrayBuffer()).byteLength));
		expect(await head.text()).toBe("");
	}
});

test("who has the page in either form gets 304, which is no compressed nothing", async () => {
	const app = createApp({ remembers: true });
	const etag = (await app.get("/", { headers: browser })).headers.get("ETag") ?? "";
	for (const headers of [browser, {}]) {
		const again = await app.get("/", { headers: { ...headers, "If-None-Match": etag } });
		expect([again.status, ...said(again)]).toEqual([304, "HIT", null]);
		expect(again.headers.get("ETag")).toBe(etag);
		expect(again.headers.get("Vary")).toContain("Accept-Encoding");
	}
});

test("another isolate takes the compressed page from the data centre", async () => {
	const deploy = { ...build, assets: { ...build.assets, version: crypto.randomUUID() } };
	const ask = async (headers: Record<string, string>) => {
		const execution = createExecutionContext();
		const request = new Request("http://localhost/", { headers });
		const response = await createWorker(deploy).fetch(request, env as Env, execution);
		const sent = new Response(await response.arrayBuffer(), response);
		await waitOnExecutionContext(execution);
		return sent;
	};
	const made = await ask(browser);
	const compressed = await ask(browser);
	const plain = await ask({});
	expect([said(made), said(compressed), said(plain)]).toEqual([
		["MISS", "gzip"],
		["HIT", "gzip"],
		["HIT", null],
	]);
	const content = await plain.arrayBuffer();
	expect(await contentOf(compressed)).toEqual(content);
	expect(await contentOf(made)).toEqual(content);
	for (const name of ["Content-Type", "Cache-Control", "ETag", "Vary", "Content-Security-Policy"]) {
		expect([name, compressed.headers.get(name)]).toEqual([name, made.headers.get(name)]);
	}
	const keptHeaders = [...made.headers.keys()].filter((name) => name !== "x-request-id");
	expect([...compressed.headers.keys()].sort()).toEqual(keptHeaders.sort());
});

test("with the database off the stale page comes in both forms", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const { power, binding } = switchableDatabase(env.DB_2025);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	const good = await (await app.get("/")).arrayBuffer();
	power.on = false;
	vi.advanceTimersByTime(600_000);
	const compressed = await app.get("/", { headers: browser });
	const plain = await app.get("/");
	expect([said(compressed), said(plain)]).toEqual([
		["STALE", "gzip"],
		["STALE", null],
	]);
	expect(await contentOf(compressed)).toEqual(good);
	expect(await contentOf(plain)).toEqual(good);
});

test("what is made for one reader alone is left to the platform to compress", async () => {
	const app = createApp({ remembers: true });
	const response = await app.get("/login", { headers: browser });
	expect(said(response)).toEqual(["BYPASS", null]);
});
