import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { largestScores } from "~/lib/scoring/day-scores";
import { engineVersion } from "~/lib/scoring/flight-result";
import { dayScores, flightResults, igcFiles, igcFileVersions, jobFuses } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { flown, flownFile, type Hop, outAndReturn, place } from "~test/support/flown";
import { type HostileLog, hostileLogs, hostileTasks } from "~test/support/hostile-logs";
import { sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { scaled } from "~test/support/scale";
import { schemaOf, tablesOf } from "~test/support/schema";
import { scoredClass } from "~test/support/scored-class";

/* Logs that are made to stop the scoring of a class. */

const db = databaseOf();
const scored = scoredClass();
let admin: { readonly id: string };

beforeEach(async () => {
	admin = await createAdmin();
	await db.delete(jobFuses);
});

const sheetOf = async () => {
	const [stored] = await db.select().from(dayScores);
	if (!stored) throw new Error("the class is not scored");
	return stored.sheet;
};

const decide = (entry: { readonly id: string }, body: Readonly<Record<string, unknown>>) => {
	const path = `/api/scoring/${scored.day.id}/${scored.club}/${entry.id}`;
	return scored.app.api("PATCH", path, { reason: "Rozhodnuto", ...body }, { as: admin });
};

/** Half an hour back and forth across the line, in and out of every space, with a peak of noise each time. */
const crossing: readonly Hop[] = [
	{ to: place(-400), height: 0 },
	...Array.from({ length: 60 }, (_, turn): Hop[] => [
		{ to: place(turn % 2 === 0 ? 300 : -300, turn * 20), noise: turn % 2 === 0 ? 900 : 0 },
	]).flat(),
	{ to: place(-300), height: 0, stay: 120 },
];

/** Spaces that all lie over the field, with names as long as names can be. */
async function spacesOverTheField(count: number): Promise<void> {
	const space = (number: number) => [
		"AC R",
		`AN ${`Prostor ${number} `.repeat(20).slice(0, 190)}`,
		"AL GND",
		"AH FL 195",
		`V X=49:30:0${number % 6} N 015:30:00 E`,
		"DC 0.1",
	];
	const form = multipart({ kind: "airspace" });
	form.set(
		"chart",
		new File(
			[
				Array.from({ length: count }, (_, number) => space(number))
					.flat()
					.join("\n"),
			],
			"a.txt",
		),
	);
	const added = await scored.app.post("/admin/waypoints-and-airspace", form, { as: admin });
	expect(added.status).toBe(303);
}

/** Other flights of the day, as if they had been uploaded. @param minute of the first fixes, so that nobody has another one's log or recorder */
async function addFlights(entry: { readonly id: string }, flights: number, minute: number): Promise<void> {
	const recorder = `ALXVZ${String(minute).padStart(2, "0")}`;
	for (let flight = 1; flight <= flights; flight++) {
		const begins = `${String(5 + flight).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00`;
		const [id, igcFileId] = [crypto.randomUUID(), crypto.randomUUID()];
		const bytes = flownFile({ hops: crossing, begins, recorder });
		const receipt = recordFlight(flown({ hops: crossing, begins, recorder }));
		const [key, sha256] = [`2025/hostile/${id}`, id.replaceAll("-", "").padEnd(64, "0")];
		const at = new Date("2025-07-15T16:00:00Z");
		await env.FILES.put(key, bytes);
		await db.batch([
			db.insert(igcFiles).values({
				id: igcFileId,
				registrationId: entry.id,
				dayId: scored.day.id,
				flightNumber: flight,
				currentVersionId: id,
				createdAt: at,
				updatedAt: at,
			}),
			db.insert(igcFileVersions).values({
				id,
				igcFileId,
				key,
				sha256,
				originalName: "let.igc",
				size: bytes.length,
				state: "ready" as const,
				receipt,
				warnings: [],
				createdAt: at,
			}),
		]);
	}
}

/** How many rows each table has. */
async function countedRows(): Promise<string> {
	const database = env.DB_2025 as D1Database;
	const counts = await Promise.all(
		tablesOf(await schemaOf(database)).map(async (table) => {
			const count = await database.prepare(`SELECT COUNT(*) FROM ${table}`).first<number>("COUNT(*)");
			return `${count} ${table}`;
		}),
	);
	return counts.filter((each) => !each.startsWith("0 ")).join(", ");
}

test("ten hostile logs for each of thirty competitors stop neither their class nor the schedule", async () => {
	const [competitors, flights] = [30, scaled(10)];
	await scored.publish(outAndReturn({ scoring: { handicaps: false, dmKm: 1 } }));
	await spacesOverTheField(25);
	const entries = [];
	for (let number = 1; number <= competitors; number++) {
		const entry = await scored.pilot(`Zavodnik ${number}`, `Z${number}`);
		entries.push(entry);
		await addFlights(entry, flights, number);
	}
	const logs = competitors * flights;
	for (let minute = 5; (await db.$count(flightResults)) < logs && minute < 60; minute++) {
		await runScheduleAt(`2025-07-15T18:${String(minute).padStart(2, "0")}:00Z`);
	}
	await runScheduleAt("2025-07-15T19:00:00Z");
	expect(await db.$count(flightResults)).toBe(logs);
	const sheet = await sheetOf();
	const bytes = new TextEncoder().encode(JSON.stringify(sheet)).length;
	console.log(`${logs} logs, ${sheet.rows.length} rows in a sheet of ${bytes} bytes; ${await countedRows()}`);
	expect(sheet.rows).toHaveLength(competitors);
	expect(sheet.rows.every(({ points, flight }) => points !== null && flight !== null)).toBe(true);
	expect(sheet.rows.every(({ flight }) => (flight?.otherStarts.length ?? 0) <= 5)).toBe(true);
	expect(bytes).toBeLessThanOrEqual(largestScores);

	const [first] = entries;
	if (!first) throw new Error("nobody flew");
	const penalised = await decide(first, { penalties: [{ points: 10, text: "Vzdušný prostor" }] });
	expect(penalised.status).toBe(200);
	expect(await penalised.json()).toMatchObject({ penalty: 10 });
	const hidden = { published: false, reason: "Kontrola" };
	const path = `/api/scoring/${scored.day.id}/${scored.club}`;
	expect((await scored.app.api("PATCH", path, hidden, { as: admin })).status).toBe(200);
	const desk = await scored.app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin });
	expect(desk.status).toBe(200);
	await runScheduleAt("2025-07-15T19:05:00Z");
	const fuses = await db.select().from(jobFuses);
	expect(fuses.length).toBeGreaterThan(5);
	expect(fuses.filter(({ unfinished }) => unfinished > 0)).toEqual([]);
}, 120_000);

test("a flight that is too irregular to be evaluated has no points before the scorer has decided", async () => {
	await scored.publish(hostileTasks.areas);
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	const later = createApp({ clock: "2025-07-18T18:00:00Z" });
	const hops = [
		{ to: place(-400), height: 0 },
		{ to: place(-5_000) },
		{ to: place(60_000), height: 0, stay: 120 },
	];
	await scored.fly(adam, { hops }, later);
	const bytes = (hostileLogs["crossings of a line on the way"] as HostileLog).file(149_900);
	const igc = new File([bytes as BlobPart], "eva.igc");
	const form = multipart({ pilot: eva.id, day: scored.day.id, igc });
	expect((await later.post("/igc", form, { as: { id: eva.userId } })).status).toBe(303);
	expect(await db.$count(flightResults)).toBe(2);
	const rowOf = async (entry: { readonly id: string }) =>
		(await sheetOf()).rows.find(({ registrationId }) => registrationId === entry.id);
	expect(await rowOf(eva)).toMatchObject({
		status: "withheld",
		points: null,
		rank: null,
		distanceM: null,
		flight: { findings: [{ kind: "tooIrregular" }] },
	});
	expect((await sheetOf()).day, "she is in no number of the day").toMatchObject({ n: 1, presumed: 0 });
	expect((await rowOf(adam))?.rank).toBe(1);

	const desk = await sourceOf(
		await later.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" }),
	);
	expect(desk).toContain("to be checked");
	expect(desk).toContain("too irregular to be evaluated by itself");
	const json = await later.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	expect(await json.json(), "the API keeps its words").toMatchObject({
		rows: [{}, { status: "flying", points: null }],
	});

	expect((await decide(eva, { override: { distanceM: 70_000, out: true } })).status).toBe(200);
	expect(await rowOf(eva)).toMatchObject({ status: "out", distanceM: 70_000, rank: 1 });
	expect((await db.select().from(flightResults)).map(({ engine }) => engine)).toEqual([
		engineVersion,
		engineVersion,
	]);
}, 120_000);
