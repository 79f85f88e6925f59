import { and, asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dailyResults, dayScores, results, resultTables, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, storeStatus } from "~test/support/factories";
import { rowsIn, sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/* The rows of `results`, which all pages read: what they say, and that they follow what the release before writes. */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;

const put = (state: string, app = scored.app) =>
	app.api("PATCH", pair.path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

async function makeOfficial() {
	expect((await put("unofficial")).status).toBe(200);
	expect((await put("official", nextEvening)).status).toBe(200);
}

const placesIn = (html: string) => rowsIn(html).map(([place, number, , points]) => [place, number, points]);

describe("a guest", () => {
	test("has the points of a preliminary day on the official one too, without a place", async () => {
		await pair.decide(pair.eva, { guest: true });
		const [, , , before] = rowsIn(await scored.daily()).find((row) => row.includes("E2")) ?? [];
		expect(Number(before)).toBeGreaterThan(0);
		await makeOfficial();
		expect(placesIn(await scored.daily(nextEvening))).toContainEqual(["HC", "E2", before]);
		const sheet = await sourceOf(await nextEvening.get("/results/sheet/2025-07-15/club"));
		expect(rowsIn(sheet).find((row) => row.includes("E2"))?.[0]).toBe("HC");
	});

	test("is behind all who have points in the API's official results, and in no total", async () => {
		await pair.decide(pair.eva, { guest: true });
		await makeOfficial();
		const daily = await nextEvening.api("GET", `/api/results/daily/${scored.club}/${scored.day.id}`);
		expect(await daily.json()).toMatchObject([
			{ position: 1, name: "Jana Adamová" },
			{ position: 2, name: "Jana Evová" },
		]);
		const total = await nextEvening.api("GET", `/api/results/total/${scored.club}`);
		expect(await total.json<readonly object[]>()).toEqual([
			expect.objectContaining({ position: 1, name: "Jana Adamová" }),
		]);
	});
});

test("an announced day is in the total of page and sheet, also while somebody is said to fly", async () => {
	await storeStatus({
		statusId: "forgotten",
		dayId: scored.day.id,
		registrationId: pair.eva.id,
		status: "FLYING",
		statusAt: new Date("2025-07-15T10:00:00Z"),
	});
	const pages = [`/results?view=total&class=${scored.club}`, "/results/sheet/total/club"];
	const points = async () =>
		Promise.all(
			pages.map(async (page) => rowsIn(await sourceOf(await scored.app.get(page)))[0]?.includes("422")),
		);
	expect(await points()).toEqual([undefined, undefined]);
	await put("unofficial");
	expect(await points()).toEqual([true, true]);
});

test("the replay of a cancelled task has the flights without speeds, gaps and an order", async () => {
	const night = createApp({ clock: "2025-07-15T22:30:00Z" });
	const figures = async () =>
		rowsIn(await sourceOf(await night.get("/days/4/replay?class=club", { language: "en" }))).map((row) => [
			row[0],
			row[4],
			row[5],
		]);
	expect(await figures()).toEqual([
		["A1", "197.0", "90.0"],
		["E2", "60.0", ""],
	]);
	await db.update(tasks).set({ state: "cancelled" }).where(eq(tasks.id, scored.taskId));
	expect(await figures()).toEqual([
		["A1", "", ""],
		["E2", "", ""],
	]);
});

describe("results that the release before has written", () => {
	const rows = () =>
		db
			.select({ isOurs: results.isOurs, competitor: results.competitor, points: results.points })
			.from(results)
			.orderBy(asc(results.isOurs), asc(results.place));

	test("of our own are shown from the next run of the schedule on", async () => {
		const [stored] = await db.select().from(dayScores);
		const sheet = stored?.sheet;
		if (!sheet) throw new Error("not scored");
		const first = sheet.rows.map((row) => (row.rank === 1 ? { ...row, points: 401 } : row));
		await db
			.update(dayScores)
			.set({ sheet: { ...sheet, rows: first }, computedAt: new Date("2025-07-15T18:00:30Z") });
		// The days are locked: nobody scores the class anew.
		await runScheduleAt("2025-07-24T10:00:00Z");
		expect((await rows())[0]).toEqual({ isOurs: true, competitor: pair.adam.id, points: 401 });
	});

	test("as a table are shown, and go with it", async () => {
		const where = { competitionClassId: scored.club, dayId: scored.day.id };
		await db.insert(resultTables).values({
			id: "table",
			...where,
			status: "official",
			source: "csv",
			updatedAt: new Date("2025-07-15T18:00:00Z"),
		});
		const named = { position: 1, name: "Host Cizí", aeroclub: "", glider: "LS 4", points: 1000 };
		await db.insert(dailyResults).values({ id: "row", ...where, competitor: "H", ...named });
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(placesIn(await scored.daily())).toEqual([["1", "H", "1,000"]]);
		await db.batch([db.delete(dailyResults), db.delete(resultTables)]);
		await runScheduleAt("2025-07-15T18:10:00Z");
		expect((await rows()).map(({ isOurs }) => isOurs)).toEqual([true, true]);
		expect(placesIn(await scored.daily()).map(([, number]) => number)).toEqual(["A1", "E2"]);
	});

	test("are made anew once: a schedule that finds nothing changes nothing that visitors see", async () => {
		const version = async () =>
			(
				await db.all<{ readonly version: number }>(sql`SELECT content_version AS version FROM edition_state`)
			)[0];
		await runScheduleAt("2025-07-15T18:05:00Z");
		const before = await version();
		await runScheduleAt("2025-07-15T18:10:00Z");
		expect(await version()).toEqual(before);
	});
});

describe("for the release before", () => {
	const ofTheDay = () =>
		and(eq(dailyResults.dayId, scored.day.id), eq(dailyResults.competitionClassId, scored.club));
	const official = () =>
		db
			.select({
				competitor: dailyResults.competitor,
				position: dailyResults.position,
				points: dailyResults.points,
			})
			.from(dailyResults)
			.where(ofTheDay())
			.orderBy(asc(dailyResults.position));

	test("no preliminary or unofficial row stands where it reads official ones, and official rows do", async () => {
		expect(await official()).toEqual([]);
		await put("unofficial");
		expect(await official()).toEqual([]);
		await put("official", nextEvening);
		expect(await official()).toMatchObject([{ competitor: "A1", points: 422 }, { competitor: "E2" }]);
		expect(await db.select({ source: resultTables.source }).from(resultTables)).toEqual([{ source: "here" }]);
		await put("preliminary", nextEvening);
		expect(await official()).toEqual([]);
	});

	test("a sheet is stored whole", async () => {
		const [stored] = await db.select().from(dayScores);
		expect(stored?.sheet.rows.map(({ registrationId }) => registrationId)).toEqual([
			pair.adam.id,
			pair.eva.id,
		]);
		expect(stored?.sheet).toMatchObject(stored?.head ?? {});
	});
});
