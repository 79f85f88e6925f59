import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { outbox } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { faultyBucket, switchableDatabase } from "~test/support/faulty-bindings";
import { testEdition } from "~test/support/test-edition";

const queuedAt = new Date("2025-03-02T10:00:00Z");
const about = { version: "1.7.2", edition: testEdition.year };
/** Tests are not built. */
const builtFrom = { commit: "unknown", committedAt: "unknown" };

beforeEach(async () => {
	await databaseOf().delete(outbox);
});

afterEach(() => {
	vi.useRealTimers();
});

/** A mail that was queued then and that nobody has sent. */
async function queueMail() {
	const mail = mailTo(await createUser(), "password-changed", {});
	await commit(contextOf({ now: queuedAt }), { statements: [], audit: [], outbox: [mail], visible: false });
}

/** An edition whose database is off. */
function withoutDatabase() {
	const { power, binding } = switchableDatabase(env.DB_2025);
	power.on = false;
	return createApp({ env: { DB_2025: binding } });
}

test("the health of an edition is told by the API", async () => {
	const response = await createApp({ host: "2024.localhost" }).api("GET", "/api");
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ status: "ok", version: "1.7.2", edition: 2024 });
});

test("the root of an API host answers the health of its edition", async () => {
	const response = await createApp({ host: "api.2023.localhost" }).get("/");
	expect(await response.json()).toEqual({ status: "ok", version: "1.7.2", edition: 2023 });
});

test("a page of another host of the domain may read the health at the root of an API host", async () => {
	const api = createApp({ host: "api.2023.localhost" });
	const origin = "http://2023.localhost:8787";
	const answer = await api.get("/", { headers: { Origin: origin } });
	expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(origin);
	expect(answer.headers.get("Vary")).toContain("Origin");
});

test.each(["/api", "/api/health"])("%s is unavailable when the database does not answer", async (path) => {
	const response = await withoutDatabase().api("GET", path);
	expect(response.status).toBe(503);
	const added = path === "/api" ? {} : builtFrom;
	expect(await response.json()).toEqual({ status: "unavailable", ...about, ...added });
});

test("a monitor is told that all is well", async () => {
	const response = await createApp().api("GET", "/api/health");
	expect(response.status).toBe(200);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	const checks = { files: "ok", mail: "ok" };
	expect(await response.json()).toEqual({ status: "ok", ...about, checks, outboxAge: null, ...builtFrom });
});

test("a monitor is told that the bucket fails, while visitors' pages are well", async () => {
	const { faults, bucket } = faultyBucket(env.FILES);
	faults.head = "before";
	const app = createApp({ env: { FILES: bucket } });
	const response = await app.api("GET", "/api/health");
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({
		status: "degraded",
		checks: { files: "failing", mail: "ok" },
	});
	expect((await app.api("GET", "/api")).status).toBe(200);
});

test("a bucket that never answers is as good as one that fails", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const { faults, bucket } = faultyBucket(env.FILES);
	faults.head = "never";
	const answer = createApp({ env: { FILES: bucket } }).api("GET", "/api/health");
	await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 30_000 });
	await vi.advanceTimersByTimeAsync(5_000);
	expect(await (await answer).json()).toMatchObject({ checks: { files: "failing" } });
});

test.each([
	["2025-03-02T10:30:00Z", 200, "ok", 1_800],
	["2025-03-02T10:30:01Z", 503, "late", 1_801],
])("at %s a mail queued at ten makes it %i", async (clock, status, mail, outboxAge) => {
	await queueMail();
	// As in production without a key of the provider, nobody sends it.
	const response = await createApp({ clock }).api("GET", "/api/health");
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ checks: { files: "ok", mail }, outboxAge });
});

test("mails that were sent or given up make nobody wait", async () => {
	for (const state of ["sent", "failed"] as const) {
		await queueMail();
		await databaseOf().update(outbox).set({ state });
	}
	const response = await createApp({ clock: "2025-03-03T10:00:00Z" }).api("GET", "/api/health");
	expect(response.status).toBe(200);
});
