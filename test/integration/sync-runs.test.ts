import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { replaceTable, tableQueries, toStoredTables } from "~/lib/results/result-tables.server";
import { createSoaringSpotClient } from "~/lib/results/soaring-spot/client";
import { syncResults } from "~/lib/results/sync-results.server";
import { auditLog, dailyResults, resultTables, syncRuns, throttles } from "~db/schema";
import { sampleContest } from "~test/fakes/soaring-spot-dataset";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { databaseOf } from "~test/support/factories";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { multipart } from "~test/support/multipart";
import {
	baseUrl,
	club,
	competitionDay,
	control,
	days,
	fail,
	keys,
	lastRun,
	requests,
	startAnew,
	tableOf,
	tick,
} from "~test/support/results-sync";
import { test } from "~test/support/world";

const db = databaseOf();

beforeEach(startAnew);

test("a clock that is too far off fails the run, which is told", async () => {
	await control("PUT", "clock", { now: new Date(Date.now() + 6 * 60_000).toISOString() });
	await tick();
	const { outcome, report } = await lastRun();
	expect(outcome).toBe("failed");
	expect(report).toEqual({ error: "unauthorized", classes: [] });
});

test("a source that does not answer in time fails the class", async () => {
	await fail({ kind: "hang", match: "/classes/12/", times: 3 });
	const source = createSoaringSpotClient({
		baseUrl,
		...soaringSpotKeys,
		timeoutMs: 300,
		// The others have all the time that they need.
		fetch: (url, { signal = null, ...init } = {}) =>
			fetch(url, { ...init, signal: String(url).includes("/classes/12/") ? signal : null }),
		wait: async () => {},
	});
	const synced = await syncResults(contextOf({ now: new Date(competitionDay) }), source);
	expect(synced).toMatchObject({
		ok: true,
		value: {
			classes: [
				{ name: "Klub", outcome: "updated" },
				{ name: "Kombi", outcome: "failed", error: "timeout" },
			],
		},
	});
});

test("two runs never overlap", async () => {
	const ctx = contextOf({ now: new Date(competitionDay), env: keys });
	const both = await Promise.all([syncResults(ctx), syncResults(ctx)]);
	expect(both.map((one) => (one.ok ? "ran" : one.reason)).sort()).toEqual(["ran", "sync-running"]);
	expect(await db.$count(syncRuns)).toBe(1);
	expect((await requests()).filter(({ path }) => path.endsWith("/classes"))).toHaveLength(1);
});

test("a run that never ended does not keep the next ones away, and writes nothing any more", async () => {
	await db.insert(syncRuns).values({
		id: "dead",
		startedAt: new Date("2025-07-14T17:40:00Z"),
		outcome: "running",
		detail: { error: null, classes: [] },
	});
	await tick();
	const runs = await db.select().from(syncRuns).orderBy(syncRuns.startedAt);
	expect(runs.map(({ outcome }) => outcome)).toEqual(["failed", "ok"]);
	expect(runs[0]?.detail).toMatchObject({ error: "interrupted" });
});

test("of several contests that the keys show none but the edition's is taken", async () => {
	const source = createSoaringSpotClient({ baseUrl, ...soaringSpotKeys });
	const foreign: typeof source = {
		...source,
		contests: async () => [4711, 4712].map((id) => ({ id, name: "Další soutěž" })),
		classes: () => source.classes(sampleContest().id),
	};
	const ctx = contextOf({ now: new Date(competitionDay) });
	expect(await syncResults(ctx, foreign)).toMatchObject({ value: { error: "noContest", classes: [] } });
	expect(await db.$count(dailyResults)).toBe(0);
});

test("a run that was taken for dead writes nothing", async () => {
	const source = createSoaringSpotClient({ baseUrl, ...soaringSpotKeys });
	const late: typeof source = {
		...source,
		async results(classId) {
			await db.update(syncRuns).set({ outcome: "failed" });
			return source.results(classId);
		},
	};
	const synced = await syncResults(contextOf({ now: new Date(competitionDay) }), late);
	expect(synced).toMatchObject({
		value: { classes: [{ outcome: "overtaken" }, { outcome: "overtaken" }] },
	});
	expect(await db.$count(dailyResults)).toBe(0);
});

test("a table that somebody replaced while the source was being read is not overwritten", async () => {
	await tick();
	const ctx = contextOf({ now: new Date("2025-07-14T18:30:00Z") });
	const where = { classId: club, dayId: days["2025-07-12"] ?? "" };
	const sheets = toStoredTables(await read(db, tableQueries(db, club)));
	const stored = sheets.find(({ dayId }) => dayId === where.dayId);
	if (!stored) throw new Error("nothing is stored");
	await db
		.update(resultTables)
		.set({ updatedAt: new Date("2025-07-14T18:29:00Z") })
		.where(eq(resultTables.id, stored.id));
	const statements = replaceTable(ctx, where, stored, { ...stored, rows: [] });
	expect(await commit(ctx, { statements, audit: [], visible: true })).toEqual({
		ok: false,
		reason: "missed",
	});
	expect(await tableOf(club, "2025-07-12")).toHaveLength(3);
});

test("the scheduler leaves the source alone outside of the competition and without keys", async () => {
	await tick("2025-07-11T10:00:00Z");
	await tick("2025-07-20T22:30:00Z");
	await tick(competitionDay, { SOARING_SPOT_SECRET_2025: undefined });
	expect(await requests()).toEqual([]);
	await tick("2025-07-20T21:30:00Z");
	expect(await requests()).not.toEqual([]);
});

test("the scheduler removes what has had its time", async () => {
	await db.insert(throttles).values([
		{ key: "over", count: 3, endsAt: new Date("2025-07-14T17:00:00Z") },
		{ key: "on", count: 3, endsAt: new Date("2025-07-14T19:00:00Z") },
	]);
	await tick(competitionDay, { SOARING_SPOT_SECRET_2025: undefined });
	const left = await db.select({ key: throttles.key }).from(throttles);
	expect(left).toEqual([{ key: "on" }]);
});

test("a job that fails keeps neither the other jobs nor the other editions from running", async () => {
	await databaseOf(2024)
		.insert(throttles)
		.values({ key: "over", count: 1, endsAt: new Date("2025-07-14T17:00:00Z") });
	const broken = switchableDatabase(env.DB_2023);
	broken.power.on = false;
	await tick(competitionDay, { DB_2023: broken.binding, FILES: undefined as unknown as R2Bucket });
	expect((await lastRun()).outcome).toBe("ok");
	// Closed years are asked once a day.
	await tick("2025-07-15T02:00:00Z", { DB_2023: broken.binding });
	expect(await databaseOf(2024).$count(throttles)).toBe(0);
});

test("an organiser's button fetches the results, tells the outcome and leaves a trace", async ({ admin }) => {
	const app = () => createApp({ clock: "2025-08-01T08:00:00Z", env: keys });
	await fail({ kind: "notJson", match: "/classes/12/" });
	const form = multipart({ intent: "sync" });
	const response = await app().post("/admin/scoring", form, { as: admin });
	expect(response.status).toBe(303);
	expect(await tableOf(club, "2025-07-12")).toHaveLength(3);
	const page = await (await app().get("/admin/scoring", { as: admin, language: "en" })).text();
	const text = page.replaceAll("\u00a0", " ").replaceAll(/<[^>]*>/g, "");
	expect(text).toContain("Some results could not be fetched");
	expect(text).toContain(
		"Club: Updated (Saturday 12 July, Sunday 13 July, Monday 14 July, Wednesday 16 July).",
	);
	expect(text).toContain(
		"Kombi: Failed: The answer of SoaringSpot cannot be read. The current results stay in place.",
	);
	const audited = await db.select().from(auditLog).where(eq(auditLog.action, "results.sync"));
	expect(audited).toMatchObject([{ actorId: admin.id }]);
});
