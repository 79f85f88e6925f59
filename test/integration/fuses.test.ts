import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	auditLog,
	auditSeals,
	dayScores,
	flightResults,
	formKeys,
	igcFiles,
	igcFileVersions,
	jobFuses,
} from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { scoredPair } from "~test/support/scored-pair";

/* What fails twice is set aside, organisers see it and try it again, and all else goes on. */

const db = databaseOf();
const binding = env.DB_2025 as D1Database;
const pair = scoredPair();
const { scored } = pair;

/** Lets the database refuse a write, as a damaged one would. @param write such as `DELETE ON news` */
async function refuse(write: string, condition = "true"): Promise<void> {
	const refusal = "BEGIN SELECT RAISE(ABORT, 'database disk image is malformed'); END";
	await binding.prepare(`CREATE TRIGGER refused BEFORE ${write} WHEN ${condition} ${refusal}`).run();
}

const mend = () => binding.prepare("DROP TRIGGER IF EXISTS refused").run();

beforeEach(async () => {
	await db.delete(jobFuses);
});
afterEach(mend);

const page = async (path: string, app = scored.app) =>
	sourceOf(await app.get(path, { as: pair.admin, language: "en" }));

/** A key that is due to be purged. */
async function oldKey(): Promise<void> {
	const createdAt = new Date("2025-07-01T00:00:00Z");
	await db.delete(formKeys);
	await db.insert(formKeys).values({ key: "old", subjectId: "none", createdAt });
}

const unfinishedOf = async (job: string) =>
	(await db.select().from(jobFuses).where(eq(jobFuses.job, job)))[0]?.unfinished;

test("a job that fails twice is set aside, the others run, and an organiser tries it again", async () => {
	await oldKey();
	await refuse("DELETE ON form_keys");
	await runScheduleAt("2025-07-15T18:05:00Z");
	expect(await page("/admin")).not.toContain("Set aside");
	await runScheduleAt("2025-07-15T18:10:00Z");
	await mend();
	await db.insert(auditLog).values({
		id: crypto.randomUUID(),
		at: new Date("2025-07-15T18:14:00Z"),
		action: "news.add",
		requestId: "request",
	});
	await runScheduleAt("2025-07-15T18:15:00Z");
	expect(await db.$count(formKeys), "it is not tried").toBe(1);
	expect(await db.$count(auditSeals), "a later job has run").toBe(await db.$count(auditLog));

	const overview = await page("/admin");
	expect(textsIn(elementsIn(overview, ".notice-warning")[0] ?? "", "li")).toEqual([
		"Removing what has expired",
	]);
	expect((await scored.app.post("/admin", {}, { as: pair.admin })).status).toBe(303);
	expect(await page("/admin")).not.toContain("Set aside");
	await runScheduleAt("2025-07-15T18:20:00Z");
	expect(await db.$count(formKeys)).toBe(0);
});

test("a job that is set aside is tried again after an hour, and is sound when it succeeds", async () => {
	await oldKey();
	await refuse("DELETE ON form_keys");
	for (const minute of ["05", "10"]) await runScheduleAt(`2025-07-15T18:${minute}:00Z`);
	await mend();
	await runScheduleAt("2025-07-15T19:05:00Z");
	expect(await db.$count(formKeys)).toBe(1);
	await runScheduleAt("2025-07-15T19:15:00Z");
	expect(await db.$count(formKeys)).toBe(0);
	expect(await unfinishedOf("purge-sessions-and-mails")).toBe(0);
});

test("a log whose evaluation fails twice is set aside, and an organiser has it evaluated again", async () => {
	const [adams] = await db
		.select({ sha256: igcFileVersions.sha256 })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(eq(igcFiles.registrationId, pair.adam.id));
	await db.delete(flightResults);
	await refuse("UPDATE ON performances", `NEW.sha256 = '${adams?.sha256}' AND NEW.unfinished = 0`);
	const attempts = async () =>
		(
			await db
				.select()
				.from(flightResults)
				.where(eq(flightResults.sha256, adams?.sha256 ?? ""))
		)[0]?.unfinished;
	await runScheduleAt("2025-07-15T18:05:00Z");
	expect(await attempts()).toBe(1);
	await runScheduleAt("2025-07-15T18:10:00Z");
	expect(await attempts()).toBe(2);
	await runScheduleAt("2025-07-15T18:15:00Z");
	expect(await attempts(), "it is not tried").toBe(2);
	const pointsOfAdam = async () => {
		const [stored] = await db.select().from(dayScores);
		return stored?.sheet.rows.find((row) => row.registrationId === pair.adam.id)?.points;
	};
	expect(await pointsOfAdam()).not.toBe(422);
	expect(await unfinishedOf("score-classes"), "the job itself is sound").toBe(0);

	const desk = `/admin/scoring/${scored.day.date}/club`;
	const place = elementsIn(await page("/admin"), "a").find(({ textContent }) =>
		textContent.includes("could not be evaluated"),
	);
	expect(place?.getAttribute("href")).toBe(desk);
	expect(place?.textContent).toContain("A1");
	expect(textsIn(await page(desk), ".notice-warning p")).toContain(
		"The evaluation of their flight logs failed twice: A1",
	);
	await mend();
	const pressed = await scored.app.post(desk, { intent: "evaluate" }, { as: pair.admin });
	expect(pressed.status).toBe(303);
	expect(await pointsOfAdam()).toBe(422);
	expect(await page(desk, createApp({ clock: "2025-07-15T18:20:00Z" }))).not.toContain("failed twice");
});
