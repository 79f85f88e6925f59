import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, dailyResults, registrations, results, resultTables, syncRuns } from "~db/schema";
import { sampleContest } from "~test/fakes/soaring-spot-dataset";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import {
	club,
	competitionDay,
	contestWith,
	control,
	days,
	fail,
	kombi,
	lastRun,
	startAnew,
	tableOf,
	tick,
	version,
} from "~test/support/results-sync";

const db = databaseOf();

beforeEach(startAnew);

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
	const sheets = await db.select().from(resultTables).where(eq(resultTables.competitionClassId, kombi));
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
	expect(second?.detail.classes.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
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
	const sheets = await db.select().from(resultTables).where(eq(resultTables.competitionClassId, club));
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
	expect(second?.detail.classes).toMatchObject([
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
	expect(second?.detail.classes).toMatchObject([
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
	expect(second?.detail.classes[0]).toMatchObject({ name: "Klub", outcome: "empty" });
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

test("a competitor whose account was erased stays without a name", async () => {
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
	await db.batch([db.delete(results), db.delete(dailyResults), db.delete(registrations)]);
});
