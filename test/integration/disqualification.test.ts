import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import { auditLog, dayScores, erasures, registrations, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createRegistration, databaseOf } from "~test/support/factories";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/*
 * Disqualified from the competition, from a day on (`shared/tasks-and-scoring.md`, 9.8). Adamová (A1) has finished with 422 points, Evová
 * (E2) is out with 86.
 */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const evening = scored.app;
const why = "Let v oblacích";

const send = (
	fields: Readonly<Record<string, string>>,
	{ app = evening, of = pair.adam, as = pair.admin } = {},
) => app.post(`/registration/${of.id}`, fields, { as, language: "en" });
const disqualify = (from: string, app = evening) =>
	send({ intent: "disqualify", from, reason: why }, { app });
const lift = (reason = "Rozhodnutí jury") => send({ intent: "lift-disqualification", reason });

async function page(address: string, app = evening, as?: { readonly id: string }) {
	return (await sourceOf(await app.get(address, { as, language: "en" }))).replaceAll("\u00a0", " ");
}
const cellsOf = async (address: string, app = evening) =>
	rowsIn(await page(address, app)).map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim()));
const daySheet = "/results/sheet/2025-07-15/club";
const totalSheet = "/results/sheet/total/club";
const scoresOf = async () =>
	(await pair.read(pair.admin)).rows.map(({ startNumber, status, points }) => [startNumber, status, points]);
const put = (state: string, app = evening) =>
	app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });
const stored = async () => (await db.select().from(dayScores))[0];
const entry = async () =>
	(await db.select().from(registrations).where(eq(registrations.id, pair.adam.id)))[0];

describe("a competitor who is disqualified from the competition", () => {
	test("has no points from that day on, and stands behind the total without a place, with the reason", async () => {
		expect((await disqualify("2025-07-15")).status).toBe(303);
		expect(await scoresOf()).toEqual(
			expect.arrayContaining([
				["A1", "dsq", 0],
				["E2", "out", expect.any(Number)],
			]),
		);
		const line = `A1 Jana Adamová, from 15 July: ${why}`;
		for (const sheet of [daySheet, totalSheet]) {
			const rows = await cellsOf(sheet);
			expect(rows.at(-1)?.slice(0, 3)).toEqual(["DSQ", "A1", "Jana Adamová"]);
			expect(rows.find(([place]) => place === "1")?.[1]).toBe("E2");
			const text = await page(sheet);
			expect(text).toContain("Disqualified from the competition");
			expect(textsIn(text, ".signed-sheet li")).toContain(line);
		}
		const total = await cellsOf(`/results?view=total&class=${scored.club}`);
		expect(total.at(-1)?.slice(0, 2)).toEqual(["DSQ", "A1"]);
		const list = await page("/starting-list");
		expect(textsIn(list, "tr:has(.badge)").join()).toContain("Disqualified");
	});

	test("keeps the points of the days before, and has no place in the total either", async () => {
		await disqualify("2025-07-16");
		expect(await scoresOf()).toContainEqual(["A1", "finished", 422]);
		expect(await page(daySheet)).not.toContain(why);
		const rows = await cellsOf(totalSheet);
		expect(rows.map(([place, number, ...cells]) => [place, number, cells.at(-1)])).toEqual([
			["1", "E2", "86"],
			["DSQ", "A1", "422"],
		]);
		const csv = await (await evening.get("/results/export/total/club.csv", { language: "en" })).text();
		expect(csv).toMatch(/\r\nDSQ,A1,/);
	});

	test("is last in the API's total, and not among the first", async () => {
		await put("unofficial");
		await put("official", nextEvening);
		await disqualify("2025-07-16", nextEvening);
		const read = async (address: string) => (await nextEvening.api("GET", address)).json();
		expect(await read(`/api/results/total/${scored.club}`)).toMatchObject([
			{ position: 1, name: "Jana Evová" },
			{ position: 2, name: "Jana Adamová", points: 422 },
		]);
		const { classes } = (await read("/api/results/top")) as { classes: { results: { name: string }[] }[] };
		expect(classes.flatMap(({ results }) => results.map(({ name }) => name))).toEqual(["Jana Evová"]);
	});

	test("is read on the pilot's page and by the competitor", async () => {
		await disqualify("2025-07-15");
		expect(textsIn(await page("/pilots/A1"), ".badge")).toContain("Disqualified");
		expect(await page("/registration", evening, await pilotOf(pair.adam.id))).toContain(
			`Disqualified from the competition from Tuesday 15 July: ${why}`,
		);
	});

	test("stays so when a penalty of the day is decided, and is free of it when it is taken back", async () => {
		await disqualify("2025-07-15");
		await pair.penalise();
		expect(await scoresOf()).toContainEqual(["A1", "dsq", 0]);
		await lift();
		expect(await scoresOf()).toContainEqual(["A1", "finished", 412]);
		expect(await entry()).toMatchObject({ disqualifiedFrom: null, disqualifiedReason: null });
		expect(await page(totalSheet)).not.toContain("Disqualified");
	});

	test("leaves a record of who has done it and why, also of taking it back", async () => {
		await disqualify("2025-07-15");
		await lift("Omyl");
		const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, pair.adam.id));
		expect(rows.map(({ action, actorId, after }) => [action, actorId, after])).toEqual([
			["registration.disqualify", pair.admin.id, { disqualifiedFrom: "2025-07-15", disqualifiedReason: why }],
			["registration.lift-disqualification", pair.admin.id, { disqualifiedFrom: null, reason: "Omyl" }],
		]);
	});

	test("keeps the disqualification after an erasure, without the reason and the second pilot", async () => {
		await disqualify("2025-07-15");
		await db
			.update(registrations)
			.set({ nation: "CZ", secondPilot: "Petr Nový" })
			.where(eq(registrations.id, pair.adam.id));
		const userId = (await pilotOf(pair.adam.id))?.id ?? "";
		const now = new Date("2025-07-15T19:00:00Z");
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		const erasure = { id: crypto.randomUUID(), userId, tokenVersion: user?.tokenVersion ?? 0 };
		await db.insert(erasures).values({ ...erasure, createdAt: now });
		expect(await eraseAccount(contextOf({ now }), { ...erasure, by: null })).toBe(true);
		const blank = { disqualifiedReason: null, nation: null, secondPilot: null };
		expect(await entry()).toMatchObject({ disqualifiedFrom: "2025-07-15", ...blank });
	});
});

describe("the results of the day", () => {
	test("unofficial ones change, and their protest time begins anew", async () => {
		await put("unofficial");
		const before = (await stored())?.protestsUntil?.getTime() ?? 0;
		await disqualify("2025-07-15", createApp({ clock: "2025-07-15T20:00:00Z" }));
		expect(await scoresOf()).toContainEqual(["A1", "dsq", 0]);
		expect((await stored())?.protestsUntil?.getTime()).toBeGreaterThan(before);
	});

	test("unofficial ones that do not change keep their protest time", async () => {
		await put("unofficial");
		const before = await stored();
		await disqualify("2025-07-16", createApp({ clock: "2025-07-15T20:00:00Z" }));
		expect((await stored())?.protestsUntil).toEqual(before?.protestsUntil);
	});

	test("the competitor protests against it, and it holds meanwhile", async () => {
		await put("unofficial");
		await disqualify("2025-07-15");
		const protest = { text: "Neletěl jsem v oblacích" };
		const as = await pilotOf(pair.adam.id);
		expect((await evening.post("/protests/2025-07-15/club", protest, { as })).status).toBe(303);
		expect(await page(daySheet)).toContain("A1 – Protest pending");
		expect(await scoresOf()).toContainEqual(["A1", "dsq", 0]);
		await lift();
		expect(await scoresOf()).toContainEqual(["A1", "finished", 422]);
	});

	test("official ones stay until they are reopened, and the total says it already", async () => {
		await put("unofficial");
		await put("official", nextEvening);
		await disqualify("2025-07-15", nextEvening);
		expect(await scoresOf()).toContainEqual(["A1", "finished", 422]);
		expect((await cellsOf(totalSheet, nextEvening)).at(-1)?.[0]).toBe("DSQ");
		await put("preliminary", nextEvening);
		expect(await scoresOf()).toContainEqual(["A1", "dsq", 0]);
	});
});

describe("the form of the organiser", () => {
	test.for([
		["no reason", { intent: "disqualify", from: "2025-07-15", reason: " \u00a0 " }],
		["no day", { intent: "disqualify", reason: why }],
		["a date without competition", { intent: "disqualify", from: "2025-08-15", reason: why }],
		["what is no date", { intent: "disqualify", from: "yesterday", reason: why }],
		["a reason of a novel", { intent: "disqualify", from: "2025-07-15", reason: "x".repeat(301) }],
		["nothing to take back", { intent: "lift-disqualification", reason: why }],
	] as const)("refuses %s", async ([, fields]) => {
		await send(fields);
		expect(await entry()).toMatchObject({ disqualifiedFrom: null });
		expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, pair.adam.id))).toEqual([]);
	});

	test("refuses an entry that waits, and one that does not exist", async () => {
		const of = await createRegistration();
		const fields = { intent: "disqualify", from: "2025-07-15", reason: why };
		await send(fields, { of });
		expect(
			(await db.select().from(registrations).where(eq(registrations.id, of.id)))[0]?.disqualifiedFrom,
		).toBeNull();
		expect(await page(`/registration/${of.id}`, evening, pair.admin)).not.toContain('value="disqualify"');
		expect((await send(fields, { of: { ...of, id: "nobody" } })).headers.get("Location")).toBe(
			"/registration/nobody",
		);
	});

	test("says that official days stay, and what is public; then it offers to take it back", async () => {
		const form = await page(`/registration/${pair.adam.id}`, evening, pair.admin);
		expect(form).toContain("Official days stay until they are reopened");
		expect(form).toContain("Everybody can read the disqualification and its reason");
		await disqualify("2025-07-15");
		const again = await page(`/registration/${pair.adam.id}`, evening, pair.admin);
		expect(again).toContain(`Disqualified from the competition from Tuesday 15 July: ${why}`);
		expect(again).toContain('value="lift-disqualification"');
		expect(again).not.toContain('value="disqualify"');
	});

	test("is not for competitors", async () => {
		const as = await pilotOf(pair.adam.id);
		expect((await send({ intent: "disqualify", from: "2025-07-15", reason: why }, { as })).status).toBe(403);
		expect(await entry()).toMatchObject({ disqualifiedFrom: null });
	});
});
