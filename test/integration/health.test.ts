import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { editionState, jobFuses, outbox, syncRuns } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { faultyBucket, switchableDatabase } from "~test/support/faulty-bindings";
import { testEdition } from "~test/support/test-edition";

const queuedAt = new Date("2025-03-02T10:00:00Z");
const about = { version: "1.7.2", edition: testEdition.year };
const allWell = { files: "ok", mail: "ok", jobs: "ok", schedule: "ok", results: "ok", pages: "ok" };
/** Tests are not built. */
const builtFrom = { commit: "unknown", committedAt: "unknown" };

const db = databaseOf();

beforeEach(async () => {
	await db.batch([db.delete(outbox), db.delete(jobFuses), db.delete(syncRuns)]);
	await db.update(editionState).set({ storedLogBytes: 0 });
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
	const known = { failing: [], warnings: [], outboxAge: null, ...builtFrom };
	expect(await response.json()).toEqual({ status: "ok", ...about, checks: allWell, ...known });
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

/** What a monitor is told at a time, and whether it calls somebody. */
async function healthAt(clock: string, bindings: Partial<Env> = {}) {
	const response = await createApp({ clock, env: bindings }).api("GET", "/api/health");
	const { checks, warnings } = (await response.json()) as { checks: object; warnings: string[] };
	const failing = Object.entries(checks).filter(([, state]) => state !== "ok");
	return { status: response.status, failing: Object.fromEntries(failing), warnings };
}

const well = { status: 200, failing: {}, warnings: [] };

test("a mail that was sent makes nobody wait", async () => {
	await queueMail();
	await db.update(outbox).set({ state: "sent" });
	expect(await healthAt("2025-03-03T10:00:00Z")).toEqual(well);
});

test("a mail that failed for good is told for a day, one that nobody was to get any more is not", async () => {
	await queueMail();
	const given = { state: "failed", nextAttemptAt: queuedAt } as const;
	await db.update(outbox).set({ ...given, lastError: "422 validation_error: Invalid `to` field" });
	expect(await healthAt("2025-03-03T09:59:00Z")).toEqual({
		...well,
		status: 503,
		failing: { mail: "failed" },
	});
	expect(await healthAt("2025-03-03T10:00:00Z")).toEqual(well);
	await db.update(outbox).set({ lastError: "withdrawn: there is nobody to get it any more" });
	expect(await healthAt("2025-03-02T10:01:00Z")).toEqual(well);
});

test("a job that is set aside, and a schedule that does not run, are told", async () => {
	const beganAt = new Date("2025-03-02T10:00:00Z");
	await db.insert(jobFuses).values({ job: "send-mail", unfinished: 1, beganAt });
	expect(await healthAt("2025-03-02T10:10:00Z")).toEqual(well);
	expect(await healthAt("2025-03-02T10:10:01Z")).toMatchObject({
		status: 503,
		failing: { schedule: "late" },
	});
	await db.update(jobFuses).set({ unfinished: 2 });
	expect(await healthAt("2025-03-02T10:01:00Z")).toMatchObject({
		status: 503,
		failing: { jobs: "set-aside" },
	});
});

test("results of the source that have not come for two hours are told on competition days alone", async () => {
	const keys = { SOARING_SPOT_CLIENT_ID_2025: "id", SOARING_SPOT_SECRET_2025: "secret" };
	const run = { id: "run", finishedAt: null, detail: { error: null, classes: [] } };
	await db
		.insert(syncRuns)
		.values({ ...run, outcome: "partial", startedAt: new Date("2025-07-15T10:00:00Z") });
	expect(await healthAt("2025-07-15T12:00:00Z", keys)).toEqual(well);
	expect(await healthAt("2025-07-15T12:00:01Z", keys)).toMatchObject({
		status: 503,
		failing: { results: "late" },
	});
	expect(await healthAt("2025-07-15T12:00:01Z"), "without keys").toEqual(well);
	await db.update(syncRuns).set({ outcome: "failed" });
	expect(await healthAt("2025-07-15T10:01:00Z", keys)).toMatchObject({ failing: { results: "late" } });
	expect(await healthAt("2025-07-01T10:01:00Z", keys), "before the competition").toEqual(well);
});

test("a table that pages cannot read is told, while the database answers", async () => {
	await env.DB_2025?.exec("ALTER TABLE news RENAME TO other_news");
	try {
		expect(await healthAt("2025-03-02T10:00:00Z")).toMatchObject({
			status: 503,
			failing: { pages: "failing" },
		});
	} finally {
		await env.DB_2025?.exec("ALTER TABLE other_news RENAME TO news");
	}
	expect(await healthAt("2025-03-02T10:00:00Z")).toEqual(well);
});

test("a quota of mails that is near or spent, and half of the room for logs, are warnings", async () => {
	for (let mails = 0; mails < 4; mails += 1) await queueMail();
	await db.update(outbox).set({ state: "sent", nextAttemptAt: new Date("2025-03-02T10:02:00Z") });
	const clock = "2025-03-02T11:00:00Z";
	expect(await healthAt(clock, { MAILS_PER_DAY: "6" })).toEqual(well);
	expect(await healthAt(clock, { MAILS_PER_DAY: "5" })).toEqual({ ...well, warnings: ["mail-quota"] });
	expect(await healthAt("2025-03-03T11:00:00Z", { MAILS_PER_DAY: "5" }), "the next day").toEqual(well);
	await db.update(editionState).set({ storedLogBytes: 10_000_000_000 });
	expect(await healthAt(clock)).toEqual({ ...well, warnings: ["storage"] });
});
