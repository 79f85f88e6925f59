import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { formKeys, outbox, registrations } from "~db/schema";
import { editions } from "~editions/index";
import { createApp } from "~test/support/app";
import { entryBody, entryForm, idsOf } from "~test/support/entries";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { attributeIn, elementsIn, rowsIn, textsIn, valueIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
let ids: ReturnType<typeof idsOf>;

beforeAll(async () => {
	ids = idsOf(await seedReference());
});

const enterForm = (form: Record<string, string> = {}) => ({
	...entryForm(ids),
	intent: "enter",
	formKey: crypto.randomUUID(),
	...form,
});

async function rowOf(user: { readonly id: string }) {
	return (await db.select().from(registrations).where(eq(registrations.userId, user.id)))[0];
}

describe("the pilot's form", () => {
	test("shows the account's name and e-mail, which cannot be changed, and an empty first option", async () => {
		const user = await createUser({ name: "Ota", surname: "Ševčík" });
		const html = await (await app.get("/registration", { as: user, language: "en" })).text();
		expect(attributeIn(html, "input#account-surname[disabled]", "value")).toBe("Ševčík");
		expect(html).toContain(user.email);
		const first = textsIn(html, 'option[value=""]');
		expect(first).toEqual(
			expect.arrayContaining(["Region", "Glider type", "Competition class", "Accommodation"]),
		);
		expect(html).toContain(">Bohemia 1</option>");
		expect(html).toContain(">Club</option>");
		expect(html).toContain(">Camp site</option>");
		expect(html).not.toContain("registrationCompleted");
	});

	test("has its fields in the order of the specification, the class before the gliders it decides on", async () => {
		const user = await createUser();
		const html = await (await app.get("/registration", { as: user })).text();
		const fields = elementsIn(html, '#entry [id^="account-"], #entry [name]');
		const names = fields.map((field) => field.getAttribute("name") ?? field.id.replace("account-", ""));
		expect(names.filter((name) => !["formKey", "intent"].includes(name))).toEqual([
			"name",
			"surname",
			"email",
			"birthDate",
			"phone",
			"aeroclub",
			"region",
			"competitionClass",
			"gliderType",
			"registrationNumber",
			"startNumber",
			"hasEngine",
			"logger",
			"accommodationType",
			"quantity",
			"meals",
			"note",
		]);
	});

	test("without a class there are no gliders; asking for another class keeps all that was typed", async () => {
		const user = await createUser();
		const empty = await (await app.get("/registration", { as: user })).text();
		expect(elementsIn(empty, 'select[name="gliderType"][disabled]')).toHaveLength(1);
		const form = new FormData();
		// As browsers without scripts send it: the button of the class, and the hidden field behind it.
		form.append("intent", "change-class");
		const typed = enterForm({ competitionClass: ids.kombi, intent: "enter", aeroclub: "Rozepsaný" });
		for (const [name, value] of Object.entries(typed)) form.append(name, value);
		const response = await app.post("/registration", form, { as: user, language: "cs" });
		expect(response.status).toBe(200);
		const html = await response.text();
		expect(valueIn(html, "aeroclub")).toBe("Rozepsaný");
		expect(valueIn(html, "competitionClass")).toBe(ids.kombi);
		expect(html).toContain(">Ventus 3 18\u00a0m (123,2)</option>");
		expect(html).not.toContain(">LS 4 (105,2)</option>");
		expect(html).not.toContain("field-error");
		expect(await rowOf(user)).toBeUndefined();
	});

	test("the form that comes back with the gliders of another class begins at them, any other one does not", async () => {
		const user = await createUser();
		const focused = async (response: Response) =>
			elementsIn(await response.text(), "select[autofocus]").map((select) => select.getAttribute("name"));
		const asked = await app.post("/registration", enterForm({ intent: "change-class" }), { as: user });
		expect(await focused(asked)).toEqual(["gliderType"]);
		const refused = await app.post("/registration", enterForm({ phone: "" }), { as: user });
		expect(await focused(refused)).toEqual([]);
		expect(await focused(await app.get("/registration", { as: user }))).toEqual([]);
	});

	test("a good one makes the entry and says so", async () => {
		const user = await createUser();
		const response = await app.post("/registration", enterForm({ hasEngine: "on" }), { as: user });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/registration");
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			"registration.submit.success",
		);
		expect(await rowOf(user)).toMatchObject({ startNumber: "7K", hasEngine: true, quantity: 2, note: null });
		const html = await (await app.get("/registration", { as: user, language: "cs" })).text();
		expect(html).toContain("Přihláška čeká na přijetí – zatím neplaťte");
		expect(valueIn(html, "version")).toBe("1");
		expect(valueIn(html, "phone")).toBe("+420 601 234 567");
	});

	test.each([
		["ok 1234", "OK-1234"],
		["OK1234", "OK-1234"],
		["d - kxyz", "D-KXYZ"],
		["OK-1234", "OK-1234"],
		["9A 1234", "9A-1234"],
		["n123ab", "n123ab"],
		["bez imatrikulace", "bez imatrikulace"],
	])("a registration typed as %s is stored as %s, by the page and by the API", async (typed, stored) => {
		const user = await createUser();
		await app.post("/registration", enterForm({ registrationNumber: typed }), { as: user });
		expect((await rowOf(user))?.registrationNumber).toBe(stored);
		const other = await createUser();
		const body = entryBody(ids);
		const sent = { ...body, glider: { ...body.glider, registrationNumber: typed } };
		expect((await app.api("POST", "/api/registration", sent, { as: other })).status).toBe(201);
		expect((await rowOf(other))?.registrationNumber).toBe(stored);
	});

	test.each([
		["cs", "Startovní číslo 7K už má přijatá přihláška vaší třídy"],
		["en", "An accepted entry of your class already has the start number 7K"],
	] as const)(
		"a number that an accepted entry of the class has is told at once (%s)",
		async (language, words) => {
			const competitionClassId = ids.kombi;
			const user = await createUser();
			const form = enterForm({ competitionClass: ids.kombi, gliderType: ids.kombiGlider });
			expect((await app.post("/registration", form, { as: user })).status).toBe(303);
			const holder = await createRegistration({ competitionClassId, startNumber: "7 K", accepted: true });
			const shown = async () =>
				(await (await app.get("/registration", { as: user, language })).text()).replaceAll("\u00a0", " ");
			expect(await shown()).toContain(words);
			await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, holder.id));
			expect(await shown()).not.toContain(words);
			const otherClass = { accepted: true, competitionClassId: ids.club };
			await db.update(registrations).set(otherClass).where(eq(registrations.id, holder.id));
			expect(await shown()).not.toContain(words);
			await db.delete(registrations).where(eq(registrations.id, holder.id));
		},
	);

	test("prints the values under the competition's name", async () => {
		const user = await createUser({ name: "Ota", surname: "Ševčík" });
		await createRegistration({ userId: user.id, aeroclub: "Aeroklub Tiskový", note: "Dva\nřádky" });
		const html = await (await app.get("/registration", { as: user, language: "cs" })).text();
		const [sheet] = elementsIn(html, "section.entry-sheet");
		expect(textsIn(html, ".print-head")[0]).toMatch(/^Glider Cup 2025 Přihláška/);
		const words = sheet?.textContent.replaceAll("\u00a0", " ");
		for (const value of ["Ota Ševčík", user.email, "Aeroklub Tiskový", "Morava", "Club", "Dva\nřádky"]) {
			expect(words).toContain(value);
		}
		expect(elementsIn(html, ".entry-sheet :is(input, select, button)")).toEqual([]);
		expect(words).not.toContain("Přihláška je kompletní");
	});

	test("20 equal posts at once make one entry and get one answer", async () => {
		const user = await createUser();
		const form = enterForm();
		const posts = Array.from({ length: 20 }, () => app.post("/registration", form, { as: user }));
		const responses = await Promise.all(posts);
		expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
		expect(new Set(responses.map(({ headers }) => headers.get("Set-Cookie"))).size).toBe(1);
		expect(await db.$count(registrations, eq(registrations.userId, user.id))).toBe(1);
		expect(await db.$count(outbox, eq(outbox.userId, user.id))).toBe(1);
	});

	test("a second entry from another form is refused and what was typed is kept", async () => {
		const user = await createUser();
		await app.post("/registration", enterForm(), { as: user });
		const second = await app.post("/registration", enterForm({ aeroclub: "Druhý" }), {
			as: user,
			language: "cs",
		});
		expect(second.status).toBe(400);
		const html = await second.text();
		expect(html).toContain("Přihlášku už máte podanou.");
		expect(valueIn(html, "aeroclub")).toBe("Druhý");
		expect(await rowOf(user)).toMatchObject({ aeroclub: "Aeroklub Hůrka" });
	});

	test("a form that was changed after it had been sent is no repetition: what it says comes back", async () => {
		const user = await createUser();
		const form = enterForm();
		await app.post("/registration", form, { as: user });
		const changed = await app.post("/registration", { ...form, startNumber: "8K" }, { as: user });
		expect(changed.status).toBe(400);
		expect(valueIn(await changed.text(), "startNumber")).toBe("8K");
		expect((await app.post("/registration", form, { as: user })).status).toBe(303);
		expect(await rowOf(user)).toMatchObject({ startNumber: "7K", version: 1 });
	});

	test("the key of somebody else's form does not give their entry away", async () => {
		const [first, second] = [await createUser(), await createUser()];
		const form = enterForm();
		await app.post("/registration", form, { as: first });
		const response = await app.post("/registration", { ...form, startNumber: "S2" }, { as: second });
		expect(response.status).toBe(303);
		expect(await rowOf(second)).toMatchObject({ startNumber: "S2" });
		expect(await rowOf(first)).toMatchObject({ startNumber: "7K" });
		expect(await db.$count(formKeys, eq(formKeys.key, form.formKey))).toBe(1);
	});

	test("every complaint stands at its field, with all that was typed", async () => {
		const user = await createUser();
		const form = enterForm({
			phone: "abc",
			quantity: "two",
			startNumber: "",
			region: "nowhere",
			note: "n".repeat(2001),
		});
		const response = await app.post("/registration", form, { as: user, language: "cs" });
		expect(response.status).toBe(400);
		const html = await response.text();
		expect(html).toContain('id="entry-phone-error">Zadejte telefonní číslo');
		expect(html).toContain('id="entry-startNumber-error">Zadejte startovní číslo');
		expect(html).toContain('id="entry-quantity-error">Zadejte celé číslo');
		expect(html).toContain('id="entry-note-error">Použijte nejvýše 2000\u00a0znaků');
		expect(html).toContain('href="#entry-phone"');
		expect(valueIn(html, "phone")).toBe("abc");
		expect(valueIn(html, "aeroclub")).toBe("Aeroklub Hůrka");
		expect(valueIn(html, "gliderType")).toBe(ids.clubGlider);
		expect(await rowOf(user)).toBeUndefined();
	});

	test.each([
		["region", { region: "nowhere" }, "Vyberte jednu z možností"],
		["gliderType", { gliderType: "nothing" }, "Vyberte jednu z možností"],
		["accommodationType", { accommodationType: "nowhere" }, "Vyberte jednu z možností"],
		["birthDate", { birthDate: "2025-04-03" }, "Zadejte datum narození"],
	])("what only the database knows is told at its field: %s", async (field, values, text) => {
		const user = await createUser();
		const response = await app.post("/registration", enterForm(values), { as: user, language: "cs" });
		expect(response.status).toBe(400);
		const html = (await response.text()).replaceAll("\u00a0", " ");
		expect(html).toContain(`id="entry-${field}-error">${text}`);
	});

	test("a glider of another class is told at the glider", async () => {
		const user = await createUser();
		const response = await app.post("/registration", enterForm({ gliderType: ids.kombiGlider }), {
			as: user,
		});
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('id="entry-gliderType-error"');
	});

	test("what organisers decide is not read from it", async () => {
		const user = await createUser();
		await app.post(
			"/registration",
			enterForm({ accepted: "on", paid: "on", isReserve: "on", registrationCompleted: "on", igcId: "7" }),
			{ as: user },
		);
		expect(await rowOf(user)).toMatchObject({
			accepted: false,
			paid: false,
			isReserve: false,
			registrationCompleted: false,
			igcId: null,
		});
	});

	test("a stale version is refused with both versions shown, and can then be sent again", async () => {
		const user = await createUser();
		await createRegistration({ userId: user.id, version: 4, aeroclub: "Aeroklub Uložený" });
		const form = { ...entryForm(ids), intent: "update", version: "3", aeroclub: "Aeroklub Můj" };
		const response = await app.post("/registration", form, { as: user, language: "cs" });
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html).toContain("Přihlášku mezitím změnil někdo jiný");
		expect(html).toMatch(/Aeroklub Můj.*Aeroklub Uložený/s);
		expect(valueIn(html, "aeroclub")).toBe("Aeroklub Můj");
		const version = valueIn(html, "version") ?? "";
		expect(version).toBe("4");
		expect((await app.post("/registration", { ...form, version }, { as: user })).status).toBe(303);
		expect(await rowOf(user)).toMatchObject({ aeroclub: "Aeroklub Můj", version: 5 });
	});

	test("says what comes next, and how to pay once the entry is accepted", async () => {
		const user = await createUser({ surname: "Ševčík" });
		const entry = await createRegistration({ userId: user.id });
		const shown = async (flags: object) => {
			await db.update(registrations).set(flags).where(eq(registrations.id, entry.id));
			return (await (await app.get("/registration", { as: user, language: "cs" })).text()).replaceAll(
				"\u00a0",
				" ",
			);
		};
		const iban = testEdition.payment?.iban.replace(/.{4}(?=.)/g, "$& ");
		const amount = testEdition.payment?.amount.toLocaleString("cs").replaceAll("\u00a0", " ");
		const waiting = await shown({ accepted: false });
		expect(waiting).toContain("zatím neplaťte");
		expect(waiting).not.toContain(iban);
		const toPay = await shown({ accepted: true });
		expect(toPay).toContain(iban);
		expect(toPay).toContain(`2025${String(entry.number).padStart(4, "0")}`);
		expect(toPay).toContain(`${amount} Kč`);
		expect(toPay).toContain('src="data:image/svg+xml,');
		const paid = await shown({ paid: true });
		expect(paid).toContain("přijata a zaplacena");
		expect(paid).not.toContain(iban);
		const reserve = await shown({ paid: false, isReserve: true });
		expect(reserve).toContain("Jste náhradník, 1. v pořadí");
		expect(reserve).not.toContain(iban);
		await createRegistration({
			accepted: true,
			isReserve: true,
			createdAt: new Date("2025-03-01T12:00:00Z"),
		});
		expect(await shown({ isReserve: true })).toContain("Jste náhradník, 2. v pořadí");
	});

	test("closes where the edition sets a time, for the page and for the API", async () => {
		const edition = editions.find(({ year }) => year === 2025);
		if (!edition) throw new Error("no edition");
		edition.entriesUntil = "2025-04-01T12:00:00+02:00";
		try {
			const user = await createUser();
			const page = await app.get("/registration", { as: user, language: "cs" });
			expect(await page.text()).toContain("Přihlášky už nelze měnit.");
			expect((await app.post("/registration", enterForm(), { as: user })).status).toBe(403);
			expect(await rowOf(user)).toBeUndefined();
			const own = await createRegistration();
			const admin = await createAdmin();
			const form = { ...entryForm(ids), intent: "update", version: "1" };
			expect((await app.post(`/registration/${own.id}`, form, { as: admin })).status).toBe(303);
		} finally {
			delete edition.entriesUntil;
		}
	});

	test.each([
		["another content type", "text/plain", 415],
		["more than 64 kB", "application/x-www-form-urlencoded", 413],
	])("a body of %s is refused", async (_what, type, status) => {
		const user = await createUser();
		const request = new Request(app.url("/registration"), {
			method: "POST",
			headers: { "Content-Type": type, Cookie: `token=${await app.token(user)}` },
			body: `note=${"n".repeat(70_000)}`,
		});
		expect((await app.fetch(request)).status).toBe(status);
	});
});

describe("the organisers' form", () => {
	test("adds what organisers decide and writes it", async () => {
		const admin = await createAdmin();
		const user = await createUser({ name: "Ota", surname: "Ševčík" });
		const entry = await createRegistration({ userId: user.id, registrationCompleted: true, igcId: 12 });
		const page = await app.get(`/registration/${entry.id}`, { as: admin });
		const html = await page.text();
		expect(html).toContain("Ota");
		expect(valueIn(html, "igcId")).toBe("12");
		expect(html).toMatch(
			/name="registrationCompleted"[^>]*checked=""|checked=""[^>]*name="registrationCompleted"/,
		);
		const form = { ...entryForm(ids), intent: "update", version: "1", igcId: "1234" };
		const response = await app.post(`/registration/${entry.id}`, form, { as: admin });
		expect(response.status).toBe(303);
		expect(await rowOf(user)).toMatchObject({ igcId: 1234, registrationCompleted: false, version: 2 });
	});

	test("shows the variable symbol of the payment", async () => {
		const admin = await createAdmin();
		const entry = await createRegistration();
		const html = await (await app.get(`/registration/${entry.id}`, { as: admin, language: "cs" })).text();
		expect(html).toContain("Variabilní symbol");
		expect(html).toContain(`2025${String(entry.number).padStart(4, "0")}`);
	});

	test("the second of two editors sees both versions", async () => {
		const admin = await createAdmin();
		const entry = await createRegistration({ version: 2, igcId: 5 });
		const form = { ...entryForm(ids), intent: "update", version: "1", igcId: "9" };
		const response = await app.post(`/registration/${entry.id}`, form, { as: admin, language: "en" });
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html).toContain("Somebody else has changed the entry in the meantime");
		expect(rowsIn(html)).toContainEqual(["IGC ranking list number", "9", "5"]);
	});

	test.each([
		["igcId", { igcId: "many" }],
		["phone", { phone: "1" }],
		["gliderType", { gliderType: "nothing" }],
	])("a bad %s is told at its field", async (field, values) => {
		const admin = await createAdmin();
		const entry = await createRegistration();
		const form = { ...entryForm(ids), intent: "update", version: "1", ...values };
		const response = await app.post(`/registration/${entry.id}`, form, { as: admin });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain(`id="entry-${field}-error"`);
	});

	test("an entry there is none of cannot be changed", async () => {
		const admin = await createAdmin();
		const form = { ...entryForm(ids), intent: "update", version: "1" };
		expect((await app.post("/registration/nothing", form, { as: admin })).status).toBe(404);
	});
});
