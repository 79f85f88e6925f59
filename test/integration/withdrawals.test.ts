import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, outbox, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf, recordStatus } from "~test/support/factories";
import { flownFile } from "~test/support/flown";
import { attributeIn, linksIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf, uploadBody } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { dayOn } from "~test/support/world";

/*
 * Somebody who has flown withdraws: the days flown stay as they were, later ones do not expect him. The day flown is 15 July 2025, the
 * fourth; the morning after, an organiser takes the acceptance off.
 */
const db = databaseOf();
const scored = scoredClass();
const morning = createApp({ clock: "2025-07-16T06:00:00Z" });
const night = createApp({ clock: "2025-07-16T19:00:00Z" });

type Entry = { readonly id: string };

async function flags(entry: Entry, body: object, app = morning) {
	const response = await app.api("PUT", `/api/registration/${entry.id}/quick-actions`, body, {
		as: await createAdmin(),
	});
	return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const statusesOn = async (date: string, app = morning) =>
	((await (await app.api("GET", `/api/competitorstatuses/${dayOn(date)}`)).json()) as { surname: string }[])
		.map(({ surname }) => surname)
		.sort();

/** Two pilots with scored flights of the fourth day, and a fifth day with a task. */
async function flownDay() {
	await scored.publish(scoredTask);
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	for (const { id } of [adam, eva]) await recordStatus(id, scored.day.id, "HOME");
	await scored.fly(adam, { hops: home });
	await scored.fly(eva, { hops: short });
	await setTask(dayOn("2025-07-16"));
	await morning.api(
		"POST",
		"/api/competitorstatuses",
		{ day: dayOn("2025-07-16") },
		{ as: await createAdmin() },
	);
	return { adam, eva };
}

test("who has flown withdraws from today: 200 with accepted false, and the days before keep row, points, page and log", async () => {
	const { adam, eva } = await flownDay();
	const before = await scored.daily();
	expect(rowsIn(before).map((row) => row[2])).toEqual([
		expect.stringContaining("Adamová"),
		expect.stringContaining("Evová"),
	]);

	await createRegistration({ accepted: true, isReserve: true, competitionClassId: scored.club });
	const { status, json } = await flags(adam, { accepted: false });
	expect(status).toBe(200);
	expect(json).toMatchObject({ accepted: false, withdrawnFrom: "2025-07-16" });

	expect(rowsIn(await scored.daily())).toEqual(rowsIn(before));
	// May protest, and hears of the results, unlike a reserve who has not flown.
	await db.delete(outbox);
	const scoring = `/api/scoring/${scored.day.id}/${scored.club}`;
	await morning.api("PATCH", scoring, { state: "unofficial" }, { as: await createAdmin() });
	const mailed = (await db.select().from(outbox)).map(({ userId }) => userId);
	expect(mailed.toSorted()).toEqual([adam.userId, eva.userId].toSorted());
	expect(await (await morning.api("GET", scoring)).json()).toMatchObject({
		logs: 2,
		expected: 2,
		rows: [{ status: "finished" }, { status: "out" }],
	});
	expect(await statusesOn("2025-07-15")).toEqual(["Adamová", "Evová"]);
	expect(await statusesOn("2025-07-16")).toEqual(["Evová"]);
	const shared = attributeIn(before, 'table a[href^="/pilots/"]', "href") ?? "";
	for (const path of [
		shared,
		attributeIn(before, "table a", "href") ?? "",
		"/days/4",
		"/days/4/replay?class=club",
	])
		expect([path, (await morning.get(path)).status]).toEqual([path, 200]);
	expect(await sourceOf(await morning.get("/days/4"))).toContain("Adamová");

	// A late log of the day flown may still come.
	const form = (await (await morning.api("GET", "/api/igc/form")).json()) as { surname: string }[];
	expect(form.map(({ surname }) => surname)).toContain("Adamová");
	expect(await sourceOf(await morning.get("/starting-list"))).not.toContain("Adamová");
	const [audited] = await db.select().from(auditLog).where(eq(auditLog.subjectId, adam.id));
	expect(audited).toMatchObject({ after: { accepted: false, withdrawnFrom: "2025-07-16" } });
});

test("accepting again undoes a withdrawal, with the same start number", async () => {
	const { adam } = await flownDay();
	await flags(adam, { accepted: false });
	const { status, json } = await flags(adam, { accepted: true });
	expect([status, json.accepted, json.withdrawnFrom]).toEqual([200, true, undefined]);
	expect(await statusesOn("2025-07-16")).toEqual(["Adamová", "Evová"]);
});

test("who withdraws after the flight of the day keeps this day, too", async () => {
	const { adam } = await flownDay();
	const { json } = await flags(adam, { accepted: false }, scored.app);
	expect(json.withdrawnFrom).toBe("2025-07-15");
	expect(rowsIn(await scored.daily())).toHaveLength(2);
	expect(await statusesOn("2025-07-15")).toEqual(["Adamová", "Evová"]);
	expect(await statusesOn("2025-07-16")).toEqual(["Evová"]);
});

test("an acceptance without a flight is taken back as ever", async () => {
	await scored.publish(scoredTask);
	const idle = await scored.pilot("Tichá", "T1");
	const { json } = await flags(idle, { accepted: false });
	expect(json.accepted).toBe(false);
	expect(json).not.toHaveProperty("withdrawnFrom");
});

test("a log that a stranger sends is no flight: it takes no acceptance away later, and brings nobody back", async () => {
	const { adam } = await flownDay();
	const idle = await scored.pilot("Tichá", "T1");
	const send = async ({ id }: Entry, date: string) =>
		(await night.api("POST", "/api/igc", uploadBody(id, dayOn(date), flownFile({ hops: home, date }))))
			.status;
	expect(await send(idle, "2025-07-15")).toBe(201);
	expect((await flags(idle, { accepted: false })).json).not.toHaveProperty("withdrawnFrom");
	expect((await flags(adam, { accepted: false })).json.withdrawnFrom).toBe("2025-07-16");
	expect(await send(adam, "2025-07-16")).toBe(201);
	expect(await statusesOn("2025-07-16", night)).toEqual(["Evová"]);
});

test("who has withdrawn owes the logs of the days flown, and no other thing", async () => {
	const { adam, eva } = await flownDay();
	await recordStatus(eva.id, dayOn("2025-07-16"), "HOME");
	await recordStatus(adam.id, dayOn("2025-07-14"), "OUTLANDING");
	await flags(adam, { accepted: false });
	const html = await sourceOf(
		await night.get("/starting-list?view=owing", { as: await createAdmin(), language: "en" }),
	);
	expect(rowsIn(html).map((cells) => cells.slice(1, 3))).toEqual([
		["Jana Adamová", "Flight log: 14\u00a0July"],
		["Jana Evová", expect.stringContaining("Flight log: 16\u00a0July")],
	]);
});

test("a log of a day after the withdrawal is stored and not scored, and the organisers' list says why", async () => {
	const { adam, eva } = await flownDay();
	await flags(adam, { accepted: false });
	const [date, classId] = ["2025-07-17", scored.club];
	const place = { id: "task-later", dayId: dayOn(date), competitionClassId: classId, number: 1 };
	await insertTask(scoredTask, place);
	await setTask(place.dayId);
	const late = createApp({ clock: `${date}T19:00:00Z` });
	const admin = await createAdmin();
	for (const [entry, recorder, hops] of [
		[adam, "ALXVADA", home],
		[eva, "ALXVEVA", short],
	] as const) {
		const body = uploadBody(entry.id, place.dayId, flownFile({ hops, date, recorder }));
		expect((await late.api("POST", "/api/igc", body, { as: await pilotOf(entry.id) })).status).toBe(201);
	}
	const scoring = await late.api("GET", `/api/scoring/${place.dayId}/${classId}`, undefined, { as: admin });
	const { logs, rows } = (await scoring.json()) as { logs: number; rows: { pilot: { surname: string } }[] };
	expect([logs, rows.map(({ pilot }) => pilot.surname)]).toEqual([1, ["Evová"]]);
	const list = await late.get(`/igc?day=${place.dayId}`, { as: admin, language: "en" });
	const found = rowsIn(await sourceOf(list)).map((cells) => cells.join(" "));
	expect(found).toEqual([
		expect.stringMatching(/Adamová.*withdrawn before this day/),
		expect.not.stringContaining("withdrawn"),
	]);
});

test("the page of an entry withdraws from a chosen day with a reason, but not from a day before the last flight", async () => {
	const { adam } = await flownDay();
	const admin = await createAdmin();
	const path = `/registration/${adam.id}`;
	const page = async () =>
		(await sourceOf(await morning.get(path, { as: admin, language: "en" }))).replaceAll("\u00a0", " ");
	expect(textsIn(await page(), "#withdrawal-from option")).toEqual([
		"Wednesday 16 July",
		"Thursday 17 July",
		"Friday 18 July",
		"Saturday 19 July",
		"Sunday 20 July",
	]);
	const send = (from: string) =>
		morning.post(path, { intent: "withdraw", from, reason: "Návrat do práce" }, { as: admin });
	await send("2025-07-14");
	expect(await page()).not.toContain("Withdrawn from");
	await send("2025-07-17");
	expect(await page()).toContain("Withdrawn from 17 July");
	expect(await page()).toContain("Reason: Návrat do práce");
	expect(await statusesOn("2025-07-16")).toEqual(["Adamová", "Evová"]);
});

test("the organisers' list leads to the withdrawal of who has flown, and finds who has withdrawn", async () => {
	const { adam } = await flownDay();
	await scored.pilot("Tichá", "T1");
	const admin = await createAdmin();
	const list = async (search = "") =>
		(await sourceOf(await morning.get(`/starting-list${search}`, { as: admin, language: "en" }))).replaceAll(
			"\u00a0",
			" ",
		);
	const buttons = async () =>
		textsIn(await list(), "tbody button").filter((words) => /Adamová|Tichá/.test(words));
	expect(await buttons()).toContain("Accepted: Jana Tichá");
	// The list says it; a withdrawal has its day, its reason and what follows where the entry is.
	expect(textsIn(await list(), `#entry-${adam.id} button`)).toEqual([
		"Reserve: Jana Adamová",
		"Paid: Jana Adamová",
	]);
	expect(linksIn(await list())).toContainEqual(["Jana Adamová", `/registration/${adam.id}`]);
	const entry = await sourceOf(await morning.get(`/registration/${adam.id}`, { as: admin, language: "en" }));
	expect(textsIn(entry, "details p")).toContainEqual(
		expect.stringMatching(/^The days flown stay in the results/),
	);
	const counted = async () => textsIn(await list(), "nav .badge")[0];
	const shown = await counted();
	expect(textsIn(await list(), "main a")).toContain(`Write to ${shown} pilots`);
	await flags(adam, { accepted: false });
	expect(await buttons()).toContain("Bring back: Jana Adamová");
	expect(await counted(), "who has withdrawn is shown and counted").toBe(shown);
	const found = rowsIn(await list("?filter=withdrawn"));
	expect(found).toHaveLength(1);
	expect(found[0]?.join(" ")).toContain("Withdrawn from 16 July");
	const csv = await (await morning.get("/starting-list/export", { as: admin })).text();
	expect(csv).toMatch(/Adamová.*,2025-07-16,,\d+,{6}\r\n/);
	const seeYou = await morning.api("GET", `/api/starting-list/export/seeyou/${scored.club}`, undefined, {
		as: admin,
	});
	expect(await seeYou.text()).toContain("Adamová");
});

test("a promoted reserve is expected from the day of the promotion on", async () => {
	await flownDay();
	const rita = await scored.pilot("Náhradní", "R1");
	await db.update(registrations).set({ isReserve: true }).where(eq(registrations.id, rita.id));
	await flags(rita, { isReserve: false });
	expect(await statusesOn("2025-07-15")).toEqual(["Adamová", "Evová"]);
	expect(await statusesOn("2025-07-16")).toEqual(["Adamová", "Evová", "Náhradní"]);
	const scoring = await morning.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	expect(await scoring.json()).toMatchObject({ expected: 2, logs: 2 });
});

test("a starter who becomes a reserve keeps the days before, on the ground or flown", async () => {
	const { adam } = await flownDay();
	await recordStatus(adam.id, dayOn("2025-07-14"), "DNF");
	await flags(adam, { isReserve: true });
	expect(await statusesOn("2025-07-14")).toEqual(["Adamová"]);
	expect(await statusesOn("2025-07-15")).toEqual(["Adamová", "Evová"]);
	expect(await statusesOn("2025-07-16")).toEqual(["Evová"]);
});

test("the glider of somebody who has withdrawn changes by consent only, as results rest on it", async () => {
	const { adam } = await flownDay();
	await flags(adam, { accepted: false });
	const entryOf = async () => (await db.select().from(registrations).where(eq(registrations.id, adam.id)))[0];
	const entry = await entryOf();
	const as = { id: entry?.userId ?? "" };
	const body = {
		...{
			birthDate: entry?.birthDate,
			phone: entry?.phone,
			aeroclub: entry?.aeroclub,
			region: entry?.regionId,
		},
		competitionClass: entry?.competitionClassId,
		logger: entry?.logger,
		meals: 1,
		glider: {
			gliderType: entry?.gliderTypeId,
			registrationNumber: "OK-9999",
			startNumber: "Z9",
			hasEngine: false,
		},
		accomodation: { accomodationType: entry?.accommodationTypeId, quantity: 1 },
	};
	expect((await morning.api("PUT", "/api/registration", body, { as })).status).toBe(200);
	expect(await entryOf()).toMatchObject({ startNumber: "A1", requestedChange: { startNumber: "Z9" } });
	expect(await sourceOf(await morning.get("/registration", { as, language: "en" }))).toContain(
		"You have withdrawn from the competition",
	);
});

test("the migration withdraws who had lost the acceptance from the day after the last flight", async () => {
	const { adam, eva } = await flownDay();
	const idle = await scored.pilot("Tichá", "T1");
	await db.update(registrations).set({ accepted: false });
	await db.update(registrations).set({ accepted: true }).where(eq(registrations.id, eva.id));
	const last = env.TEST_MIGRATIONS.find(({ name }) => name.includes("withdrawals"))?.queries.at(-1) ?? "";
	await db.run(sql.raw(last));
	const from = async ({ id }: Entry) =>
		(await db.select().from(registrations).where(eq(registrations.id, id)))[0]?.withdrawnFrom;
	expect([await from(adam), await from(eva), await from(idle)]).toEqual(["2025-07-16", null, null]);
});
