import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { dayScores, flightResults, igcFiles, igcFileVersions, results } from "~db/schema";
import { databaseOf, seedReference } from "~test/support/factories";
import { runScheduleAt } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { home, moreFlights, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();
const binding = env.DB_2025 as D1Database;

/** Lets the database refuse to write some rows of a table, as a damaged one would. */
async function refuseRows(table: string, condition: string): Promise<void> {
	const refusal = "BEGIN SELECT RAISE(ABORT, 'database disk image is malformed'); END";
	await binding
		.prepare(`CREATE TRIGGER refused BEFORE INSERT ON ${table} WHEN ${condition} ${refusal}`)
		.run();
}

afterEach(async () => {
	await binding.prepare("DROP TRIGGER IF EXISTS refused").run();
});

/** The points of each class that is scored, by the id of the class. */
async function pointsByClass() {
	const sheets = await db.select().from(dayScores);
	return Object.fromEntries(
		sheets.map(({ competitionClassId, sheet }) => [
			competitionClassId,
			sheet.rows.map(({ points }) => points),
		]),
	);
}

/** The task of the day for a second class. @returns the id of that class */
async function publishForOtherClass(): Promise<string> {
	const { competitionClasses } = await seedReference();
	const other = competitionClasses.find(({ id }) => id !== scored.club)?.id ?? "";
	await insertTask(scoredTask, {
		id: "task-other",
		dayId: scored.day.id,
		competitionClassId: other,
		number: 1,
	});
	return other;
}

test("a log that cannot be evaluated does not keep the others from their points", async () => {
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	await scored.fly(adam, { hops: home });
	await scored.fly(eva, { hops: home, interval: 2 });
	const [first] = await db
		.select({ sha256: igcFileVersions.sha256 })
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.currentVersionId, igcFileVersions.id))
		.where(eq(igcFiles.registrationId, adam.id));
	await refuseRows("performances", `NEW.sha256 = '${first?.sha256}'`);
	await scored.publish(scoredTask);
	await runScheduleAt("2025-07-15T18:05:00Z");
	const [evas, adams] = (await pointsByClass())[scored.club] ?? [];
	expect(evas).toBeGreaterThan(0);
	expect(adams).toBe(0);
});

test("a class whose scores cannot be written does not keep the next one from its points", async () => {
	await scored.publish(scoredTask);
	const other = await publishForOtherClass();
	await scored.fly(await scored.pilot("Adamová", "A1"), { hops: home });
	await scored.fly(await scored.pilot("Evová", "E2", other), { hops: short });
	await db.batch([db.delete(results), db.delete(dayScores)]);
	await refuseRows("score_sheets", `NEW.competition_class_id = '${scored.club}'`);
	await runScheduleAt("2025-07-15T18:05:00Z");
	expect(Object.keys(await pointsByClass())).toEqual([other]);
});

test("a run takes step after step for as long as it may compute, over all classes, and the next one goes on", async () => {
	const other = await publishForOtherClass();
	await scored.publish(scoredTask);
	const pilots = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2", other)];
	for (const pilot of pilots) await scored.fly(pilot, { hops: short, interval: 20 });
	await moreFlights(70);
	await db.delete(flightResults);
	for (const evaluated of [60, 70]) {
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(await db.$count(flightResults)).toBe(evaluated);
	}
});
