import { env } from "cloudflare:test";
import { eq, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { carryOutErasures } from "~/lib/accounts/erasure-requests.server";
import { isWaiting } from "~/lib/entries/entries-queries.server";
import * as schema from "~db/schema";
import { bearer, eraseByMail, goodPassword, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { entryBody, idsOf } from "~test/support/entries";
import { createAdmin, databaseOf, seedReference, storeStatus } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { deleteLogs, evening, runScheduleAt, upload } from "~test/support/igc";
import { ownDataRules } from "~test/support/own-data-rules";
import { storeResults } from "~test/support/result-sheets";

const app = createApp({ clock: evening });
const db = databaseOf();
const { registrations, users, igcFiles, dailyResults, results, auditLog, outbox, pilotDays, scoreDecisions } =
	schema;

const reference = await seedReference();

const tables = Object.values(schema)
	.filter((value) => is(value, SQLiteTable))
	.map(getTableConfig);

/** Every row of every table as text. */
async function dump(): Promise<string> {
	const rows = await Promise.all(
		tables.map(({ name }) => env.DB_2025?.prepare(`SELECT * FROM "${name}"`).all()),
	);
	return JSON.stringify(rows.map((answer) => answer?.results));
}

const canaries = {
	name: "Kanárek",
	surname: "Žlutoperka",
	phone: "+420 777 123 987",
	birthDate: "1971-03-29",
	aeroclub: "Aeroklub Kanárov",
	logger: "LX 4242 KANAR",
	note: "Poznámka o kanárech",
};

/** Somebody with an entry, a status, a flight log, a result, mails and audit rows, full of canaries. */
async function competitor() {
	const { name, surname, ...details } = canaries;
	const startNumber = crypto.randomUUID().slice(0, 3).toUpperCase();
	const person = await signedUp(app, { name, surname });
	const ids = idsOf(reference);
	const body = entryBody(ids);
	const glider = { ...body.glider, startNumber };
	const entered = await app.api(
		"POST",
		"/api/registration",
		{ ...body, ...details, glider },
		bearer(person.token),
	);
	expect(entered.status).toBe(201);
	const { _id: entry } = await entered.json<{ _id: string }>();
	const admin = await createAdmin();
	await app.api("PUT", `/api/registration/${entry}/quick-actions`, { accepted: true }, { as: admin });
	const day = reference.competitionDays.find(({ date }) => date === "2025-07-15")?.id ?? "";
	await storeStatus({ registrationId: entry, dayId: day, statusAt: new Date(0) });
	expect((await upload(app, entry, day, { pilot: `${name} ${surname}` }, `${surname}.igc`)).status).toBe(201);
	await db.insert(dailyResults).values({
		id: crypto.randomUUID(),
		competitionClassId: ids.club,
		dayId: day,
		registrationId: entry,
		competitor: startNumber,
		position: 1,
		name: `${surname} ${name}`,
		aeroclub: details.aeroclub,
		glider: "LS 4",
		points: 1000,
	});
	await db
		.insert(schema.resultTables)
		.values({
			id: crypto.randomUUID(),
			competitionClassId: ids.club,
			dayId: day,
			status: "official",
			source: "csv",
			updatedAt: new Date(0),
		})
		.onConflictDoNothing();
	await storeResults();
	return { ...person, entry, startNumber, cookie: { headers: { Cookie: `token=${person.token}` } } };
}

describe("every table that concerns a person has a rule", () => {
	const concerned = new Set(["users"]);
	for (let known = 0; known !== concerned.size; ) {
		known = concerned.size;
		for (const { name, foreignKeys } of tables) {
			const targets = foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name);
			if (targets.some((target) => concerned.has(target))) concerned.add(name);
		}
	}

	test.each([...concerned])("%s", (name) => {
		expect(ownDataRules[name]).toBeDefined();
	});

	test("and no rule speaks of a table there is not", () => {
		const names = tables.map(({ name }) => name);
		expect(Object.keys(ownDataRules).filter((name) => !names.includes(name))).toEqual([]);
	});
});

test("the export is a file with the person's rows of every table, without hashes, and is written down", async () => {
	const { user, cookie, email } = await competitor();
	const [row] = await db.select().from(users).where(eq(users.id, user.id));
	const answer = await app.post("/user-profile/data", {}, cookie);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("Content-Disposition")).toContain('attachment; filename="my-data-2025.json"');
	expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	const text = await answer.text();
	for (const value of [...Object.values(canaries), email]) expect(text).toContain(value);
	expect(text).not.toContain(row?.passwordHash);
	expect(text).not.toMatch(/scrypt|passwordHash|tokenHash|tokenVersion/);
	const data = JSON.parse(text) as Record<string, unknown[]>;
	const exported = Object.entries(ownDataRules).filter(([, rule]) => rule.exported);
	expect(Object.keys(data)).toEqual(expect.arrayContaining(exported.map(([name]) => name)));
	for (const name of ["registrations", "competitor_statuses", "igc_files", "daily_results", "outbox"]) {
		expect(data[name]?.length, name).toBeGreaterThan(0);
	}
	const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
	expect(log.filter(({ action }) => action === "account.export")).toHaveLength(1);
});

test("the export tells an organiser nothing that stands in the log about others", async () => {
	const { entry } = await competitor();
	const admin = await createAdmin();
	await app.api(
		"PUT",
		`/api/registration/${entry}`,
		{ ...entryBody(idsOf(reference)), note: "Cizí" },
		{ as: admin },
	);
	const text = await (await app.post("/user-profile/data", {}, { as: admin })).text();
	expect(text).toContain("registration.amend");
	expect(text).not.toContain("Cizí");
});

test("the page says that flight logs stay and asks for the password", async () => {
	const { cookie } = await competitor();
	const html = await (await app.get("/user-profile/erase", { ...cookie, language: "en" })).text();
	expect(html).toContain("Flight logs stay");
	const answer = await app.post("/user-profile/erase", { password: "something else" }, cookie);
	expect(answer.status).toBe(400);
	expect(await answer.text()).not.toContain("something else");
	expect((await app.get("/user-profile", cookie)).status).toBe(200);
});

test("after erasure nothing of the person is left in any table, and what the competition needs is", async () => {
	await db.batch([db.delete(results), db.delete(dailyResults)]);
	// The people of the tests before are full of canaries as well.
	for (const person of await db.select().from(users).where(eq(users.surname, canaries.surname))) {
		await eraseByMail(app, person);
	}
	const { user, token, email, entry, startNumber, cookie } = await competitor();
	const letter = {
		to: user.id,
		subject: canaries.surname,
		body: `Vážený pane ${canaries.name}`,
		step: "send",
	};
	expect((await app.post("/users", letter, { as: await createAdmin() })).status).toBe(303);
	for (const value of [...Object.values(canaries), email]) expect(await dump()).toContain(value);
	await eraseByMail(app, user);
	for (const value of [...Object.values(canaries), email]) expect(await dump()).toContain(value);
	const nextDay = new Date(Date.parse(evening) + 25 * 60 * 60_000);
	await carryOutErasures(contextOf({ now: nextDay }));

	const left = await dump();
	for (const value of [...Object.values(canaries), email]) expect(left).not.toContain(value);

	const [kept] = await db.select().from(registrations).where(eq(registrations.id, entry));
	expect(kept).toMatchObject({ startNumber, registrationNumber: "OK-4708", accepted: true });
	expect(await db.$count(igcFiles, eq(igcFiles.registrationId, entry))).toBe(1);
	expect(await db.$count(dailyResults, eq(dailyResults.competitor, startNumber))).toBe(1);
	const [gone] = await db.select().from(users).where(eq(users.id, user.id));
	expect(gone).toMatchObject({ tokenVersion: 2, passwordValid: false, erasedAt: nextDay });
	const mails = await db.select().from(outbox).where(eq(outbox.userId, user.id));
	expect(mails.every(({ recipient, state }) => recipient === "" && state === "sent")).toBe(true);

	expect((await app.get("/user-profile", cookie)).status).toBe(401);
	expect((await app.api("GET", "/api/auth/user", undefined, bearer(token))).status).toBe(401);
	expect((await app.api("POST", "/api/auth", { email, password: goodPassword })).status).toBe(400);
	expect(await (await app.get("/starting-list")).text()).toContain("Anonym");
});

test.each([
	["who has not flown no longer takes part", false],
	["keeps the rows of what was flown", true],
])("before the competition an erased competitor %s", async (_, flown) => {
	const person = await competitor();
	const spring = createApp({ clock: "2025-07-01T10:00:00Z" });
	await db.batch([db.delete(results), db.delete(dailyResults)]);
	if (!flown) {
		await deleteLogs();
		await db.delete(pilotDays);
		await db.delete(scoreDecisions);
	}
	await eraseByMail(spring, person.user);
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, person.entry));
	expect(entry?.accepted).toBe(flown);
});

test("the entry of an erased account that was never accepted waits for nobody", async () => {
	const spring = createApp({ clock: "2025-07-01T10:00:00Z" });
	const admin = await createAdmin();
	const waiting = async () => {
		const page = await (await spring.get("/starting-list", { language: "en" })).text();
		return Number(/(\d+)\swaiting/.exec(textsIn(page, "main").join())?.[1] ?? 0);
	};
	const listed = async () => {
		const groups = await spring.api("GET", "/api/starting-list/all", undefined, { as: admin });
		return (await groups.json<{ registrations: { _id: string }[] }[]>()).flatMap((group) =>
			group.registrations.map(({ _id }) => _id),
		);
	};
	const toDecide = async () => {
		const waiting = db
			.select({ id: registrations.id })
			.from(registrations)
			.innerJoin(users, eq(users.id, registrations.userId));
		return (await waiting.where(isWaiting)).length;
	};
	const before = await waiting();
	const decidedBefore = await toDecide();
	const person = await competitor();
	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, person.entry));
	expect(await waiting()).toBe(before + 1);
	expect(await listed()).toContain(person.entry);
	await db.batch([db.delete(results), db.delete(dailyResults)]);
	await eraseByMail(spring, person.user);
	expect(await waiting()).toBe(before);
	expect(await listed()).not.toContain(person.entry);
	expect(await toDecide()).toBe(decidedBefore);
	const csv = await (await spring.get("/starting-list/export", { as: admin })).text();
	expect(csv).not.toContain(`,${person.startNumber},`);
});

test("mails that were sent 90 days ago keep neither address nor content", async () => {
	const person = await competitor();
	// A mail that has no content of its own has an address all the same.
	await app.api("POST", "/api/auth/reset-password", { email: person.email });
	const theirs = eq(outbox.userId, person.user.id);
	await runScheduleAt("2025-10-13T17:59:00Z");
	for (const mail of await db.select().from(outbox).where(theirs)) expect(mail.recipient).toBe(person.email);
	await runScheduleAt("2025-10-13T18:10:00Z");
	const mails = await db.select().from(outbox).where(theirs);
	expect(mails.map(({ kind }) => kind)).toContain("password-reset");
	for (const mail of mails) expect(mail).toMatchObject({ recipient: "", payload: {}, state: "sent" });
});
