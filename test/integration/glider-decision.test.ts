import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, gliderTypes, pilotDays, registrations, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, plainSourceOf, textsIn, valueIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { scoredPair } from "~test/support/scored-pair";

/* A scorer says with which glider a past day was flown: a decision like others. */

const db = databaseOf();
const pair = scoredPair();
const { path, decide, read } = pair;
const desk = "/admin/scoring/2025-07-15/club";
const evening = pair.scored.app;
const twoDaysLater = createApp({ clock: "2025-07-17T18:00:00Z" });
const laterEvening = createApp({ clock: "2025-07-15T19:00:00Z" });

/** Handicaps count, and both fly an LS 4. */
beforeEach(async () => {
	await db.update(gliderTypes).set({ index: 105.2 }).where(eq(gliderTypes.name, "LS 4"));
	const [ls4] = await db.select().from(gliderTypes).where(eq(gliderTypes.name, "LS 4"));
	const values = { gliderTypeId: ls4?.id ?? "", registrationNumber: "OK-4708" };
	await db.update(pilotDays).set({ ...values, gliderIndex: 105.2 });
	await db.update(registrations).set(values);
	const [task] = await db.select().from(tasks);
	if (task) await db.update(tasks).set({ scoring: { ...task.scoring, handicaps: true } });
	await runScheduleAt("2025-07-15T18:01:00Z");
});

const formPath = () => `${desk}?decide=${pair.adam.id}`;
const page = async (address: string, app = evening) =>
	plainSourceOf(await app.get(address, { as: pair.admin, language: "en" }));

/** Opens the scorer's form. @returns its fields, and what sends them */
async function open() {
	const html = await page(formPath());
	const [form = ""] = elementsIn(html, "#decision-form");
	const fields = { ...hiddenIn(form), reason: "Letěla s jiným kluzákem" };
	const send = (more: Readonly<Record<string, string>>) =>
		evening.post(formPath(), { ...fields, ...more }, { as: pair.admin, language: "en" });
	return { html, send };
}

const rowOf = async (number: string) =>
	(await read(pair.admin)).rows.find(({ startNumber }) => startNumber === number);
const adam = () => rowOf("A1");
const eva = () => rowOf("E2");

test("a glider of one past day brings its factor, and pages and the signed sheet print it with its registration", async () => {
	const [before, others] = [await adam(), await eva()];
	expect(before?.handicap).toBe(1.052);
	const { html, send } = await open();
	expect(textsIn(html, '[name="glider"] option')[0]).toBe("– (LS 4)");
	expect((await send({ glider: "ASK 21", registrationNumber: "OK-0021" })).status).toBe(303);
	const after = await adam();
	expect(after).toMatchObject({
		handicap: 0.885,
		override: { handicap: 0.885, glider: { name: "ASK 21", registrationNumber: "OK-0021" } },
	});
	// The best distance is another one now.
	expect((await eva())?.points).not.toBe(others?.points);
	const sheet = textsIn(await page("/results/sheet/2025-07-15/club"), ".signed-table td");
	expect(sheet).toEqual(expect.arrayContaining(["ASK 21 *", "OK-0021", "LS 4", "OK-4708"]));
	expect(await pair.scored.daily()).toContain("ASK 21");
	expect(await page(`/scores/${pair.scored.day.id}/${pair.adam.id}`)).toContain("ASK 21 OK\u20110021");
	expect(await page(desk)).toContain("Glider type: ASK 21 OK\u20110021");
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, pair.adam.id));
	expect(entry?.registrationNumber).toBe("OK-4708");
});

test("the form shows what was decided, and saved again it decides the same", async () => {
	await (await open()).send({ glider: "ASK 21" });
	const once = await adam();
	const { html, send } = await open();
	expect([valueIn(html, "glider"), valueIn(html, "handicap") || null]).toEqual(["ASK 21", null]);
	expect((await send({ glider: "ASK 21" })).status).toBe(303);
	expect(await adam()).toEqual(once);
	await (await open()).send({ glider: "ASK 13" });
	expect((await adam())?.handicap).toBe(0.77);
	await (await open()).send({ glider: "" });
	expect(await adam()).toMatchObject({ handicap: 1.052, override: null });
});

test("a factor that is typed comes before that of the glider", async () => {
	await (await open()).send({ glider: "ASK 21", handicap: "0.9" });
	expect((await adam())?.handicap).toBe(0.9);
	expect(valueIn((await open()).html, "handicap")).toBe("0.9");
});

test("a glider of another class is refused", async () => {
	const refused = await (await open()).send({ glider: "Ventus 3 18 m" });
	expect(refused.status).toBe(400);
	expect(textsIn(await plainSourceOf(refused), "[role=alert] li")).toEqual([
		expect.stringContaining("Glider type"),
	]);
	const api = await decide(pair.adam, { override: { glider: { name: "Nic", registrationNumber: null } } });
	expect(api.status).toBe(400);
	expect((await adam())?.override).toBeNull();
});

test("of two scorers at once the second one is told", async () => {
	const [one, other] = [await open(), await open()];
	expect((await one.send({ glider: "ASK 21" })).status).toBe(303);
	const late = await other.send({ glider: "ASK 13" });
	expect(late.status).toBe(409);
	expect(valueIn(await plainSourceOf(late), "glider")).toBe("ASK 13");
	expect((await adam())?.handicap).toBe(0.885);
});

test("it is in the audit log, and an undo brings back what was flown", async () => {
	await (await open()).send({ glider: "ASK 21" });
	const [written] = await db.select().from(auditLog).where(eq(auditLog.action, "score.decide"));
	expect(JSON.stringify(written?.after)).toContain("ASK 21");
	const html = await page(desk);
	const [undo = ""] = elementsIn(html, 'form:has([value="undo"])');
	await evening.post(desk, { ...hiddenIn(undo), intent: "undo" }, { as: pair.admin });
	expect(await adam()).toMatchObject({ handicap: 1.052, override: null });
});

test("the API decides it too; a glider that goes takes its factor along", async () => {
	const glider = { name: "ASK 21", registrationNumber: null };
	expect((await decide(pair.adam, { override: { glider } })).status).toBe(200);
	expect(await adam()).toMatchObject({ handicap: 0.885, override: { glider } });
	expect((await decide(pair.adam, { override: { glider: null } })).status).toBe(200);
	expect(await adam()).toMatchObject({ handicap: 1.052, override: null });
	await decide(pair.adam, { override: { handicap: 0.95 } });
	await decide(pair.adam, { override: { glider: { name: null, registrationNumber: "OK-1111" } } });
	expect(await adam()).toMatchObject({
		handicap: 0.95,
		override: { glider: { registrationNumber: "OK-1111" } },
	});
});

test("unofficial results get a new protest time, official ones are refused and print the glider", async () => {
	const put = (state: string, app = evening) =>
		app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });
	const until = async () => (await read(pair.admin)).protestsUntil;
	await put("unofficial");
	const before = await until();
	const glider = { name: "ASK 21", registrationNumber: null };
	const late = { override: { glider }, reason: "Jiný kluzák" };
	const decidedAt = (app = evening) =>
		app.api("PATCH", `${path()}/${pair.adam.id}`, late, { as: pair.admin });
	expect((await decidedAt(laterEvening)).status).toBe(200);
	expect(await until()).not.toBe(before);
	expect((await put("official", twoDaysLater)).status).toBe(200);
	expect((await decidedAt(twoDaysLater)).status).toBe(409);
	expect(await pair.scored.daily(twoDaysLater)).toContain("ASK 21");
});

test("a glider says nothing about who has launched", async () => {
	const nova = await pair.scored.pilot("Nová", "N1");
	await runScheduleAt("2025-07-15T18:02:00Z");
	const glider = { name: "ASK 21", registrationNumber: null };
	expect((await decide(nova, { override: { glider } })).status).toBe(200);
	const row = (await read(pair.admin)).rows.find(({ startNumber }) => startNumber === "N1");
	expect(row).toMatchObject({ status: "dnf", rank: null });
});
