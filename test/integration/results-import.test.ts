import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog, dailyResults, registrations, results, resultTables } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, valueIn } from "~test/support/html";
import { createSheet, daysWithTask, resultOf } from "~test/support/result-sheets";
import { ids, test } from "~test/support/world";

const db = databaseOf();
const clock = "2025-07-14T18:00:00Z";
const club = ids.club;
let days: string[];
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeEach(async () => {
	days = await daysWithTask(2);
	await db.delete(auditLog);
	admin = await createAdmin();
});

function formOf(fields: Record<string, string | Blob>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === "string") form.set(name, value);
		else form.set(name, value, "results.csv");
	}
	return form;
}

async function send(fields: Record<string, string | Blob>, env: Partial<Env> = {}) {
	const response = await createApp({ clock, env }).post(
		"/admin/scoring",
		formOf({ competitionClass: club, day: days[0] ?? "", status: "unofficial", ...fields }),
		{ as: admin, language: "en" },
	);
	return { response, html: (await response.text()).replaceAll("\u00a0", " ") };
}

const check = (file: string | Uint8Array<ArrayBuffer>, other: Record<string, string> = {}) =>
	send({ intent: "check", file: new Blob([file]), ...other });

/** Sends the confirmation that a checked page carries. */
function confirm(html: string) {
	const form = elementsIn(html, "form").find((one) => one.querySelector('[value="import"]')) ?? "";
	return send({ ...hiddenIn(form), text: valueIn(form, "text") ?? "" });
}

async function tableOf(day = 0) {
	const response = await createApp({ clock }).api("GET", `/api/results/daily/${club}/${days[day]}`);
	return response.json<Record<string, unknown>[]>();
}

const file =
	"#;cn;name;club;glider;handicap;points;flight_id\n1;AB;Petra;Aeroklub Javor;LS 4;1,04;987,5;10541334700\n2;7;Karel;;;;800;\n";

test("a preview names the guests of the file, who are in no table that it makes", async () => {
	const { html } = await check(`${file}HC;G;Host Cizí;;;;950;\n`);
	expect(html).toContain("One guest (HC) is left out, as guests are in no total: Row 4: G Host Cizí 950");
	expect((await check(file)).html).not.toContain("(HC)");
	await confirm(html);
	expect((await tableOf()).map(({ name }) => name)).toEqual(["Petra", "Karel"]);
});

test("a check shows the rows and writes nothing; the confirmation replaces the table at once", async () => {
	const checked = await check(file);
	expect(checked.response.status).toBe(200);
	expect(checked.html).toContain("Preview: Club – Day 1, Saturday 12 July");
	expect(checked.html).toContain("The class has no results on this day yet.");
	expect(checked.html).toContain(">10541334700<");
	expect(await db.$count(dailyResults)).toBe(0);

	const { response } = await confirm(checked.html);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe("/admin/scoring#content");
	expect(await tableOf()).toEqual([
		{
			position: 1,
			name: "Petra",
			aeroclub: "Aeroklub Javor",
			glider: "LS 4",
			handicap: 1.04,
			points: 987.5,
			flightId: 10_541_334_700,
		},
		{ position: 2, name: "Karel", aeroclub: "", glider: "", handicap: null, points: 800, flightId: null },
	]);
	const [sheet] = await db.select().from(resultTables);
	expect(sheet).toMatchObject({ status: "unofficial", source: "csv" });
});

test("a competitor whose account was erased stays without a name", async () => {
	const { id: userId } = await createUser({ surname: "Anonym", erasedAt: new Date(clock) });
	await createRegistration({ userId, accepted: true, competitionClassId: club, startNumber: "AB" });
	await confirm((await check(file)).html);
	expect(await tableOf()).toMatchObject([
		{ name: "– Anonym", aeroclub: "–", points: 987.5 },
		{ name: "Karel" },
	]);
	await db.batch([db.delete(results), db.delete(dailyResults), db.delete(registrations)]);
});

test("every bad row is listed with its number and reason, and nothing is written", async () => {
	await createSheet({ competitionClassId: club, dayId: days[0] ?? "" }, [resultOf("OLD")]);
	const { response, html } = await check(
		"cn,name,points\nAB,Petra,1000\n,,900\nC,Adam,many\nAB,Petra,5\nQQ9,,3\n",
	);
	expect(response.status).toBe(400);
	expect(html).toContain("Row 3: ");
	expect(html).toContain("Row 4: ");
	expect(html).toContain("Row 5: ");
	expect(html).toContain("Row 6: ");
	expect(html).not.toContain("Row 2: ");
	expect(html).not.toContain('value="import"');
	expect(await tableOf()).toMatchObject([{ name: "Pilot OLD" }]);
});

test("a file of another kind is refused by its first bad rows and their number, and does not come back", async () => {
	const rows = Array.from({ length: 400 }, (_, row) => `,note ${row},`).join("\n");
	const { response, html } = await check(`cn,name,points\n${rows}\n`);
	expect(response.status).toBe(400);
	expect(html).toContain("Row 51: ");
	expect(html).not.toContain("Row 52: ");
	expect(html).toContain("And 350 more bad rows.");
	expect(html).not.toContain("note 7");
});

test("a confirmation with bad rows is refused as well", async () => {
	const { response } = await send({
		intent: "import",
		replaces: "none",
		text: "cn,name,points\nA,Adam,many\n",
	});
	expect(response.status).toBe(400);
	expect(await db.$count(resultTables)).toBe(0);
});

test("the replaced table is gone whole, and the audit tells both sizes", async () => {
	const where = { competitionClassId: club, dayId: days[0] ?? "" };
	await createSheet(where, [resultOf("X"), resultOf("Y"), resultOf("Z")]);
	const checked = await check(file);
	expect(checked.html).toContain("Counting now: from SoaringSpot, official, 3 competitors.");
	await confirm(checked.html);
	expect((await tableOf()).map(({ name }) => name)).toEqual(["Petra", "Karel"]);
	const audited = await db.select().from(auditLog).where(eq(auditLog.action, "results.import"));
	expect(audited).toMatchObject([
		{ actorId: admin.id, subjectId: club, before: { rows: 3, source: "soaring-spot" }, after: { rows: 2 } },
	]);
});

test("sending the confirmation twice gives one table and two successes", async () => {
	const { html } = await check(file);
	expect((await confirm(html)).response.status).toBe(303);
	expect((await confirm(html)).response.status).toBe(303);
	expect(await tableOf()).toHaveLength(2);
	expect(await db.$count(auditLog)).toBe(1);
});

test("two confirmations at once give one table", async () => {
	const { html } = await check(file);
	const both = await Promise.all([confirm(html), confirm(html)]);
	expect(both.map(({ response }) => response.status)).toContain(303);
	expect(await tableOf()).toHaveLength(2);
});

test("a table that changed since the check is not replaced; the reader sees what stands there now", async () => {
	const { html } = await check(file);
	await createSheet({ competitionClassId: club, dayId: days[0] ?? "" }, [resultOf("NEW")]);
	const { response, html: again } = await confirm(html);
	expect(response.status).toBe(409);
	expect(again).toContain("Somebody changed the results of this day meanwhile");
	expect(again).toContain("Counting now: from SoaringSpot, official, 1 competitor.");
	expect(await tableOf()).toMatchObject([{ name: "Pilot NEW" }]);
	expect((await confirm(again)).response.status).toBe(303);
	expect(await tableOf()).toHaveLength(2);
});

test("what the file leaves out comes from the entries, but no handicap", async () => {
	const user = await createUser({ name: "Jana", surname: "Bláhová" });
	await createRegistration({ userId: user.id, accepted: true, startNumber: "JB", aeroclub: "Aeroklub Lípa" });
	await confirm((await check("cn,points\njb,500\n")).html);
	expect(await tableOf()).toMatchObject([
		{
			name: "Jana Bláhová",
			aeroclub: "Aeroklub Lípa",
			glider: expect.any(String),
			handicap: null,
		},
	]);
});

test("a thousand that was read as one is refused in words, and nothing is written", async () => {
	const { response, html } = await check("#;cn;name;points\n1;A;Petra;1,02\n2;B;Karel;987,5\n");
	expect(response.status).toBe(400);
	expect(html).toContain("Row 3: Position and points contradict each other; points as they were read: 987.5");
	expect(await tableOf()).toEqual([]);
});

test("a start number that nobody has needs a name", async () => {
	const { response, html } = await check("cn,points\nQQ9,500\n");
	expect(response.status).toBe(400);
	expect(html).toContain("Row 2: Nobody in this class has the start number, and there is no name");
});

test("a competitor is one in the total, however file, entry and SoaringSpot spell the number", async () => {
	const { id: userId } = await createUser({ name: "Ida", surname: "Mezerová" });
	const entry = await createRegistration({ userId, accepted: true, startNumber: "A 1" });
	await confirm((await check("cn,points\nA 1,600\n")).html);
	// As SoaringSpot's is stored.
	const official = resultOf("A1", { name: "Ida Mezerová", points: 400, registrationId: entry.id });
	await createSheet({ competitionClassId: club, dayId: days[1] ?? "" }, [official]);
	const total = await createApp({ clock }).api("GET", `/api/results/total/${club}`);
	expect(await total.json()).toMatchObject([{ name: "Ida Mezerová", points: 1000 }]);
});

test("a file that knows names only goes together with the results of other days", async () => {
	await createSheet({ competitionClassId: club, dayId: days[0] ?? "" }, [
		resultOf("AB", { name: "Petra Ukázková", points: 600 }),
	]);
	await confirm((await check("name,points\npetra  ukázková,400\n", { day: days[1] ?? "" })).html);
	const total = await createApp({ clock }).api("GET", `/api/results/total/${club}`);
	expect(await total.json()).toMatchObject([{ points: 1000 }]);
	expect(await db.select({ competitor: dailyResults.competitor }).from(dailyResults)).toEqual([
		{ competitor: "AB" },
		{ competitor: "AB" },
	]);
});

test("two rows about one competitor are found, even by number and by name", async () => {
	await createSheet({ competitionClassId: club, dayId: days[1] ?? "" }, [resultOf("AB", { name: "Petra" })]);
	for (const rows of ["AB,,600\n,Petra,400", "C 1,Jana,600\nc1,Eva,400", ",Jana Nová,600\n,JANA  NOVÁ,400"]) {
		const { html } = await check(`cn,name,points\n${rows}\n`);
		expect(html).toContain("Row 3: The competitor is in the file twice");
	}
	expect(await db.$count(resultTables)).toBe(1);
});

test("a file in windows-1250 is read", async () => {
	const bytes = new Uint8Array([
		...new TextEncoder().encode("cn;name;points\nA;"),
		0x8a,
		0x69,
		0x6d,
		...new TextEncoder().encode(";50\n"),
	]);
	await confirm((await check(bytes)).html);
	expect(await tableOf()).toMatchObject([{ name: "Šim" }]);
});

test("results for a day without a task are taken with a warning", async () => {
	const { html } = await check(file, { day: days[4] ?? "" });
	expect(html).toContain("The day has no task, so nobody sees the results.");
});

test("a form without a file, an unknown class and a file that is too large are refused at their fields", async () => {
	const missing = await send({ intent: "check" });
	expect(missing.response.status).toBe(400);
	expect(missing.html).toContain('href="#import-form-file"');
	const unknown = await check(file, { competitionClass: "nothing" });
	expect(unknown.response.status).toBe(400);
	expect(unknown.html).toContain('href="#import-form-competitionClass"');
	const large = await check("x".repeat(200_001));
	expect(large.html).toContain("The file is larger than 200 kB");
	const huge = await check("x".repeat(11_000_000));
	expect(huge.html).toContain("The file is larger than 200 kB");
});

test("an imported table can be handed back to SoaringSpot", async () => {
	const where = { competitionClassId: club, dayId: days[0] ?? "" };
	await createSheet(where, [resultOf("A")], { source: "csv" });
	const keys = { SOARING_SPOT_CLIENT_ID_2025: "id", SOARING_SPOT_SECRET_2025: "secret" };
	const { response } = await send({ intent: "follow" }, keys);
	expect(response.status).toBe(303);
	const [sheet] = await db.select().from(resultTables);
	expect(sheet?.source).toBe("soaring-spot");
	expect(await tableOf()).toHaveLength(1);
});

test("the page says where results come from and what stands", async () => {
	await createSheet({ competitionClassId: club, dayId: days[0] ?? "" }, [resultOf("A")], { source: "csv" });
	const app = createApp({ clock, env: { SOARING_SPOT_SECRET_2025: undefined } });
	const response = await app.get("/admin/scoring", { as: admin, language: "en" });
	const html = (await response.text()).replaceAll("\u00a0", " ");
	expect(html).toContain("SOARING_SPOT_CLIENT_ID_2025");
	expect(html).toContain("Day 1, Saturday 12 July");
	expect(html).toContain("from a file");
});
