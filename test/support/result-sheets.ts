import { eq } from "drizzle-orm";
import { chunkRows } from "~/lib/db/commit.server";
import { makeResults } from "~/lib/scoring/result-rows.server";
import { competitionDays, dailyResults, results, resultTables } from "~db/schema";
import { databaseOf, seedReference } from "./factories";

type Row = typeof dailyResults.$inferInsert;
type Sheet = typeof resultTables.$inferInsert;
type Where = Pick<Row, "competitionClassId" | "dayId">;

/** A competitor's result with sensible values for what the test does not care about. */
export function resultOf(competitor: string, values: Partial<Row> = {}) {
	return {
		competitor,
		position: 1,
		name: `Pilot ${competitor}`,
		aeroclub: "Aeroklub Hůrka",
		glider: "LS 4",
		handicap: 1.04,
		points: 500,
		...values,
	};
}

/** Marks a day as one with a task. */
export async function setTask(dayId: string, task: "NO_TASK" | "TASK" | "TASK_CANCELLED" = "TASK") {
	await databaseOf().update(competitionDays).set({ task }).where(eq(competitionDays.id, dayId));
}

/** Takes all results away, and sets a task on the first days only. @returns the ids of all days */
export async function daysWithTask(count: number): Promise<string[]> {
	const { competitionDays: days } = await seedReference();
	const db = databaseOf();
	await db.batch([
		db.delete(results),
		db.delete(dailyResults),
		db.delete(resultTables),
		db.update(competitionDays).set({ task: "NO_TASK" }),
	]);
	for (const { id } of days.slice(0, count)) await setTask(id);
	return days.map(({ id }) => id);
}

/** Results of a class on a day, as they stand after a sync or an import. */
export async function createSheet(
	where: Where,
	rows: readonly ReturnType<typeof resultOf>[],
	values: Partial<Sheet> = {},
) {
	const db = databaseOf();
	await db.insert(resultTables).values({
		id: crypto.randomUUID(),
		...where,
		status: "official",
		source: "soaring-spot",
		updatedAt: new Date("2025-07-12T18:00:00Z"),
		...values,
	});
	for (const some of chunkRows(rows, 17)) {
		await db.insert(dailyResults).values(some.map((row) => ({ id: crypto.randomUUID(), ...where, ...row })));
	}
	await storeResults();
}

/** Makes the rows that pages read, after a test has written a table or scores by itself. */
export async function storeResults() {
	const db = databaseOf();
	const [first, ...rest] = makeResults(db);
	if (first) await db.batch([first, ...rest]);
}
