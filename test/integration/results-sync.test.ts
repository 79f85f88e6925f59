import {
	createExecutionContext,
	createScheduledController,
	env,
	waitOnExecutionContext,
} from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { createSoaringSpotClient } from "~/lib/results/soaring-spot/client";
import { replaceSheet, sheetQueries, toStoredSheets } from "~/lib/results/stored-sheets.server";
import { type SyncReport, syncReport } from "~/lib/results/sync-report";
import { syncResults } from "~/lib/results/sync-results.server";
import { createWorker } from "~/worker/worker.server";
import {
	auditLog,
	competitionDays,
	dailyResults,
	editionState,
	registrations,
	resultSheets,
	syncRuns,
	throttles,
} from "~db/schema";
import type { SoaringSpotFailure } from "~test/fakes/soaring-spot";
import { type FakeContest, sampleContest } from "~test/fakes/soaring-spot-dataset";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { switchableDatabase } from "~test/support/faults";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { fakeServices } from "~test/support/services";

const origin = fakeServices().soaringSpot;
const baseUrl = `${origin}/v1/`;
const keys = {
	SOARING_SPOT_BASE_URL: baseUrl,
	SOARING_SPOT_CLIENT_ID_2025: soaringSpotKeys.clientId,
	SOARING_SPOT_SECRET_2025: soaringSpotKeys.secret,
};
const competitionDay = "2025-07-14T18:00:00Z";
const db = databaseOf();
let club: string;
let kombi: string;
let days: Record<string, string>;

async function control(method: string, path: string, body?: unknown): Promise<Response> {
	return fetch(`${origin}/__control/${path}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

const fail = (failure: SoaringSpotFailure) => control("POST", "failures", failure);

async function requests(): Promise<{ path: string; status: number }[]> {
	return (await control("GET", "requests")).json();
}

beforeEach(async () => {
	await control("POST", "reset");
	await control("PUT", "page-size", { pageSize: 20 });
	const reference = await seedReference();
	await db.batch([
		db.delete(dailyResults),
		db.delete(resultSheets),
		db.delete(syncRuns),
		db.delete(auditLog),
		db.update(competitionDays).set({ task: "TASK" }),
	]);
	club = reference.competitionClasses.find(({ type }) => type === "club")?.id ?? "";
	kombi = reference.competitionClasses.find(({ type }) => type === "18_meter")?.id ?? "";
	days = Object.fromEntries(reference.competitionDays.map(({ date, id }) => [date, id]));
});

/** One run of the scheduler. */
async function tick(clock = competitionDay, other: Partial<Env> = {}): Promise<void> {
	const execution = createExecutionContext();
	await createWorker(build).scheduled(
		createScheduledController({ scheduledTime: new Date(clock) }),
		{ ...env, ...keys, CLOCK: clock, ...other } as Env,
		execution,
	);
	await waitOnExecutionContext(execution);
}

async function lastRun(): Promise<{ outcome: string; report: SyncReport }> {
	const [run] = await db.select().from(syncRuns);
	if (!run) throw new Error("nothing was synced");
	return { outcome: run.outcome, report: syncReport.parse(run.detail) };
}

async function tableOf(classId: string, date: string) {
	const response = await createApp({ clock: competitionDay }).api(
		"GET",
		`/api/results/daily/${classId}/${days[date]}`,
	);
	return response.json<{ name: string; points: number; flightId: number | null }[]>();
}

async function version(): Promise<number> {
	const [state] = await db.select().from(editionState);
	return state?.contentVersion ?? 0;
}

function contestWith(change: (contest: FakeContest) => void): FakeContest {
	const contest = sampleContest();
	change(contest);
	return contest;
}

test("the results of every scored day are there after one run, practice and cancelled ones apart", async () => {
	await tick();
	const { outcome, report } = await lastRun();
	expect(outcome).toBe("ok");
	expect(report.classes.map(({ name, outcome, written }) => [name, outcome, written])).toEqual([
		["Klub", "updated", ["2025-07-12", "2025-07-13", "2025-07-14", "2025-07-16"]],
		["Kombi", "updated", ["2025-07-12", "2025-07-13", "2025-07-14", "2025-07-16"]],
	]);
	expect(await tableOf(club, "2025-07-12")).toEqual([
		{
			position: 1,
			name: "Jan Vzorný",
			aeroclub: "Aeroklub Lípa",
			glider: "LS 4",
			handicap: 1.04,
			points: 1000,
			flightId: 10_541_334_700,
		},
		expect.objectContaining({ position: 2, name: "Petra Ukázková", flightId: 10_541_334_701 }),
		expect.objectContaining({ position: 3, name: "Karel Příklad", points: 726 }),
	]);
	expect(await tableOf(club, "2025-07-15")).toEqual([]);
	const sheets = await db.select().from(resultSheets).where(eq(resultSheets.competitionClassId, kombi));
	expect(sheets.map(({ status }) => status).sort()).toEqual([
		"official",
		"official",
		"preliminary",
		"unofficial",
	]);
});

test("totals are those of the source", async () => {
	await tick();
	const response = await createApp({ clock: competitionDay }).api("GET", `/api/results/total/${kombi}`);
	const contest = sampleContest();
	const last = contest.classes[1]?.tasks.findLast(({ results }) => results.length > 0);
	const expected = last?.results
		.map(({ contestant, pointsTotal, rankTotal }) => ({
			position: rankTotal,
			name: contestant.name,
			points: pointsTotal,
		}))
		.sort((a, b) => a.position - b.position);
	expect(await response.json()).toMatchObject(expected ?? []);
});

test("a run that finds nothing new writes nothing, and visitors' pages stay cached", async () => {
	await tick();
	const before = await version();
	const audited = await db.$count(auditLog);
	await tick("2025-07-14T18:05:00Z");
	expect(await version()).toBe(before);
	expect(await db.$count(auditLog)).toBe(audited);
	const [, second] = await db.select().from(syncRuns).orderBy(syncRuns.startedAt);
	expect(syncReport.parse(second?.detail).classes.map(({ outcome }) => outcome)).toEqual([
		"unchanged",
		"unchanged",
	]);
});

test("a corrected day is replaced whole, the other days are left alone", async () => {
	await tick();
	const before = await version();
	const contest = contestWith(({ classes }) => {
		const task = classes[0]?.tasks.find(({ date }) => date === "2025-07-14");
		if (!task) throw new Error("no task");
		task.status = "official";
		task.results = task.results.slice(1);
	});
	await control("PUT", "contest", contest);
	await tick("2025-07-14T19:00:00Z");
	expect(await version()).toBe(before + 1);
	expect((await tableOf(club, "2025-07-14")).map(({ name }) => name)).not.toContain("Jan Vzorný");
	const sheets = await db.select().from(resultSheets).where(eq(resultSheets.competitionClassId, club));
	expect(
		sheets.filter(({ updatedAt }) => updatedAt.toISOString() === "2025-07-14T19:00:00.000Z"),
	).toMatchObject([{ dayId: days["2025-07-14"], status: "official" }]);
});

test("a class that fails keeps its rows and is told, the other one is updated", async () => {
	await tick();
	const kept = await tableOf(club, "2025-07-14");
	const contest = contestWith(({ classes }) => {
		for (const { tasks } of classes) for (const { results } of tasks) results.pop();
	});
	await control("PUT", "contest", contest);
	await fail({ kind: "notJson", match: "/classes/11/" });
	await tick("2025-07-14T18:30:00Z");
	const [, second] = await db.select().from(syncRuns).orderBy(syncRuns.startedAt);
	expect(second?.outcome).toBe("partial");
	expect(syncReport.parse(second?.detail).classes).toMatchObject([
		{ name: "Klub", outcome: "failed", error: "notJson", written: [] },
		{ name: "Kombi", outcome: "updated", error: null },
	]);
	expect(await tableOf(club, "2025-07-14")).toEqual(kept);
	expect(await tableOf(kombi, "2025-07-14")).toHaveLength(2);
});

test("a class whose rows the database refuses half way keeps all of its old ones", async () => {
	await tick();
	const kept = await tableOf(club, "2025-07-12");
	const contest = contestWith(({ classes }) => {
		for (const { tasks } of classes) for (const { results } of tasks) results.pop();
	});
	await control("PUT", "contest", contest);
	await env.DB_2025?.prepare(
		"CREATE TRIGGER refuse BEFORE INSERT ON daily_results WHEN NEW.competitor = 'AB' BEGIN SELECT RAISE(ABORT, 'refused'); END",
	).run();
	try {
		await tick("2025-07-14T18:30:00Z");
	} finally {
		await env.DB_2025?.prepare("DROP TRIGGER refuse").run();
	}
	const [, second] = await db.select().from(syncRuns).orderBy(syncRuns.startedAt);
	expect(syncReport.parse(second?.detail).classes).toMatchObject([
		{ name: "Klub", outcome: "failed", error: "internal" },
		{ name: "Kombi", outcome: "updated" },
	]);
	expect(await tableOf(club, "2025-07-12")).toEqual(kept);
});

test("a task that the source cancels afterwards loses its results", async () => {
	await tick();
	const contest = contestWith(({ classes }) => {
		const task = classes[0]?.tasks.find(({ date }) => date === "2025-07-13");
		if (!task) throw new Error("no task");
		task.status = "cancelled";
	});
	await control("PUT", "contest", contest);
	await tick("2025-07-14T18:30:00Z");
	expect(await tableOf(club, "2025-07-13")).toEqual([]);
	expect(await tableOf(kombi, "2025-07-13")).toHaveLength(3);
	const where = and(
		eq(dailyResults.competitionClassId, club),
		eq(dailyResults.dayId, days["2025-07-13"] ?? ""),
	);
	expect(await db.$count(dailyResults, where)).toBe(0);
});

test("an empty list of results leaves what there is", async () => {
	await tick();
	const kept = await tableOf(club, "2025-07-14");
	await control(
		"PUT",
		"contest",
		contestWith(({ classes }) => classes[0]?.tasks.splice(0)),
	);
	await tick("2025-07-14T18:30:00Z");
	const [, second] = await db.select().from(syncRuns).orderBy(syncRuns.startedAt);
	expect(second?.outcome).toBe("ok");
	expect(syncReport.parse(second?.detail).classes[0]).toMatchObject({ name: "Klub", outcome: "empty" });
	expect(await tableOf(club, "2025-07-14")).toEqual(kept);
});

test("a class the source does not have is told", async () => {
	await control(
		"PUT",
		"contest",
		contestWith(({ classes }) => classes.pop()),
	);
	await tick();
	const { outcome, report } = await lastRun();
	expect(outcome).toBe("partial");
	expect(report.classes).toMatchObject([{ outcome: "updated" }, { name: "Kombi", outcome: "notMatched" }]);
});

test("results of a day without a task are kept but shown to nobody, and the report says so", async () => {
	await setTask(days["2025-07-13"] ?? "", "NO_TASK");
	await tick();
	const { report } = await lastRun();
	expect(report.classes[0]?.hidden).toEqual(["2025-07-13"]);
	expect(await tableOf(club, "2025-07-13")).toEqual([]);
	await setTask(days["2025-07-13"] ?? "", "TASK");
	expect(await tableOf(club, "2025-07-13")).toHaveLength(3);
});

test("what an organiser imported stays, and the report says so", async () => {
	const where = { competitionClassId: club, dayId: days["2025-07-12"] ?? "" };
	await createSheet(where, [resultOf("K1", { name: "Opravený" })], { source: "csv" });
	await tick();
	expect(await tableOf(club, "2025-07-12")).toMatchObject([{ name: "Opravený" }]);
	const { report } = await lastRun();
	expect(report.classes[0]).toMatchObject({ imported: ["2025-07-12"] });
	expect(report.classes[0]?.written).not.toContain("2025-07-12");
});

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

test("the contest is the one that the keys open, whatever number the map viewer has", async () => {
	await control(
		"PUT",
		"contest",
		contestWith((contest) => {
			contest.id = 4711;
		}),
	);
	await tick();
	const { outcome, report } = await lastRun();
	expect(outcome).toBe("ok");
	expect(report.classes.map((one) => one.outcome)).toEqual(["updated", "updated"]);
});

test("whoever had the account erased stays without a name", async () => {
	const { id: userId } = await createUser({ surname: "Anonym", erasedAt: new Date(competitionDay) });
	await createRegistration({ userId, accepted: true, competitionClassId: club, startNumber: "K1" });
	await createRegistration({ accepted: true, competitionClassId: club, startNumber: "AB" });
	await tick();
	expect(await tableOf(club, "2025-07-12")).toMatchObject([
		{ position: 1, name: "– Anonym", aeroclub: "–", points: 1000 },
		{ position: 2, name: "Petra Ukázková" },
		{ position: 3, name: "Karel Příklad" },
	]);
	const before = await version();
	await tick("2025-07-14T18:05:00Z");
	expect(await version()).toBe(before);
	await db.batch([db.delete(dailyResults), db.delete(registrations)]);
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
	const sheets = toStoredSheets(...(await db.batch(sheetQueries(db, club))));
	const stored = sheets.find(({ dayId }) => dayId === where.dayId);
	if (!stored) throw new Error("nothing is stored");
	await db
		.update(resultSheets)
		.set({ updatedAt: new Date("2025-07-14T18:29:00Z") })
		.where(eq(resultSheets.id, stored.id));
	const statements = replaceSheet(db, where, stored, { ...stored, rows: [] }, ctx.now);
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
	expect(await databaseOf(2024).$count(throttles)).toBe(0);
});

test("an organiser's button fetches the results, tells the outcome and leaves a trace", async () => {
	const admin = await createAdmin();
	const app = () => createApp({ clock: "2025-08-01T08:00:00Z", env: keys });
	await fail({ kind: "notJson", match: "/classes/12/" });
	const form = new FormData();
	form.set("intent", "sync");
	const response = await app().post("/admin/results", form, { as: admin });
	expect(response.status).toBe(303);
	expect(await tableOf(club, "2025-07-12")).toHaveLength(3);
	const page = await (await app().get("/admin/results", { as: admin, language: "en" })).text();
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
