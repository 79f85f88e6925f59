import { and, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { igcFiles, igcFileVersions, outlandings, pilotDays, safetyCards } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, recordStatus } from "~test/support/factories";
import { elementsIn, plain, textsIn } from "~test/support/html";
import { upload, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* What a stranger says is shown as a stranger's, or not at all (docs/security.md, rule 51). */

const db = databaseOf();
const date = "2025-07-15";
const at = (time: string) => createApp({ clock: `${date}T${time}Z` });
const evening = at("19:30:00");
const desk = `/statuses?day=${date}&duty=on`;
const board = `/statuses?day=${date}&view=board`;

type Person = { readonly id: string } | null;
type Row = { readonly id: string };

/** A pilot in the air, of whom the desk has heard last at noon, with a crew. */
async function missingPilot() {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, phone: "+420 601 100 200" });
	await recordStatus(entry.id, dayOn(date), "FLYING");
	await setStatus(entry, "FLYING", "10:00:00");
	const crewPhone = "+420 602 300 400";
	await db.insert(safetyCards).values({ registrationId: entry.id, crewPhone, updatedAt: new Date(0) });
	return { user, entry, crewPhone, sheet: `/outlandings/overdue/${date}/${entry.id}` };
}

const setStatus = ({ id }: Row, status: "FLYING" | "OUTLANDING", time: string) =>
	db
		.update(pilotDays)
		.set({ status, statusAt: new Date(`${date}T${time}Z`) })
		.where(and(eq(pilotDays.registrationId, id), eq(pilotDays.dayId, dayOn(date))));

const phoneOf = (number: number) => `+420 900 000 ${String(number).padStart(3, "0")}`;
const placeOf = (number: number) => `Louka číslo ${String(number).padStart(3, "0")}.`;

/** A report of somebody in some minute of 18 UTC, which is an hour and a half before the evening. */
function report({ id }: Row, as: Person, minute = 0, fields: Readonly<Record<string, string>> = {}) {
	const said = { position: "49.5512, 15.8945", condition: "well", ...fields };
	const app = at(`18:${String(minute).padStart(2, "0")}:00`);
	return app.post("/outlandings/report", { pilot: id, day: dayOn(date), ...said }, { as });
}

async function flood(entry: Row, count: number) {
	for (let number = 1; number <= count; number += 1) {
		const fields = { phone: phoneOf(number), place: placeOf(number) };
		expect((await report(entry, null, number, fields)).status).toBe(303);
	}
}

const read = async (path: string, as: Person = null, app = evening) =>
	plain(await (await app.get(path, { as, language: "en" })).text());

const numbersIn = (html: string, within: string) =>
	elementsIn(html, `${within} a[href^="tel:"]`).map((link) => link.textContent);

/** The row of a pilot in the red list. */
const redRow = (html: string, { startNumber }: { readonly startNumber: string }) =>
	elementsIn(html, "section.notice-danger li").find(({ textContent }) =>
		textContent.startsWith(`${startNumber} `),
	);

const reportsOf = ({ id }: Row) => db.select().from(outlandings).where(eq(outlandings.registrationId, id));

const decide = async (entry: Row, intent: "confirm" | "dismiss", as: Person, time: string) => {
	const [one] = await reportsOf(entry);
	const seen = intent === "confirm" ? "proposed" : "confirmed";
	expect((await at(time).post("/outlandings", { intent, id: one?.id ?? "", seen }, { as })).status).toBe(303);
};

test("forty reports of strangers give a missing pilot no telephone, no place and no last news, on any page and in the API", async ({
	admin,
}) => {
	const { entry, crewPhone, sheet } = await missingPilot();
	await flood(entry, 40);
	for (const path of [desk, "/admin"]) {
		const row = redRow(await read(path, admin), entry)?.outerHTML ?? "";
		expect(numbersIn(row, ".button-row"), path).toEqual([entry.phone, `Crew: ${crewPhone}`]);
		for (const text of ["Last news: status set, 12:00", "3 unconfirmed reports, 37 more"])
			expect(row, path).toContain(text);
		expect(row).not.toContain("+420 900");
	}
	const chips = textsIn(await read(board), ".chip-danger").join();
	expect(chips).toContain(`${entry.startNumber} `);
	expect(chips).toContain("9:30 h ago");
	for (const path of ["/", board, `/statuses?day=${date}`, "/outlandings"])
		for (const text of ["+420 900", "Louka číslo"])
			expect((await read(path)).includes(text), path).toBe(false);

	const html = await read(sheet, admin);
	expect(numbersIn(html, "[aria-labelledby=overdue-who]")).toEqual([entry.phone, `Crew: ${crewPhone}`]);
	expect(textsIn(html, "[aria-labelledby=overdue-who] p").join()).toContain("Last news: status set, 12:00");
	expect(elementsIn(html, ".map-view rect.stroke-warning")).toEqual([]);
	const sections = elementsIn(html, "main section[aria-labelledby]");
	const last = sections.at(-1);
	expect(last?.getAttribute("aria-labelledby")).toBe("overdue-unconfirmed");
	expect(textsIn(last?.outerHTML ?? "", "h2")).toEqual(["3 unconfirmed reports, 37 more"]);
	const shown = [40, 39, 38];
	expect(numbersIn(html, "[aria-labelledby=overdue-unconfirmed]")).toEqual(shown.map(phoneOf));
	const places = textsIn(html, "main p")
		.join("\n")
		.match(/Louka číslo \d+\./g);
	expect(places).toEqual(shown.map(placeOf));

	const call = await evening.api("GET", `/api/desk/${dayOn(date)}`, undefined, { as: admin });
	const json = await call.json<Record<"missing" | "reports" | "unconfirmed", { registration: string }[]>>();
	const own = (list: readonly { registration: string }[]) =>
		list.filter(({ registration }) => registration === entry.id);
	expect(own(json.missing)).toMatchObject([{ phones: [entry.phone], lastNewsAt: `${date}T10:00:00.000Z` }]);
	const nothing = {
		standing: "proposed",
		phone: null,
		latitude: null,
		longitude: null,
		place: null,
		near: null,
	};
	expect(own(json.reports)).toMatchObject(shown.map(() => nothing));
	expect(own(json.unconfirmed)).toMatchObject([
		{ more: 37, reports: shown.map((one) => ({ phone: phoneOf(one), place: placeOf(one) })) },
	]);
});

test("the desk reads the newest three apart from what counts, reaches the rest, and goes from the red list to them", async ({
	admin,
}) => {
	const { entry, crewPhone } = await missingPilot();
	const counting = await createRegistration({ accepted: true });
	await report(counting, admin);
	await flood(entry, 5);
	const html = await read("/outlandings", admin);
	const card = `#unconfirmed-${date}-${entry.id}`;
	expect(numbersIn(html, `${card} > .button-row`)).toEqual([entry.phone, `Crew: ${crewPhone}`]);
	expect(numbersIn(html, `${card} .lined`)).toEqual([5, 4, 3].map(phoneOf));
	expect(textsIn(html, `${card} > .muted`).join()).toContain("3 unconfirmed reports, 2 more");
	const order = elementsIn(html, "main :is(li, h2)").map((one) => one.id || one.textContent);
	const [first] = await reportsOf(counting);
	expect(order.indexOf(`outlanding-${first?.id}`)).toBeLessThan(order.indexOf("unconfirmed"));
	const [more] = elementsIn(html, `${card} a[href^="/outlandings?"]`);
	expect(more?.textContent).toBe("2 more");
	const whole = await read(more?.getAttribute("href") ?? "", admin);
	expect(elementsIn(whole, `${card} .lined > li`)).toHaveLength(5);
	expect(textsIn(whole, `${card} > .muted`).join()).toContain("5 unconfirmed reports");
	const [link] = elementsIn(redRow(await read(desk, admin), entry)?.outerHTML ?? "", "a[href*='#']");
	expect(link?.getAttribute("href")).toBe(`/outlandings${card}`);
	const forAll = await read(more?.getAttribute("href") ?? "");
	expect(forAll.includes("+420 900")).toBe(false);
});

test("a report of the day before names that day at the desk, unconfirmed and confirmed, and one of today names none", async ({
	admin,
}) => {
	const morning = createApp({ clock: "2025-07-16T07:00:00Z" });
	const today = dayOn("2025-07-16");
	const [late, fresh] = [
		await createRegistration({ accepted: true }),
		await createRegistration({ accepted: true }),
	];
	const fields = { position: "49.5512, 15.8945", condition: "well" };
	for (const [entry, day] of [[late, dayOn(date)] as const, [fresh, today] as const])
		await morning.post("/outlandings/report", { ...fields, pilot: entry.id, day }, {});
	const warnings = async (card: string) =>
		textsIn(await read("/outlandings", admin, morning), `${card} .chip-warning`);
	const waits = "Waiting to be confirmed";
	expect(await warnings(`#unconfirmed-${date}-${late.id}`)).toEqual([waits, "Tuesday 15 July"]);
	expect(await warnings(`#unconfirmed-2025-07-16-${fresh.id}`)).toEqual([waits]);
	const [report] = await reportsOf(late);
	const confirm = { intent: "confirm", id: report?.id ?? "", seen: "proposed" };
	await morning.post("/outlandings", confirm, { as: admin });
	expect(await warnings(`#outlanding-${report?.id}`)).toEqual(["Tuesday 15 July"]);
});

test("a report counts by whom it comes: the own account and an organiser end the search, a stranger and another competitor do not", async ({
	admin,
	user,
}) => {
	const isMissed = async (as: (pilot: { readonly id: string }) => Person) => {
		await db.delete(outlandings);
		const pilot = await missingPilot();
		const phone = "+420 903 000 000";
		expect((await report(pilot.entry, as(pilot.user), 0, { phone })).status).toBe(303);
		const row = redRow(await read(desk, admin), pilot.entry);
		const squares = elementsIn(await read(pilot.sheet, admin), ".map-view rect.stroke-warning").length;
		const [known] = numbersIn(await read(pilot.sheet, admin), "[aria-labelledby=overdue-who]").slice(1);
		return { missed: row !== undefined, squares, known: known === phone };
	};
	const counts = { missed: false, squares: 1, known: true };
	expect(await isMissed((pilot) => pilot)).toEqual(counts);
	expect(await isMissed(() => admin)).toEqual(counts);
	const isProposed = { missed: true, squares: 0, known: false };
	expect(await isMissed(() => null)).toEqual(isProposed);
	expect(await isMissed(() => user)).toEqual(isProposed);
});

test("a stranger's report counts from its confirmation, and is news of when it came; withdrawn, it gives nothing again", async ({
	admin,
}) => {
	const { entry, sheet } = await missingPilot();
	await flood(entry, 1);
	await decide(entry, "confirm", admin, "19:00:00");
	expect(redRow(await read(desk, admin), entry)).toBeUndefined();
	// A tap that has waited since the launch says that the pilot flies.
	await setStatus(entry, "FLYING", "10:00:00");
	const confirmed = redRow(await read(desk, admin), entry)?.outerHTML ?? "";
	expect(confirmed).toContain("Last news: a report, 20:01");
	expect(numbersIn(confirmed, ".button-row").slice(0, 2)).toEqual([entry.phone, phoneOf(1)]);
	expect(textsIn(await read(board), ".chip-danger").join()).toContain("1:29 h ago");
	expect(elementsIn(await read(sheet, admin), ".map-view rect.stroke-warning")).toHaveLength(1);
	await decide(entry, "dismiss", admin, "19:10:00");
	const withdrawn = redRow(await read(desk, admin), entry)?.outerHTML ?? "";
	expect(withdrawn).toContain("Last news: status set, 12:00");
	for (const html of [withdrawn, await read(sheet, admin), await read("/outlandings", admin)])
		expect(html.includes(phoneOf(1))).toBe(false);
	expect(elementsIn(await read(sheet, admin), ".map-view rect.stroke-warning")).toEqual([]);
});

const flown = { fixes: 1500, start: "11:00:00", flight: { latitude: 49.9, longitude: 15.1 } };
const proposal = "section[aria-labelledby=landing-proposals]";

test("a stranger's log is no last news, proposes no landing and makes nobody missing, until somebody confirms it", async ({
	admin,
}) => {
	const [{ entry, sheet }, ground] = [await missingPilot(), await createRegistration({ accepted: true })];
	await recordStatus(ground.id, dayOn(date), "DNF");
	for (const { id } of [entry, ground])
		expect((await evening.api("POST", "/api/igc", uploadBody(id, dayOn(date), flown))).status).toBe(201);
	for (const standing of ["kept", "unconfirmed", "scores"] as const) {
		await db
			.update(igcFiles)
			.set({ standing })
			.where(eq(igcFiles.dayId, dayOn(date)));
		const counts = standing === "scores";
		const html = await read(desk, admin);
		expect(redRow(html, ground) !== undefined, standing).toBe(counts);
		expect(textsIn(html, proposal).join().includes(entry.startNumber), standing).toBe(counts);
		const news = counts ? "Last news: flight log" : "Last news: status set, 12:00";
		expect(redRow(html, entry)?.textContent, standing).toContain(news);
		expect(textsIn(await read(sheet, admin), "main p").join(), standing).toContain(news);
		expect((await read(`/statuses?day=${date}`)).includes("log received"), standing).toBe(counts);
	}
});

test("a log that ends in the air is news of its last point, not of when somebody sent it", async ({
	admin,
}) => {
	const { entry } = await missingPilot();
	expect((await upload(evening, entry.id, dayOn(date), flown)).status).toBe(201);
	await db.update(igcFileVersions).set({
		receipt: sql`json_set(${igcFileVersions.receipt}, '$.figures.landing', NULL, '$.figures.lastFix', 47100)`,
	});
	expect(redRow(await read(desk, admin), entry)?.textContent).toContain("Last news: flight log, 15:05");
});

test("on the sheet those whom only an unconfirmed log puts near a position stand below a line of their own", async ({
	admin,
}) => {
	const [{ sheet }, known, doubtful] = [
		await missingPilot(),
		await createRegistration({ accepted: true }),
		await createRegistration({ accepted: true }),
	];
	for (const { id } of [known, doubtful]) await upload(evening, id, dayOn(date), flown);
	await db.update(igcFiles).set({ standing: "unconfirmed" }).where(eq(igcFiles.registrationId, doubtful.id));
	const note = { position: "49.9, 15.1", time: "13:05", source: "OGN" };
	expect((await evening.post(sheet, note, { as: admin })).status).toBe(303);
	const html = await read(sheet, admin);
	const [near = "", unconfirmed = "", ...more] = textsIn(html, ".near-flights");
	expect(more).toEqual([]);
	expect([near.includes(known.startNumber), near.includes(doubtful.startNumber)]).toEqual([true, false]);
	expect(unconfirmed).toContain(doubtful.startNumber);
	expect(textsIn(html, "main p")).toContain("By unconfirmed logs");
});
