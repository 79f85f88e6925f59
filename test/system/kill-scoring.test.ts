import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import type { DayScores } from "~db/schema";
import { newestEdition } from "~editions/index";
import { testBindings } from "~test/support/bindings";
import { killBuiltWorkers, migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { scaled } from "~test/support/scale";
import { prepareAll } from "../../scripts/database/insert-rows";
import { statementsOf } from "../../scripts/demo/demo-data";
import { demoOf } from "../../scripts/demo/demo-of";

/*
 * The whole Worker on a database on disk, killed again and again while it scores a class anew: afterwards the class has all scores
 * of before or all new ones, and the next run of the schedule gives the new ones.
 */

const kills = scaled(10);
const { year } = newestEdition();
/** A past season: a class of 14 on two days, in a tenth of the time. */
const { rows, files } = demoOf(newestEdition(), { passwordHash: "none", flying: false });
const [task] = rows.tasks;
const admin = rows.users.find(({ role }) => role === "organiser")?.id ?? "";
const logs = rows.flightResults.filter(({ taskId }) => taskId === task?.id).length;
/** Km of D1: another one gives everybody other points. */
const distances = [250, 600] as const;

/** During the competition: two days after it, no scores change. */
const bindings = { ...testBindings, CLOCK: `${newestEdition().competition.from}T20:00:00Z` };

const folder = mkdtempSync(join(tmpdir(), "glidercup-kill-scoring-"));
let token = "";

beforeAll(async () => {
	const miniflare = startBuiltWorker(folder, bindings);
	const database = await migratedDatabase(miniflare, year);
	await database.batch(prepareAll(database, statementsOf(rows)));
	const bucket = await miniflare.getR2Bucket("FILES");
	for (const { key, bytes } of files) await bucket.put(key, bytes.buffer);
	await miniflare.dispose();
	const settings = readSettings(testBindings as unknown as Env, year);
	const now = new Date(bindings.CLOCK);
	token = await signToken("session", { id: admin, tokenVersion: 1 }, { edition: { year }, settings, now });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the class has, as text. */
async function scoresIn(database: Pick<D1Database, "prepare">): Promise<string> {
	const stored = await database
		.prepare("SELECT sheet FROM score_sheets WHERE task_id = ?1")
		.bind(task?.id)
		.first<{ sheet: string }>();
	const { task: scored, day, rows: scores } = JSON.parse(stored?.sheet ?? "{}") as DayScores;
	return JSON.stringify([
		scored.d1Km,
		day.pm,
		...scores.map(({ registrationId, points }) => [registrationId, points]),
	]);
}

/** Sets D1 by the API. The flights are evaluated anew, too, so that there is much to be killed in. */
async function change(miniflare: Miniflare, d1Km: number) {
	const database = await miniflare.getD1Database(`DB_${year}`);
	await database.prepare("DELETE FROM performances WHERE task_id = ?1").bind(task?.id).run();
	const response = await fetch(new URL(`/api/tasks/${task?.id}`, await miniflare.ready), {
		method: "PATCH",
		headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
		body: JSON.stringify({ scoring: { d1Km } }),
	});
	if (response.status !== 200) throw new Error(`answered ${response.status}`);
	return database;
}

async function runSchedule(miniflare: Miniflare): Promise<void> {
	const worker = await miniflare.getWorker();
	await worker.scheduled({ cron: "* * * * *" });
}

test("a kill while a class is scored leaves it as before or anew, never half", async () => {
	let miniflare = startBuiltWorker(folder, bindings);
	const whole: string[] = [];
	for (const d1Km of distances) {
		const database = await change(miniflare, d1Km);
		await runSchedule(miniflare);
		whole.push(await scoresIn(database));
	}
	expect(new Set(whole).size).toBe(2);
	await miniflare.dispose();

	for (let round = 0; round < kills; round += 1) {
		const [before = "", anew = ""] = round % 2 === 0 ? whole.toReversed() : whole;
		miniflare = startBuiltWorker(folder, bindings);
		const database = await change(miniflare, distances[round % 2] ?? 0);
		// Killed after another number of flights in every round.
		const enough = (round * 5) % logs;
		for (let evaluated = -1; evaluated < enough; ) {
			const count = "SELECT count(*) AS n FROM performances WHERE task_id = ?1";
			evaluated = (await database.prepare(count).bind(task?.id).first<number>("n")) ?? 0;
		}
		killBuiltWorkers();
		await miniflare.dispose().catch(() => undefined);

		miniflare = startBuiltWorker(folder, bindings);
		const after = await miniflare.getD1Database(`DB_${year}`);
		expect([before, anew], `round ${round}`).toContain(await scoresIn(after));
		// As a minute later: who was at work is given up.
		await after.prepare("UPDATE tasks SET evaluated_until = NULL").run();
		await runSchedule(miniflare);
		expect(await scoresIn(after), `round ${round}`).toBe(anew);
		await miniflare.dispose();
	}
}, 300_000);
