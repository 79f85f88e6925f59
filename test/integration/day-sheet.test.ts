import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readResultsCsv } from "~/lib/results/read-results-csv";
import { dailyResults, dayScores, protests, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored, path, decide } = pair;

const evening = scored.app;
const sheet = "/results/sheet/2025-07-15/club";
const csv = "/results/export/2025-07-15/club.csv";

const put = (state: string, app = evening, reason = "Zkontrolováno") =>
	app.api("PATCH", path(), { state, reason }, { as: pair.admin });

async function textOf(address: string, app = evening, as?: { readonly id: string }): Promise<string> {
	return (await sourceOf(await app.get(address, { as, language: "en" }))).replaceAll("\u00a0", " ");
}

test("the sheet of a day has the competition, class, task, numbers of the day, state, rows with penalties and lines to sign", async () => {
	await decide(pair.adam, { penalties: [{ points: 10, text: "Vysoký odlet" }] });
	await put("unofficial");
	const text = await textOf(sheet);
	for (const part of [
		...["Glider Cup 2025", "Club", "197.0 km", "Pm", "FCR", "n1", "Unofficial", "Protests until"],
		...["A1", "Jana Adamová", "E2", "A1 Jana Adamová – 10: Vysoký odlet", "Scorer", "Competition director"],
	])
		expect(text).toContain(part);
});

test("the sheet of a day has D1 and Dm, and of each pilot the nation, registration and time flown", async () => {
	await db.update(registrations).set({ nation: "SK" }).where(eq(registrations.id, pair.adam.id));
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, pair.adam.id));
	const text = await textOf(sheet);
	expect(textsIn(text, "dl > div")).toEqual(expect.arrayContaining(["D1250.0 km", "Dm100.0 km"]));
	const heads = textsIn(text, ".signed-table thead th");
	const cellsOf = (row: number) =>
		Object.fromEntries((rowsIn(text)[row] ?? []).map((cell, at) => [heads[at], cell]));
	expect(cellsOf(0)).toMatchObject({
		"Nat.": "SK",
		"Reg.": entry?.registrationNumber,
		Time: "2:11:20",
		"km/h": "90.0",
	});
	// Who states no nation has none, and who has not finished no time.
	expect(cellsOf(1)).toMatchObject({ "Nat.": "", Time: "", Finish: "did not finish" });
	const total = await textOf("/results/sheet/total/club");
	expect(rowsIn(total).map((row) => row.slice(1, 4))).toEqual([
		["A1", "Jana Adamová", "SK"],
		["E2", "Jana Evová", ""],
	]);
});

test("the sheet says which version it is, when and why it was reopened, and that a protest is pending", async () => {
	await put("unofficial");
	await evening.post(
		"/protests/2025-07-15/club",
		{ text: "Odlet byl otevřen pozdě" },
		{ as: await pilotOf(pair.eva.id) },
	);
	expect(await textOf(sheet)).toContain("E2 – Protest pending");
	await db.update(protests).set({ outcome: "upheld" });
	expect(await textOf(sheet)).toContain("E2 – Protest upheld");
	await put("preliminary", evening, "Protest uznán");
	expect((await textOf("/results/sheet/total/club")).match(/[^>]*version 2[^<]*/)?.[0]).toBe(
		"Day 4: Preliminary, version 2",
	);
	const text = await textOf(sheet);
	expect(text.match(/version 2/g)).toHaveLength(1);
	expect(text).toContain("Protest uznán");
});

test("a day that the scorer has cancelled has no sheet for visitors, and its desk says what that ends", async () => {
	const desk = "/admin/scoring/2025-07-15/club";
	const hint = "It ends the protest time, and the results are preliminary again.";
	const hintsOf = async (app = evening) =>
		textsIn(await textOf(desk, app, pair.admin), "#whole-class ~ form .field-hint");
	expect(await hintsOf()).toEqual([]);
	await put("unofficial");
	expect(await hintsOf()).toEqual([hint]);
	await evening.api("PATCH", path(), { cancelled: true, reason: "Bouřka" }, { as: pair.admin });
	expect(await hintsOf()).toEqual([]);
	expect((await evening.get(sheet)).status).toBe(404);
	const text = await textOf(sheet, evening, pair.admin);
	expect(text).toContain("The scorer has cancelled this day: it does not count for the class.");
	expect(textsIn(text, ".signed-sheet header strong")).toEqual([]);
	await evening.api("PATCH", path(), { cancelled: false, reason: "Omyl" }, { as: pair.admin });
	await put("unofficial");
	await put("official", nextEvening);
	expect(await hintsOf(nextEvening)).toEqual(["The results of the day are closed. Reopen them first."]);
});

test("the total sheet is official when every day is", async () => {
	expect(await textOf("/results/sheet/total/club")).toContain("Preliminary");
	await put("unofficial", createApp({ clock: "2025-07-15T19:30:00Z" }));
	expect(await textOf("/results/sheet/total/club")).toMatch(/Unofficial<\/strong>, 15 July[^<]* 21:30/);
	for (const page of [
		await scored.daily(),
		await textOf("/admin/scoring/2025-07-15/club", evening, pair.admin),
	])
		expect(page.replaceAll(/<[^>]*>|\u00a0/g, " ")).toMatch(/since\s+15 July 2025, 21:30/);
	const later = createApp({ clock: "2025-07-16T19:30:01Z" });
	await put("official", later);
	const text = await textOf("/results/sheet/total/club", later);
	expect(text).toContain("Official");
	expect(text).toContain("422");
});

test("the day, the explained score and the sheet say since when the results have their state, not when they were calculated", async () => {
	const pages = ["/days/4", `/scores/${scored.day.id}/${pair.adam.id}`, sheet];
	const shown = async (app = evening) =>
		Promise.all(
			pages.map(async (page) =>
				(await textOf(page, app)).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "),
			),
		);
	await put("unofficial", createApp({ clock: "2025-07-15T19:30:00Z" }));
	const unofficial = await shown();
	for (const text of unofficial) expect(text).toMatch(/Unofficial ?,?.*? 15 July 2025, 21:30/);
	for (const text of unofficial.slice(0, 2)) expect(text).toContain("since 15 July 2025, 21:30");
	const later = createApp({ clock: "2025-07-16T19:30:01Z" });
	await put("official", later);
	for (const text of await shown(later)) {
		expect(text).toMatch(/Official ?,?.*? 16 July 2025, 21:30/);
		expect(text).not.toContain("last calculated");
		expect(text).not.toContain("may change");
	}
});

test("a flight below the task time of its areas shows the time that counts beside the flown one", async () => {
	const [stored] = await db.select().from(dayScores);
	if (!stored) throw new Error("No scores");
	const rows = stored.sheet.rows.map((row) => {
		const timeS = 3 * 3600;
		return row.timeS === null || !row.flight ? row : { ...row, timeS, flight: { ...row.flight, timeS } };
	});
	await db.update(dayScores).set({ sheet: { ...stored.sheet, rows } });
	const page = await textOf(`/scores/${scored.day.id}/${pair.adam.id}`);
	expect(textsIn(page, "dd")).toContain("3:00:00: at least the task time counts, flown 2:11:20");
});

test("the total sheet and its CSV name the penalties that are in the sums, by day and pilot", async () => {
	const line = "Day 4: A1 Jana Adamová – 10: Vysoký odlet";
	const lines = async (app = evening) => textsIn(await textOf("/results/sheet/total/club", app), "main li");
	expect(await lines()).toEqual([]);
	await decide(pair.adam, { penalties: [{ points: 10, text: "Vysoký odlet" }] });
	expect(await lines()).toEqual([line]);
	await put("unofficial");
	await put("official", nextEvening);
	expect(await lines(nextEvening)).toEqual([line]);
	const file = await nextEvening.get("/results/export/total/club.csv", { language: "en" });
	expect(file.headers.get("Content-Disposition")).toContain("results-total-club.csv");
	expect((await file.text()).split("\r\n")).toEqual([
		"position,cn,name,club,glider,handicap,points,2025-07-15,penalty,penalty_reason",
		expect.stringMatching(/^1,A1,Jana Adamová,.*,412,412,10,2025-07-15 10: Vysoký odlet$/),
		expect.stringMatching(/^2,E2,Jana Evová,.*,86,86,0,$/),
		"",
	]);
});

test("the official total is a list for the ranking, with the ranking ids, for organisers alone", async () => {
	const [admin, treasurer] = [await createAdmin(), await createUser({ role: "treasurer" })];
	const list = (app: typeof evening, as?: { id: string }) =>
		app.get("/results/export/ranking/club.csv", { ...(as && { as }), language: "cs" });
	await db.update(registrations).set({ igcId: 4711, nation: "CZ" }).where(eq(registrations.id, pair.adam.id));
	await put("unofficial");
	expect((await list(evening, admin)).status, "not official yet").toBe(404);
	await put("official", nextEvening);
	expect((await list(nextEvening)).status).toBe(401);
	expect((await list(nextEvening, treasurer)).status).toBe(403);
	expect((await (await list(nextEvening, admin)).text()).split("\r\n")).toEqual([
		"competition,class,days,place,name,nation,ranking_id,points",
		expect.stringMatching(/^Glider Cup 2025,Klub,1,1,Jana Adamová,CZ,4711,\d+$/),
		expect.stringMatching(/^Glider Cup 2025,Klub,1,2,Jana Evová,,,\d+$/),
		"",
	]);
});

test("the CSV begins with a byte-order mark, and an import of it gives the same places and points, none to who has not started", async () => {
	const absent = await scored.pilot("Cihlářová", "CH");
	await decide(absent, { disqualified: false });
	await put("unofficial");
	await put("official", nextEvening);
	const columns = { position: dailyResults.position, name: dailyResults.name, points: dailyResults.points };
	const official = await db.select(columns).from(dailyResults).orderBy(dailyResults.position);
	const file = await nextEvening.get(csv);
	expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
	const bytes = new Uint8Array(await file.arrayBuffer());
	expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	await put("preliminary", nextEvening, "Znovu");
	expect(await db.select().from(dailyResults)).toEqual([]);
	expect((await pair.sendImport(nextEvening, { text: new TextDecoder().decode(bytes) })).status).toBe(303);
	expect(await db.select(columns).from(dailyResults).orderBy(dailyResults.position)).toEqual(official);
	const shown = rowsIn(await scored.daily(nextEvening)).map((row) => row.slice(0, 2));
	expect(shown).toEqual([
		["1", "A1"],
		["2", "E2"],
		["", "CH"],
	]);
});

const soaringSpot = "/results/export/soaring-spot/2025-07-15/club.csv";

test("official results are a file with SoaringSpot's names and units in either language, and an import reads the same places, points and gliders back", async () => {
	await decide(pair.eva, { guest: true, reason: "Mimo soutěž" });
	const absent = await scored.pilot("Cihlářová", "CH");
	await decide(absent, { disqualified: false });
	await put("unofficial");
	await put("official", nextEvening);
	const file = await nextEvening.get(soaringSpot, { language: "en" });
	expect(file.headers.get("Content-Disposition")).toContain("soaringspot-2025-07-15-club.csv");
	const text = await file.text();
	expect(await (await nextEvening.get(soaringSpot, { language: "cs" })).text()).toBe(text);
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, pair.adam.id));
	const [head, ...lines] = text.trim().split("\r\n");
	expect(head?.replace("\ufeff", "")).toBe(
		"rank,contestant_number,name,club,aircraft_model,aircraft_registration,handicap,not_competing,points,penalty,scored_distance,scored_speed",
	);
	const registration = entry?.registrationNumber;
	expect(lines).toEqual([
		expect.stringMatching(new RegExp(`^1,A1,Jana Adamová,.*,${registration},.*,False,\\d+,0,197000,25\\.0`)),
		expect.stringMatching(/^DNF,CH,Jana Cihlářová,.*,False,0,0,,$/),
		expect.stringMatching(/^HC,E2,Jana Evová,.*,True,\d+,0,\d+,$/),
	]);
	const read = readResultsCsv(text);
	if (!read.ok) throw new Error("the file is refused");
	const own = readResultsCsv(await (await nextEvening.get(csv, { language: "en" })).text());
	expect(read).toEqual(own);
	expect(read.rows.map(({ position, startNumber }) => [position, startNumber])).toEqual([
		[1, "A1"],
		[2, "CH"],
	]);
});

test("the file for SoaringSpot is there for official results of ours alone, and the sheet offers it to organisers", async () => {
	const offered = async (app = evening, as?: { readonly id: string }) =>
		(await textOf(sheet, app, as)).includes(soaringSpot);
	const status = async (app = evening) => (await app.get(soaringSpot)).status;
	expect([await status(), await offered(evening, pair.admin)]).toEqual([404, false]);
	await put("unofficial");
	expect([await status(), await offered(evening, pair.admin)]).toEqual([404, false]);
	await put("official", nextEvening);
	expect(await status(nextEvening)).toBe(200);
	expect([await offered(nextEvening, pair.admin), await offered(nextEvening)]).toEqual([true, false]);
	await put("preliminary", nextEvening, "Znovu");
	await pair.sendImport(nextEvening, {});
	expect([await status(nextEvening), await offered(nextEvening, pair.admin)]).toEqual([404, false]);
});

test("the sheet marks what the scorer has decided and has seconds; the CSV has local times, in Czech with commas", async () => {
	await decide(pair.adam, { override: { finish: "2025-07-15T12:19:59Z" } });
	const text = await textOf(sheet);
	expect(text).toContain("14:19:59 *");
	expect(text).toContain("* decided by the scorer");
	const fileIn = async (language: "cs" | "en") => (await evening.get(csv, { language })).text();
	expect(await fileIn("en")).toMatch(/,12:07:40,14:19:59,197\.000,/);
	expect(await fileIn("cs")).toMatch(/;12:07:40;14:19:59;197,000;/);
});

test("hidden scores have no sheet and no CSV for visitors, and both for organisers", async () => {
	await evening.api("PATCH", path(), { published: false, reason: "Chyba" }, { as: pair.admin });
	for (const address of [sheet, csv]) {
		expect((await evening.get(address)).status).toBe(404);
		expect((await evening.get(address, { as: pair.admin })).status).toBe(200);
	}
});

test("official results keep the reasons of their penalties and link to the sheet", async () => {
	await decide(pair.adam, { penalties: [{ points: 10, text: "Vysoký odlet" }] });
	await put("unofficial");
	await put("official", nextEvening);
	const page = await scored.daily(nextEvening);
	expect(page).toContain("10: Vysoký odlet");
	expect(page).toContain(sheet);
});
