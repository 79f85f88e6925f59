import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, expect, vi } from "vitest";
import { editionState } from "~db/schema";
import { createApp } from "~test/support/app";
import { countedDatabase } from "~test/support/counted-database";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { test } from "~test/support/world";

afterEach(() => {
	vi.useRealTimers();
});

const state = (response: Response) => response.headers.get("X-Edge-Cache");

test("an anonymous page is made once and then given from the edge", async () => {
	const app = createApp({ remembers: true });
	const first = await app.get("/");
	const second = await app.get("/");
	expect([state(first), state(second)]).toEqual(["MISS", "HIT"]);
	expect(await second.text()).toBe(await first.text());
	expect(second.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
	expect(second.headers.get("Content-Security-Policy")).not.toContain("nonce");
});

test("who has the page already gets 304", async () => {
	const app = createApp({ remembers: true });
	const etag = (await app.get("/")).headers.get("ETag") ?? "";
	const again = await app.get("/", { headers: { "If-None-Match": etag } });
	expect(again.status).toBe(304);
	expect((await app.get("/", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
});

test("languages and editions do not share a page", async () => {
	const app = createApp({ remembers: true });
	const older = createApp({ remembers: true, host: "2024.localhost" });
	await app.get("/", { language: "cs" });
	const english = await app.get("/", { language: "en" });
	expect(state(english)).toBe("MISS");
	expect(await english.text()).toContain('lang="en"');
	expect(state(await older.get("/", { language: "cs" }))).toBe("MISS");
});

test("unknown parameters neither fragment the cache nor reach the page", async () => {
	const app = createApp({ remembers: true });
	await app.get("/");
	const response = await app.get("/?utm_source=%22%3E%3Cscript%3E&fbclid=1");
	expect(state(response)).toBe("HIT");
	expect(await response.text()).not.toContain("utm_source");
});

test("a session, a bearer token or a message bypass the cache, and the page that was given just before", async () => {
	const app = createApp({ remembers: true });
	await app.get("/");
	await app.get("/");
	expect(state(await app.get("/"))).toBe("HIT");
	const user = await createUser();
	const withSession = await app.get("/", { as: user });
	expect(state(withSession)).toBe("BYPASS");
	expect(withSession.headers.get("Cache-Control")).toBe("private, no-store");
	const flash = encodeURIComponent(JSON.stringify({ kind: "success", key: "login.success", values: {} }));
	expect(state(await app.get("/", { headers: { Cookie: `flash=${flash}` } }))).toBe("BYPASS");
	expect(state(await app.api("GET", "/api/registration/form", undefined, { as: user }))).not.toBe("HIT");
	expect(state(await app.get("/", { headers: { Authorization: "Bearer garbage" } }))).toBe("BYPASS");
	expect(state(await app.get("/", { headers: { Cookie: "other=1; i18nextLng=cs" } }))).toBe("HIT");
});

test("a kept read of the API says to every origin anew whether it may read it", async () => {
	const app = createApp({ remembers: true });
	const ask = async (origin: string) => {
		const response = await app.get("/api/registration/form", { headers: { Origin: origin } });
		return [state(response), response.headers.get("Access-Control-Allow-Origin")];
	};
	const [client, stranger] = ["https://app.glidercup.example", "https://elsewhere.example.com"];
	expect(await ask(client)).toEqual(["MISS", client]);
	for (const _ of [1, 2]) {
		expect(await ask(client)).toEqual(["HIT", client]);
		expect(await ask(stranger)).toEqual(["HIT", null]);
	}
});

test("a bad session cookie gets no page of the cache either", async () => {
	const app = createApp({ remembers: true });
	await app.get("/");
	await app.get("/");
	expect(state(await app.get("/", { headers: { Cookie: "token=garbage" } }))).toBe("BYPASS");
});

test("a raised content version is seen after two seconds, not before", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const app = createApp({ remembers: true });
	await app.get("/");
	await databaseOf()
		.update(editionState)
		.set({ contentVersion: sql`${editionState.contentVersion} + 1` });
	vi.advanceTimersByTime(1_900);
	expect(state(await app.get("/"))).toBe("HIT");
	vi.advanceTimersByTime(200);
	expect(state(await app.get("/"))).toBe("MISS");
});

test("who has changed something reads it at once, with a token or without", async () => {
	const app = createApp({ remembers: true });
	const admin = await createAdmin();
	const titles = async () => {
		const news = await (await app.api("GET", "/api/news")).json<{ title: string }[]>();
		return news.map(({ title }) => title);
	};
	for (const title of ["Briefing v 9:30", "Briefing v 10:00", "Briefing v 10:30"]) {
		// Twice, so that the response stands on every level of the cache.
		expect([await titles(), await titles()].flat()).not.toContain(title);
		const added = await app.api(
			"POST",
			"/api/news",
			{ title, body: "V hangáru.", email: false },
			{ as: admin },
		);
		expect(added.status).toBe(201);
		expect(await titles()).toContain(title);
	}
});

test("a page that was given a moment ago does not outlive midnight in Prague", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-07-11T21:59:59.500Z") });
	const app = createApp({ remembers: true });
	await app.get("/");
	await app.get("/");
	vi.advanceTimersByTime(400);
	expect(state(await app.get("/"))).toBe("HIT");
	vi.advanceTimersByTime(200);
	expect(state(await app.get("/"))).toBe("MISS");
});

test("a page is made anew after a minute", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const app = createApp({ remembers: true });
	await app.get("/");
	vi.advanceTimersByTime(59_000);
	expect(state(await app.get("/"))).toBe("HIT");
	vi.advanceTimersByTime(2_000);
	expect(state(await app.get("/"))).toBe("MISS");
});

test("with the database off the last good page is given, marked stale", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const { power, binding } = switchableDatabase(env.DB_2025);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	const good = await (await app.get("/")).text();
	power.on = false;
	vi.advanceTimersByTime(600_000);
	const stale = await app.get("/");
	expect(state(stale)).toBe("STALE");
	expect(await stale.text()).toBe(good);
	// Another language was never asked for: there is nothing to stand in.
	expect((await app.get("/", { language: "en" })).status).toBe(503);
	vi.advanceTimersByTime(25 * 3_600_000);
	expect((await app.get("/")).status).toBe(503);
});

test("with the database off every public page and read that was good is given, marked stale", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const { power, binding } = switchableDatabase(env.DB_2025);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	const paths = [
		...[
			"/",
			"/news",
			"/starting-list",
			"/statuses",
			"/results",
			"/documents",
			"/contacts",
			"/privacy",
			"/archive",
		],
		...[
			"/offline",
			"/manifest.webmanifest",
			"/news.atom",
			"/calendar.ics",
			"/api/news",
			"/api/days",
			"/api/documents",
		],
		...["/api/starting-list", "/api/registration/form", "/api/igc/form", "/api/results/top"],
	];
	const good = new Map<string, string>();
	for (const path of paths) good.set(path, await (await app.get(path)).text());
	power.on = false;
	vi.advanceTimersByTime(600_000);
	for (const path of paths) {
		const stale = await app.get(path);
		expect([path, stale.status, state(stale)]).toEqual([path, 200, "STALE"]);
		expect(await stale.text(), path).toBe(good.get(path));
	}
});

test("with the database off the health says so", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	expect((await app.get("/login")).status).toBe(200);
	power.on = false;
	// What visitors share is still known.
	expect((await app.get("/login")).status).toBe(200);
	const response = await app.api("GET", "/api");
	expect(response.status).toBe(503);
	expect(await response.json()).toEqual({ status: "unavailable", version: "1.7.2", edition: 2025 });
});

test("readers who come at the same time share one page", async () => {
	const { binding, asked } = countedDatabase(env.DB_2025 as D1Database);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	const answers = await Promise.all(Array.from({ length: 20 }, () => app.get("/news")));
	expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
	expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
	// One for the shell, one for the page.
	expect(asked.roundTrips).toBe(2);
});

test("readers who come at the same time to what is not there get it all the same", async () => {
	const app = createApp({ remembers: true });
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => app.api("GET", "/api/results/total/nobody")),
	);
	expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
});
