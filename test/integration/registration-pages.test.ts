import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { entryFields } from "~/lib/entries/entry-schema";
import { registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { enterForm, entryBody, entryOf } from "~test/support/entries";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, textsIn, valueIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
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

	test("names what is wrong in the order of its fields", async () => {
		const faulty = enterForm(ids, { phone: "", competitionClass: "", gliderType: "", startNumber: "" });
		const html = await (await app.post("/registration", faulty, { as: await createUser() })).text();
		const links = elementsIn(html, "#entry .notice-danger a").map((link) => link.getAttribute("href"));
		expect(links).toEqual([
			"#entry-phone",
			"#entry-competitionClass",
			"#entry-gliderType",
			"#entry-startNumber",
		]);
	});

	test("has its fields in the order of the specification, the class before the gliders it decides on", async ({
		user,
	}) => {
		const html = await (await app.get("/registration", { as: user })).text();
		const fields = elementsIn(html, '#entry [id^="account-"], #entry [name]');
		const named = fields.map((field) => field.getAttribute("name") ?? field.id.replace("account-", ""));
		const names = named.filter((name) => !["formKey", "intent"].includes(name));
		expect(names).toEqual([
			"name",
			"surname",
			"email",
			"birthDate",
			"phone",
			"aeroclub",
			"region",
			"nation",
			"licence",
			"secondPilot",
			"secondPilotNation",
			"secondPilotIgcId",
			"competitionClass",
			"gliderType",
			"registrationNumber",
			"startNumber",
			"hasEngine",
			"logger",
			"trailerPlate",
			"accommodationType",
			"quantity",
			"meals",
			"note",
		]);
		// Nights are asked for where they cost something.
		const { nights: _, ...always } = entryFields;
		expect(names).toEqual(expect.arrayContaining(Object.keys(always)));
	});

	test("without a class there are no gliders; asking for another class keeps all that was typed", async ({
		user,
	}) => {
		const empty = await (await app.get("/registration", { as: user })).text();
		expect(elementsIn(empty, 'select[name="gliderType"][disabled]')).toHaveLength(1);
		const form = new FormData();
		// As browsers without scripts send it: the button of the class, and the hidden field behind it.
		form.append("intent", "change-class");
		const typed = enterForm(ids, { competitionClass: ids.kombi, intent: "enter", aeroclub: "Rozepsaný" });
		for (const [name, value] of Object.entries(typed)) form.append(name, value);
		const response = await app.post("/registration", form, { as: user, language: "cs" });
		expect(response.status).toBe(200);
		const html = await response.text();
		expect(valueIn(html, "aeroclub")).toBe("Rozepsaný");
		expect(valueIn(html, "competitionClass")).toBe(ids.kombi);
		expect(html).toContain(">Ventus 3 18\u00a0m (123,2)</option>");
		expect(html).not.toContain(">LS 4 (105,2)</option>");
		expect(html).not.toContain("field-error");
		expect(await entryOf(user)).toBeUndefined();
	});

	test("the form that comes back with the gliders of another class begins at them, any other one does not", async ({
		user,
	}) => {
		const focused = async (response: Response) =>
			elementsIn(await response.text(), "select[autofocus]").map((select) => select.getAttribute("name"));
		const asked = await app.post("/registration", enterForm(ids, { intent: "change-class" }), { as: user });
		expect(await focused(asked)).toEqual(["gliderType"]);
		const refused = await app.post("/registration", enterForm(ids, { phone: "" }), { as: user });
		expect(await focused(refused)).toEqual([]);
		expect(await focused(await app.get("/registration", { as: user }))).toEqual([]);
	});

	test("a good one makes the entry and says so", async ({ user }) => {
		const response = await app.post("/registration", enterForm(ids, { hasEngine: "on" }), { as: user });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/registration");
		expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
			"registration.submit.success",
		);
		expect(await entryOf(user)).toMatchObject({
			startNumber: "7K",
			hasEngine: true,
			quantity: 2,
			note: null,
		});
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
		await app.post("/registration", enterForm(ids, { registrationNumber: typed }), { as: user });
		expect((await entryOf(user))?.registrationNumber).toBe(stored);
		const other = await createUser();
		const body = entryBody(ids);
		const sent = { ...body, glider: { ...body.glider, registrationNumber: typed } };
		expect((await app.api("POST", "/api/registration", sent, { as: other })).status).toBe(201);
		expect((await entryOf(other))?.registrationNumber).toBe(stored);
	});

	test.each([
		["cs", "Startovní číslo 7K už má přijatá přihláška vaší třídy"],
		["en", "An accepted entry of your class already has the start number 7K"],
	] as const)(
		"a number that an accepted entry of the class has is told at once (%s)",
		async (language, words) => {
			const competitionClassId = ids.kombi;
			const user = await createUser();
			const form = enterForm(ids, { competitionClass: ids.kombi, gliderType: ids.kombiGlider });
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
		const values = [
			"Ota Ševčík",
			user.email,
			"17. 5. 1980",
			"Aeroklub Tiskový",
			"Morava",
			"Club",
			"Dva\nřádky",
		];
		for (const value of values) expect(words).toContain(value);
		expect(elementsIn(html, ".entry-sheet :is(input, select, button)")).toEqual([]);
		expect(words).not.toContain("Přihláška je kompletní");
	});

	test("what organisers decide is not read from it", async ({ user }) => {
		await app.post(
			"/registration",
			enterForm(ids, {
				accepted: "on",
				paid: "on",
				isReserve: "on",
				registrationCompleted: "on",
				igcId: "7",
			}),
			{ as: user },
		);
		expect(await entryOf(user)).toMatchObject({
			accepted: false,
			paid: false,
			isReserve: false,
			registrationCompleted: false,
			igcId: null,
		});
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
		// The same stands there when the competition is over.
		expect(paid).not.toContain("těšíme se");
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
