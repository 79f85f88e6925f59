import { beforeEach, expect, test } from "vitest";
import { engineVersion } from "~/lib/scoring/flight-result";
import { dayScores, flightResults, outbox } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { runScheduleAt } from "~test/support/igc";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/* A release brings a new engine while the results of a day are preliminary, announced or official. */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const desk = "/admin/scoring/2025-07-15/club";
const morning = createApp({ clock: "2025-07-16T08:00:00Z" });
const announcedUntil = "2025-07-16T18:00:00.000Z";
const listed = "these would have other points than announced: A1";

const put = (state: string, app = scored.app) =>
	app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

interface Answer {
	readonly engine: string;
	readonly protestsUntil: string | null;
	readonly rows: readonly { readonly startNumber: string; readonly points: number | null }[];
}

async function answer() {
	const { rows, engine, protestsUntil } = (await (await morning.api("GET", path())).json()) as Answer;
	const points = Object.fromEntries(rows.map((row) => [row.startNumber, row.points]));
	return { engine, protestsUntil, points };
}

const shownOnDesk = async () =>
	(await (await morning.get(desk, { as: pair.admin, language: "en" })).text()).replaceAll("\u00a0", " ");

/** Leaves what an earlier engine stored: it gave A1 as many points more as said. */
async function scoredByEarlierEngine(more: number) {
	const [stored] = await db.select().from(dayScores);
	if (!stored) throw new Error("no scores");
	const { sheet, computedAt } = stored;
	const rows = sheet.rows.map((row) =>
		row.registrationId === pair.adam.id && row.points !== null ? { ...row, points: row.points + more } : row,
	);
	const later = new Date(computedAt.getTime() + 1);
	await db.update(dayScores).set({ engine: "9", sheet: { ...sheet, rows }, computedAt: later });
	await db.update(flightResults).set({ engine: "9" });
}

const enginesOfResults = async () =>
	(await db.select().from(flightResults)).map(({ engine }) => engine).toSorted();

const evaluatedAnew = [engineVersion, engineVersion, "9", "9"].toSorted();

/** Mails that announced results have changed. */
const mailsOfChanges = async () =>
	(await db.select().from(outbox)).filter(({ payload }) => (payload as { changed?: boolean }).changed);

beforeEach(async () => {
	await runScheduleAt("2025-07-15T18:01:00Z");
	await db.delete(outbox);
});

test("announced points stay when the engine rises, and the desk lists whose would be others until an organiser has them scored", async () => {
	await put("unofficial");
	await scoredByEarlierEngine(50);
	await runScheduleAt("2025-07-16T08:00:00Z");
	const announced = { engine: "9", protestsUntil: announcedUntil, points: { A1: 472, E2: 86 } };
	expect(await answer()).toEqual(announced);
	expect(await enginesOfResults()).toEqual(evaluatedAnew);
	await runScheduleAt("2025-07-16T08:01:00Z");
	expect(await answer()).toEqual(announced);
	expect(await mailsOfChanges()).toEqual([]);
	expect(await shownOnDesk()).toContain(listed);
	expect((await morning.post(desk, { intent: "evaluate" }, { as: pair.admin })).status).toBe(303);
	expect(await answer()).toEqual({
		engine: engineVersion,
		protestsUntil: "2025-07-17T08:00:00.000Z",
		points: { A1: 422, E2: 86 },
	});
	expect(await shownOnDesk()).not.toContain("would have other points");
});

test("announced points that the new engine gives, too, take its version and keep their protest time", async () => {
	await put("unofficial");
	await scoredByEarlierEngine(0);
	await runScheduleAt("2025-07-16T08:00:00Z");
	expect(await answer()).toEqual({
		engine: engineVersion,
		protestsUntil: announcedUntil,
		points: { A1: 422, E2: 86 },
	});
	expect(await shownOnDesk()).not.toContain("would have other points");
});

test("preliminary points follow the new engine", async () => {
	await scoredByEarlierEngine(50);
	await runScheduleAt("2025-07-16T08:00:00Z");
	expect(await answer()).toMatchObject({ engine: engineVersion, points: { A1: 422, E2: 86 } });
});

test("official points stay, and nothing waits", async () => {
	await put("unofficial");
	await scoredByEarlierEngine(50);
	expect((await put("official", nextEvening)).status).toBe(200);
	await runScheduleAt("2025-07-16T18:02:00Z");
	expect(await answer()).toMatchObject({ engine: "9", points: { A1: 472, E2: 86 } });
	expect(await shownOnDesk()).not.toContain("would have other points");
});
