import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { enterForm, entryBody, entryForm, entryOf } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { ids, test } from "~test/support/world";

/* Nation, second pilot and guest are fields of the entry. */

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
interface Id {
	readonly id: string;
}

let admin: Id;

beforeEach(async () => {
	await db.delete(registrations);
	await db.delete(auditLog);
	admin = await createAdmin();
});

const pair = { nation: "SK", secondPilot: "Petr Nový" } as const;
const put = (sent: object, as: Id) => app.api("PUT", "/api/registration", sent, { as });
const body = (more: object = {}) => ({ ...entryBody(ids), ...more });

async function page(path: string, as: Id | undefined, language: "cs" | "en" = "en") {
	return (await sourceOf(await app.get(path, { as, language }))).replaceAll("\u00a0", " ");
}

describe("the form of the entry", () => {
	test("stores nation and second pilot, and shows them again", async ({ user }) => {
		await app.post("/registration", enterForm(ids, { ...pair, nation: "AT" }), { as: user });
		expect(await entryOf(user)).toMatchObject({ nation: "AT", secondPilot: "Petr Nový", isGuest: false });
		const html = await page("/registration", user);
		expect(valueIn(html, "secondPilot")).toBe("Petr Nový");
		expect(elementsIn(html, 'select[name="nation"] option[selected]').map((one) => one.textContent)).toEqual([
			"Austria",
		]);
	});

	test("names the nations in the language of the reader, in the order of its names", async ({ user }) => {
		const names = async (language: "cs" | "en") =>
			textsIn(await page("/registration", user, language), 'select[name="nation"] option');
		const [czech, english] = [await names("cs"), await names("en")];
		expect(czech.indexOf("Česko")).toBeGreaterThan(czech.indexOf("Belgie"));
		expect(czech.indexOf("Česko")).toBeLessThan(czech.indexOf("Dánsko"));
		expect(english.indexOf("Czechia")).toBeGreaterThan(english.indexOf("Canada"));
		expect(english).toHaveLength(250);
	});

	test.for([
		["nation", "CZE"],
		["nation", "QQ"],
		["nation", "Česko"],
		["secondPilot", "x".repeat(500)],
		["secondPilot", "\u200D"],
	] as const)("refuses a wrong %s beside its field", async ([field, value], { user }) => {
		const response = await app.post("/registration", enterForm(ids, { [field]: value }), {
			as: user,
			language: "en",
		});
		expect(response.status).toBe(400);
		expect(
			elementsIn(await response.text(), `#entry-${field}[aria-invalid], [name="${field}"][aria-invalid]`),
		).toHaveLength(1);
		expect(await entryOf(user)).toBeUndefined();
	});

	test("takes spaces for no second pilot", async ({ user }) => {
		await app.post("/registration", enterForm(ids, { secondPilot: "  \u00a0 " }), { as: user });
		expect(await entryOf(user)).toMatchObject({ secondPilot: null, nation: null });
	});
});

describe("a competitor", () => {
	test("cannot become a guest by the own form or by the API", async ({ user }) => {
		await app.post("/registration", enterForm(ids, { isGuest: "on" }), { as: user });
		expect(await entryOf(user)).toMatchObject({ isGuest: false });
		expect(await page("/registration", user)).not.toContain('name="isGuest"');
		const update = { ...entryForm(ids), intent: "update", version: "1", isGuest: "on", aeroclub: "Jinde" };
		await app.post("/registration", update, { as: user });
		expect((await put(body({ isGuest: true }), user)).status).toBe(200);
		expect(await entryOf(user)).toMatchObject({ isGuest: false });
		const other = await createUser();
		await app.api("POST", "/api/registration", body({ isGuest: true }), { as: other });
		expect(await entryOf(other)).toMatchObject({ isGuest: false });
		const path = `/api/registration/${(await entryOf(user))?.id}`;
		expect((await app.api("PUT", path, body({ isGuest: true }), { as: user })).status).toBe(403);
	});

	test("who is a guest stays one with the own change", async ({ user }) => {
		await createRegistration({ userId: user.id, isGuest: true });
		await put(body({ aeroclub: "Jinde", isGuest: false }), user);
		expect(await entryOf(user)).toMatchObject({ isGuest: true, aeroclub: "Jinde" });
	});

	test("changes the nation of an accepted entry alone, and the second pilot with consent", async ({
		user,
	}) => {
		await createRegistration({
			userId: user.id,
			accepted: true,
			startNumber: "7K",
			registrationNumber: "OK-4708",
			hasEngine: true,
		});
		const answer = await put(body(pair), user);
		expect(await answer.json()).toMatchObject({ nation: "SK", msg: expect.stringContaining("waits") });
		expect(await entryOf(user)).toMatchObject({
			nation: "SK",
			secondPilot: null,
			requestedChange: { secondPilot: "Petr Nový" },
		});
		const html = await page("/starting-list?filter=changes", admin);
		expect(html).toContain("Second pilot: – →");
		const [form = ""] = elementsIn(html, 'form:has([value="accept-change"])');
		await app.post("/starting-list", { ...hiddenIn(form), intent: "accept-change" }, { as: admin });
		expect(await entryOf(user)).toMatchObject({ secondPilot: "Petr Nový", requestedChange: null });
		// The wish to fly alone again is a change, too.
		await put(body({ secondPilot: "" }), user);
		expect(await entryOf(user)).toMatchObject({
			secondPilot: "Petr Nový",
			requestedChange: { secondPilot: null },
		});
	});
});

describe("a client of the API", () => {
	test("that knows no nation and second pilot empties neither", async ({ user }) => {
		await createRegistration({ userId: user.id, ...pair });
		const answer = await put(body({ aeroclub: "Jinde" }), user);
		expect(await answer.json()).toMatchObject({ ...pair, aeroclub: "Jinde" });
		expect(await entryOf(user)).toMatchObject(pair);
	});

	test.for([null, "", "  "])("clears both by %o", async (none, { user }) => {
		await createRegistration({ userId: user.id, ...pair });
		const answer = await put(body({ nation: none, secondPilot: none }), user);
		const cleared = await answer.json();
		expect(cleared).not.toHaveProperty("nation");
		expect(cleared).not.toHaveProperty("secondPilot");
		expect(await entryOf(user)).toMatchObject({ nation: null, secondPilot: null });
	});

	test("may write a nation in small letters", async ({ user }) => {
		const answer = await app.api("POST", "/api/registration", body({ nation: " sk " }), { as: user });
		expect([answer.status, ((await answer.json()) as { nation: string }).nation]).toEqual([201, "SK"]);
	});

	test.for([
		[{ nation: "CZE" }, { nation: "form.field.choice" }, "The nation is not one of the options"],
		[{ nation: "QQ" }, { nation: "form.field.choice" }, "The nation is not one of the options"],
		[{ nation: 7 }, { nation: "form.field.choice" }, "The nation is not one of the options"],
		[
			{ secondPilot: "x".repeat(500) },
			{ secondPilot: "form.field.tooLong" },
			"The second pilot is too long: 100 characters at most",
		],
	] as const)(
		"is refused what is no nation, and a name that is too long: %#",
		async ([wrong, errors, msg], { user }) => {
			const answer = await app.api("POST", "/api/registration", body(wrong), { as: user });
			expect([answer.status, await answer.json()]).toEqual([400, { msg, errors }]);
		},
	);
});

describe("an organiser", () => {
	test("makes a guest of a competitor by the form and takes it back by the API", async ({ user }) => {
		const entry = await createRegistration({ userId: user.id, ...pair });
		const path = `/registration/${entry.id}`;
		await app.post(
			path,
			{ ...entryForm(ids), ...pair, intent: "update", version: "1", isGuest: "on" },
			{ as: admin },
		);
		expect(await entryOf(user)).toMatchObject({ ...pair, isGuest: true });
		expect(elementsIn(await page(path, admin), '[name="isGuest"][checked]')).toHaveLength(1);
		const api = `/api/registration/${entry.id}`;
		const kept = await app.api("PUT", api, body(), { as: admin });
		expect(await kept.json()).toMatchObject({ ...pair, isGuest: true });
		const back = await app.api("PUT", api, body({ isGuest: false }), { as: admin });
		expect(await back.json()).toMatchObject({ isGuest: false });
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toMatchObject({ ...pair, isGuest: false });
	});

	test("reads nation, second pilot and guest in the list, as visitors do, and finds them", async ({
		user,
	}) => {
		const named = await createUser({ name: "Jan", surname: "Horák" });
		await createRegistration({
			userId: named.id,
			accepted: true,
			isGuest: true,
			startNumber: "HC1",
			...pair,
		});
		await createRegistration({ userId: user.id, accepted: true, startNumber: "K2" });
		for (const as of [undefined, admin]) {
			const html = await page("/starting-list?q=nový", as);
			const rows = textsIn(html, "tbody tr");
			expect(rows).toHaveLength(1);
			expect(rows[0]).toContain("Jan Horák / Petr Nový");
			expect(rows[0]).toMatch(/SK\s+HC/);
		}
	});
});

const who = {
	...pair,
	licence: "CZ.FCL.4711",
	trailerPlate: "1AB 2345",
	secondPilotNation: "DE",
	secondPilotIgcId: "4711",
} as const;

describe("licence, plate and second pilot", () => {
	test("are stored and shown again, for the competitor and organisers alone, and stand in the file", async ({
		user,
	}) => {
		await app.post("/registration", enterForm(ids, who), { as: user });
		const entry = await entryOf(user);
		expect(entry).toMatchObject({ ...who, secondPilotIgcId: 4711 });
		for (const [path, as] of [
			["/registration", user],
			[`/registration/${entry?.id}`, admin],
		] as const) {
			const html = await page(path, as);
			for (const name of ["licence", "trailerPlate", "secondPilotIgcId"] as const)
				expect(valueIn(html, name)).toBe(who[name]);
		}
		const file = await (await app.get("/starting-list/export", { as: admin })).text();
		expect(file).toContain(",SK,CZ.FCL.4711,1AB 2345,Petr Nový,DE,4711");
		await db.update(registrations).set({ accepted: true });
		for (const path of ["/starting-list", "/api/starting-list"])
			expect(await page(path, undefined)).not.toContain("4711");
	});

	test("stay as they are when an older client sends the entry without them", async ({ user }) => {
		await app.post("/registration", enterForm(ids, who), { as: user });
		expect((await put(body({ aeroclub: "Jinde" }), user)).status).toBe(200);
		const path = `/api/registration/${(await entryOf(user))?.id}`;
		expect((await app.api("PUT", path, body({ phone: "+420 601 234 567" }), { as: admin })).status).toBe(200);
		expect(await entryOf(user)).toMatchObject({ aeroclub: "Aeroklub Hůrka", ...who, secondPilotIgcId: 4711 });
	});

	test("are asked for where the edition says so, of who knows the fields", async ({ user }) => {
		changeEdition({ asks: { nation: true, licence: true, trailerPlate: true } });
		const html = await page("/registration", user);
		for (const name of ["nation", "licence", "trailerPlate"])
			expect(elementsIn(html, `[name=${name}][required]`)).toHaveLength(1);
		const answer = await app.post("/registration", enterForm(ids, { nation: "CZ" }), { as: user });
		expect(answer.status).toBe(400);
		expect(elementsIn(await answer.text(), "[aria-invalid]").map((one) => one.getAttribute("name"))).toEqual([
			"licence",
			"trailerPlate",
		]);
		const client = await createUser();
		expect((await app.api("POST", "/api/registration", body(), { as: client })).status).toBe(201);
		expect((await put(body({ licence: "" }), client)).status).toBe(400);
		const entry = await entryOf(client);
		const amended = { ...entryForm(ids), version: "1", aeroclub: "Jinde" };
		expect((await app.post(`/registration/${entry?.id}`, amended, { as: admin })).status).toBe(303);
	});

	test.for([
		["licence", "x".repeat(41)],
		["trailerPlate", "x".repeat(17)],
		["secondPilotNation", "QQ"],
		["secondPilotIgcId", "-1"],
		["secondPilotIgcId", "abc"],
	] as const)("of a wrong %s are refused", async ([field, value], { user }) => {
		const answer = await app.post("/registration", enterForm(ids, { [field]: value }), { as: user });
		expect(answer.status).toBe(400);
		expect(await entryOf(user)).toBeUndefined();
	});
});
