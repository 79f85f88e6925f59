import { env } from "cloudflare:test";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, outbox, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { countedDatabase } from "~test/support/counted-database";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, sourceOf, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { ids, test } from "~test/support/world";

const clock = "2025-07-12T10:00:00Z";
const db = databaseOf();

beforeEach(async () => {
	await db.delete(registrations);
});

/** Each request of a visitor comes to a fresh Worker, so that no page comes from its memory. */
async function page(path: string, as: Parameters<ReturnType<typeof createApp>["get"]>[1] = {}) {
	const response = await createApp({ clock }).get(path, { language: "cs", ...as });
	expect(response.status).toBe(200);
	return (await sourceOf(response)).replaceAll("\u00a0", " ");
}

async function named(name: string, surname: string, values: Parameters<typeof createRegistration>[0] = {}) {
	const user = await createUser({ name, surname });
	return createRegistration({ userId: user.id, accepted: true, ...values });
}

/** Places of texts in the page, which must all be there. */
function inOrder(html: string, texts: readonly string[]) {
	const places = texts.map((text) => html.indexOf(text));
	expect(places).not.toContain(-1);
	return places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0));
}

const at = (minute: number) => new Date(Date.UTC(2025, 2, 1, 12, minute));

describe("for visitors", () => {
	test("starters by start number, then reserves with their place; who waits is only counted", async () => {
		await named("Adam", "Dvanáctý", { startNumber: "12" });
		await named("Bára", "Sedmá", { startNumber: "7" });
		await named("Cyril", "Pozdní", { startNumber: "1", isReserve: true, createdAt: at(9) });
		await named("Dana", "Časná", { startNumber: "99", isReserve: true, createdAt: at(1) });
		await named("Eva", "Tajná", { accepted: false });
		const html = await page("/starting-list");
		expect(inOrder(html, ["Bára Sedmá", "Adam Dvanáctý", "Dana Časná", "Cyril Pozdní"])).toBe(true);
		const reserves = elementsIn(html, "tr").filter((row) => row.querySelector(".badge-reserve"));
		expect(reserves.map(({ textContent }) => textContent)).toEqual([
			expect.stringMatching(/Dana Časná.*1\. náhradník|1\. náhradník.*Dana Časná/s),
			expect.stringMatching(/Cyril Pozdní.*2\. náhradník|2\. náhradník.*Cyril Pozdní/s),
		]);
		expect(html).toContain("2 přijatí · 2 náhradníci · 1 čeká na přijetí");
		expect(html).not.toContain("Tajná");
		expect(html).not.toContain("1980-05-17");
		expect(html).toContain("V této třídě nemá nikdo přihlášku");
		expect(elementsIn(html, "[aria-pressed]:not([data-star])")).toEqual([]);
	});

	test("a class in which everybody waits does not say that nobody has entered", async () => {
		await named("Eva", "Tajná", { accepted: false });
		const html = await page("/starting-list");
		expect(html).toContain("0 přijatých · 0 náhradníků · 1 čeká na přijetí");
		expect(html).toContain("V této třídě zatím nebyl nikdo přijat.");
	});

	test("the search finds words without diacritics and keeps places and counts of the whole", async () => {
		await named("Žofie", "Příhodová", { startNumber: "7" });
		await named("Jan", "První", { startNumber: "8", isReserve: true, createdAt: at(1) });
		await named("Jan", "Druhý", { startNumber: "9", isReserve: true, createdAt: at(2) });
		const html = await page("/starting-list?q=prihodova+zof");
		expect(html).toContain("Žofie Příhodová");
		expect(html).not.toContain("Jan První");
		expect(html).toContain("1 přijatý · 2 náhradníci");
		expect(await page("/starting-list?q=druhy")).toContain("2. náhradník");
		expect(await page("/starting-list?q=%25_nobody")).toContain("Hledání neodpovídá žádná přihláška.");
	});

	test("the order by surname is the Czech one", async () => {
		for (const surname of ["Chalupa", "Horák", "Čech", "Cibulka", "Ábel"]) await named("Jan", surname);
		const html = await page("/starting-list?sort=name");
		expect(inOrder(html, ["Jan Ábel", "Jan Cibulka", "Jan Čech", "Jan Horák", "Jan Chalupa"])).toBe(true);
	});

	test("one class can be chosen, what makes no sense counts as absent", async () => {
		await named("Jan", "Klubový", { startNumber: "7" });
		await named("Jan", "Kombajn", { competitionClassId: ids.kombi, gliderTypeId: ids.kombiGlider });
		const html = await page("/starting-list?class=18_meter");
		expect(html).toContain("Jan Kombajn");
		expect(html).not.toContain("Jan Klubový");
		const odd = await page("/starting-list?class=glider&sort=%00&q=");
		expect(odd).toContain("Jan Kombajn");
		expect(odd).toContain("Jan Klubový");
	});

	test("what people typed is shown as text", async () => {
		await named("<script>alert(1)</script>", '"><img src=x>', { aeroclub: "<b>Klub</b>" });
		const html = await page("/starting-list?q=%3Cscript%3E");
		expect(html).not.toContain("<script>alert");
		expect(html).not.toContain("<b>Klub");
		expect(html).toContain("&lt;script&gt;alert(1)");
	});

	test("120 entries cost the database as much as two, and fit into 25 kB", async () => {
		const askedFor = async (entries: number) => {
			for (let i = await db.$count(registrations); i < entries; i++) {
				await named(`Jan${i}`, `Novák-Dlouhý${i}`, { isReserve: i % 9 === 0, registrationNumber: `OK-${i}` });
			}
			const { binding, asked } = countedDatabase(env.DB_2025 as D1Database);
			const response = await createApp({ clock, env: { DB_2025: binding } }).get("/starting-list");
			const zipped = new Response(response.body?.pipeThrough(new CompressionStream("gzip")));
			return { asked, size: (await zipped.arrayBuffer()).byteLength };
		};
		const few = await askedFor(2);
		const many = await askedFor(120);
		expect(many.asked).toEqual(few.asked);
		expect(many.size).toBeLessThan(25_000);
	});
});

describe("for organisers", () => {
	test("every entry with its flags, duplicates flagged, a link to edit", async ({ admin }) => {
		const entry = await named("Jan", "Přijatý", { startNumber: "7K", paid: true });
		await named("Eva", "Čekající", { startNumber: "7k", accepted: false });
		const html = await page("/starting-list", { as: admin });
		expect(html).toContain("Eva Čekající");
		expect(html).toContain(`href="/registration/${entry.id}"`);
		expect(html.match(/Číslo je dvakrát/g)).toHaveLength(2);
		const [row = ""] = elementsIn(html, `[id="entry-${entry.id}"]`);
		expect(elementsIn(row, "[aria-pressed]")).toHaveLength(3);
		expect(["accepted", "isReserve", "paid"].map((flag) => valueIn(row, flag))).toEqual([
			"false",
			"true",
			"false",
		]);
	});

	test("the filter by completion", async ({ admin }) => {
		await named("Jan", "Hotový", { registrationCompleted: true });
		await named("Jan", "Nehotový");
		const completed = await page("/starting-list?completion=completed", { as: admin });
		expect(completed).toContain("Jan Hotový");
		expect(completed).not.toContain("Jan Nehotový");
		const not = await page("/starting-list?completion=not-completed", { as: admin });
		expect(not).not.toContain("Jan Hotový");
		expect(not).toContain("Jan Nehotový");
		expect(await page("/starting-list", { as: admin })).toContain("Jan Hotový");
	});

	test("a list of more than 200 entries has pages, and a search finds what is on another one", async ({
		admin,
	}) => {
		const numbers = Array.from({ length: 201 }, (_, index) => String(index + 1));
		for (const startNumber of numbers) await named("Jan", `Číslo${startNumber}.`, { startNumber });
		const rowsOf = (html: string) => elementsIn(html, 'tr[id^="entry-"]').length;
		const first = await page("/starting-list?sort=name", { as: admin });
		const [next] = elementsIn(first, '[rel="next"]').map((link) => link.getAttribute("href"));
		expect([rowsOf(first), next]).toEqual([200, "/starting-list?sort=name&page=2"]);
		expect(elementsIn(first, "[data-filter]")).toEqual([]);
		const second = await page("/starting-list?page=2", { as: admin });
		expect(rowsOf(second)).toBe(1);
		expect(second).toContain("Jan Číslo201.");
		expect(elementsIn(second, '[rel="prev"]').map((link) => link.getAttribute("href"))).toEqual([
			"/starting-list",
		]);
		expect(rowsOf(await page("/starting-list?page=9", { as: admin }))).toBe(1);
		const found = await page("/starting-list?q=cislo201.&page=2", { as: admin });
		expect(rowsOf(found)).toBe(1);
		expect(elementsIn(found, '[rel="next"], [rel="prev"]')).toEqual([]);
		const all = await page("/starting-list?page=2");
		expect(elementsIn(all, ".public-list tbody tr")).toHaveLength(201);
	});

	test("one click changes one flag and comes back to the same row of the same list", async () => {
		const app = createApp({ clock });
		const admin = await createAdmin();
		const entry = await named("Jan", "Novák", { accepted: false });
		const response = await app.post(
			"/starting-list?q=novak",
			{ intent: "flag", entry: entry.id, accepted: "true", row: entry.id },
			{ as: admin },
		);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe(`/starting-list?q=novak#entry-${entry.id}`);
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			"registration.update.success",
		);
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toMatchObject({ accepted: true, paid: false, isReserve: false });
	});

	test.each([
		["no flag", { intent: "flag" }],
		["a bad value", { intent: "flag", paid: "perhaps" }],
		["no intent", {}],
	])("%s changes nothing and says so", async (_what, fields) => {
		const app = createApp({ clock });
		const admin = await createAdmin();
		const entry = await named("Jan", "Novák");
		const response = await app.post("/starting-list", { entry: entry.id, ...fields }, { as: admin });
		expect(response.status).toBe(303);
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			"registration.update.error",
		);
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toEqual(entry);
	});

	test("several entries are accepted at once, each with its mail and audit row", async () => {
		const app = createApp({ clock });
		const admin = await createAdmin();
		const entries = [
			await named("Jan", "První", { accepted: false }),
			await named("Jan", "Druhý", { accepted: false }),
			await named("Jan", "Přijatý dávno"),
			await named("Jan", "Nezaškrtnutý", { accepted: false }),
		];
		const chosen = entries.slice(0, 3).map(({ id }) => id);
		const form = multipart({ intent: "accept", entry: [...chosen, "nobody"] });
		const response = await app.post("/starting-list", form, { as: admin });
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			'"key":"startingList.accept.success","values":{"count":2}',
		);
		const rows = await db.select().from(registrations);
		expect(rows.filter(({ accepted }) => accepted)).toHaveLength(3);
		const mailed = await Promise.all(
			entries.map(({ userId }) => db.$count(outbox, eq(outbox.userId, userId))),
		);
		expect(mailed).toEqual([1, 1, 0, 0]);
		const audited = await Promise.all(
			entries.map(({ id }) => db.$count(auditLog, eq(auditLog.subjectId, id))),
		);
		expect(audited).toEqual([1, 1, 0, 0]);
	});

	test("accepting an entry whose account was erased writes to nobody", async ({ admin }) => {
		const user = await createUser({ email: "erased.x@example.invalid", erasedAt: new Date() });
		const entry = await createRegistration({ userId: user.id });
		const form = multipart({ intent: "accept", entry: entry.id });
		await createApp({ clock }).post("/starting-list", form, { as: admin });
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row?.accepted).toBe(true);
		expect(await db.$count(outbox, eq(outbox.userId, user.id))).toBe(0);
	});

	test("accepting nobody is told", async ({ admin }) => {
		const response = await createApp({ clock }).post("/starting-list", { intent: "accept" }, { as: admin });
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			"startingList.accept.none",
		);
	});

	test("exports are downloads with the day in their name, for Czech Excel with semicolons", async () => {
		const app = createApp({ clock });
		const admin = await createAdmin();
		const novak = await named("Jan", "Novák", { gliderTypeId: ids.clubGlider, startNumber: "7" });
		const general = await app.get("/starting-list/export", { as: admin });
		expect(general.headers.get("Content-Disposition")).toBe('attachment; filename="export-2025-07-12.csv"');
		const excel = await app.get("/starting-list/export?dialect=excel", { as: admin });
		const [row] = parse(await excel.text(), { bom: true, columns: true, delimiter: ";" }) as unknown[];
		expect(row).toMatchObject({ surname: "Novák", gliderIndex: "105,2" });
		const symbol = `2025${String(novak.number).padStart(4, "0")}`;
		for (const text of [
			await general.text(),
			await (await app.get("/starting-list/export?dialect=excel", { as: admin })).text(),
		]) {
			const [header, first] = text.trim().split("\r\n");
			expect(header).toMatch(
				/[,;]igcId[,;]variableSymbol[,;]withdrawnFrom[,;]nights[,;]fee[,;]nation[,;]licence[,;]trailerPlate[,;]secondPilot[,;]secondPilotNation[,;]secondPilotIgcId$/,
			);
			expect(first).toMatch(new RegExp(`[,;]${symbol}[,;]{3}2500[,;]{6}$`));
		}
		const list = await (await app.get("/starting-list", { as: admin, language: "cs" })).text();
		expect(list.replaceAll("\u00a0", " ")).toContain(`VS ${symbol}`);
		expect(await (await app.get("/starting-list")).text()).not.toContain(symbol);
		const contract = await (
			await app.api("GET", "/api/starting-list/export", undefined, { as: admin })
		).text();
		expect(contract.split("\r\n")[0]).toMatch(/,igcId$/);
		const seeYou = await app.get(`/starting-list/export/seeyou/${ids.club}`, { as: admin });
		expect(seeYou.headers.get("Content-Disposition")).toBe(
			'attachment; filename="export-see-you-2025-07-12.csv"',
		);
	});
});
