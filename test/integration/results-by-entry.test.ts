import { env } from "cloudflare:test";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { carryOutErasures } from "~/lib/accounts/erasure-requests.server";
import {
	auditLog,
	competitionDays,
	dailyResults,
	pilotDays,
	registrations,
	results,
	resultTables,
} from "~db/schema";
import { bearer, eraseByMail, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { entryBody, idsOf } from "~test/support/entries";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { sourceOf, textsIn } from "~test/support/html";
import { evening } from "~test/support/igc";

/* Results belong to entries by id, never by a text that somebody typed. */

const app = createApp({ clock: evening });
const db = databaseOf();
let ids: ReturnType<typeof idsOf>;
let days: string[];
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeAll(async () => {
	const reference = await seedReference();
	ids = idsOf(reference);
	days = reference.competitionDays.map(({ id }) => id);
	admin = await createAdmin();
	await db.update(competitionDays).set({ task: "TASK" });
});

beforeEach(async () => {
	await db.batch([db.delete(results), db.delete(dailyResults), db.delete(pilotDays)]);
	await db.batch([db.delete(resultTables), db.delete(registrations), db.delete(auditLog)]);
});

/** Somebody with an entry in the club class. */
async function entrant(person: { name: string; surname: string }, startNumber: string, accepted = true) {
	const { token, user } = await signedUp(app, person);
	const body = entryBody(ids);
	const entry = { ...body, glider: { ...body.glider, startNumber: crypto.randomUUID().slice(0, 6) } };
	const entered = await app.api("POST", "/api/registration", entry, bearer(token));
	expect(entered.status).toBe(201);
	const { _id: registrationId } = await entered.json<{ _id: string }>();
	if (accepted) {
		await app.api("PUT", `/api/registration/${registrationId}/quick-actions`, { accepted }, { as: admin });
	}
	// Entries from before a number could be taken once only share one.
	await db.update(registrations).set({ startNumber }).where(eq(registrations.id, registrationId));
	return { registrationId, user };
}

function imported(text: string, day = 0) {
	const form = new FormData();
	const fields = { intent: "import", competitionClass: ids.club, day: days[day] ?? "", status: "official" };
	for (const [name, value] of Object.entries({ ...fields, replaces: "none", text })) form.set(name, value);
	return app.post("/admin/scoring", form, { as: admin });
}

async function erased({ user }: Awaited<ReturnType<typeof entrant>>) {
	const confirmed = await eraseByMail(app, user);
	await carryOutErasures(contextOf({ now: new Date(Date.parse(evening) + 25 * 60 * 60_000) }));
	return confirmed;
}

async function names(): Promise<string[]> {
	const rows = await db.select().from(dailyResults).orderBy(asc(dailyResults.position));
	return rows.map(({ name }) => name);
}

const victim = { name: "Jan", surname: "Vzorný" };

test("a stranger with the victim's start number and one letter as surname blanks nothing", async () => {
	await entrant(victim, "K1");
	await imported("cn;name;points\nK1;Jan Vzorný;1000");
	const stranger = await entrant({ name: "Cizí", surname: "o" }, "K1", false);
	expect((await erased(stranger)).status).toBe(303);
	expect(await names()).toEqual(["Jan Vzorný"]);
});

test("a stranger with the victim's name blanks nothing where the source has no start number", async () => {
	await imported("name;points\nJan Vzorný;1000");
	await erased(await entrant(victim, "XX"));
	expect(await names()).toEqual(["Jan Vzorný"]);
});

test("a stranger who takes the victim's start number afterwards blanks nothing", async () => {
	await entrant(victim, "K1");
	await imported("cn;name;points\nK1;Jan Vzorný;1000");
	await erased(await entrant({ name: "Cizí", surname: "Soused" }, "K1"));
	expect(await names()).toEqual(["Jan Vzorný"]);
});

test("an erasure blanks the rows of the own entry, each with a row in the audit log", async () => {
	const person = await entrant(victim, "K1");
	await entrant({ name: "Petra", surname: "Ukázková" }, "AB");
	// The source may spell names and numbers as it likes.
	await imported("cn;name;points\nk 1;VZORNY J.;1000\nAB;Petra Ukázková;900");
	await imported("cn;name;points\nK1;Jan Vzorný;800", 1);
	await db
		.update(registrations)
		.set({ startNumber: "ZZ" })
		.where(eq(registrations.id, person.registrationId));
	await erased(person);
	expect((await names()).sort()).toEqual(["Petra Ukázková", "– Anonym", "– Anonym"]);
	const audited = await db.select().from(auditLog).where(eq(auditLog.action, "results.blank"));
	expect(audited.map(({ subjectId, after }) => ({ subjectId, after }))).toEqual(
		expect.arrayContaining(
			days.slice(0, 2).map((dayId) => ({
				subjectId: ids.club,
				after: { dayId, registrationId: person.registrationId, competitor: "K1", position: 1 },
			})),
		),
	);
	expect(audited).toHaveLength(2);
	expect(JSON.stringify(audited)).not.toMatch(/vzorn/i);
});

test("an imported row with a name that two competitors have is bound to neither of them", async () => {
	await entrant(victim, "K1");
	await entrant(victim, "K2");
	await imported("name;points\nJan Vzorný;1000");
	expect(await names()).toEqual([]);
	await imported("cn;name;points\nK2;Jan Vzorný;1000");
	const [row] = await db.select().from(dailyResults);
	expect(row).toMatchObject({ competitor: "K2" });
});

test("an imported row with a start number that two competitors have takes nothing from the wrong one", async () => {
	const wrong = await entrant({ name: "Petr", surname: "Cizí" }, "K1");
	await db
		.update(registrations)
		.set({ aeroclub: "Aeroklub Cizích" })
		.where(eq(registrations.id, wrong.registrationId));
	await entrant(victim, "K1");
	await imported("cn;points\nK1;1000");
	expect(await names()).toEqual([]);
	await imported("cn;name;points\nK1;VZORNÝ J.;1000");
	const [row] = await db.select().from(dailyResults);
	expect(row).toMatchObject({ name: "VZORNÝ J.", aeroclub: "", registrationId: null });
});

test("the migration binds the rows whose start number exactly one accepted entry of the class has", async () => {
	const alone = await entrant(victim, "K1");
	await entrant({ name: "Cizí", surname: "Soused" }, "K1", false);
	for (const surname of ["Dvojník", "Dvojče"]) await entrant({ name: "Petr", surname }, "AB");
	await imported("cn;name;points\nk 1;Jan Vzorný;1000\nAB;Petr Dvojník;900\nXX;Host;800\n;Bez Čísla;700");
	await db.update(dailyResults).set({ registrationId: null });
	const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0004_result_entries.sql");
	const binding = migration?.queries.find((query) => query.includes("UPDATE `daily_results`"));
	await env.DB_2025?.prepare(binding ?? "").run();
	const rows = await db.select().from(dailyResults).orderBy(asc(dailyResults.position));
	expect(rows.map(({ registrationId }) => registrationId)).toEqual([alone.registrationId, null, null, null]);
});

test("the migration folds the start numbers that were stored as they were spelled, and leaves names", async () => {
	await imported("cn;name;points\nK1;Jan Vzorný;1000\n;Bez Čísla;700");
	const spelled = () => db.select({ competitor: dailyResults.competitor }).from(dailyResults);
	await db.update(dailyResults).set({ competitor: "k 1" }).where(eq(dailyResults.name, "Jan Vzorný"));
	const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0020_folded_competitors.sql");
	for (const query of migration?.queries ?? []) await env.DB_2025?.prepare(query).run();
	expect((await spelled()).map(({ competitor }) => competitor).sort()).toEqual(["Bez Čísla", "K1"]);
});

test("the page of results lists the rows that belong to no entry", async () => {
	await entrant(victim, "K1");
	for (const surname of ["Ukázková", "Příkladná"]) await entrant({ name: "Petra", surname }, "AB");
	await imported("cn;name;points\nK1;Jan Vzorný;1000\nAB;Petra Ukázková;900\n;Host Bezčísla;800");
	await imported("cn;name;points\nK1;Jan Vzorný;1000\nAB;Petra Ukázková;900", 1);
	const page = await sourceOf(await app.get("/admin/scoring", { as: admin, language: "en" }));
	expect(textsIn(page, "#unbound")).toEqual(["Results without an entry (3)"]);
	expect(textsIn(page, "[aria-labelledby=unbound] li").map((text) => text.replaceAll("\u00a0", " "))).toEqual(
		["Club: AB Petra Ukázková – Saturday 12 July, Sunday 13 July", "Club: Host Bezčísla – Saturday 12 July"],
	);
});

test("the page of results lists nobody while every row belongs to an entry", async () => {
	await entrant(victim, "K1");
	await imported("cn;name;points\nK1;Jan Vzorný;1000");
	const page = await sourceOf(await app.get("/admin/scoring", { as: admin, language: "en" }));
	expect(textsIn(page, "#unbound")).toEqual([]);
});
