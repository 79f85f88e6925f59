import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { formKeys, outbox, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { enterForm, entryForm, entryOf } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { valueIn } from "~test/support/html";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
describe("the pilot's form, sent again, with mistakes or too late", () => {
	test("20 equal posts at once make one entry and get one answer", async ({ user }) => {
		const form = enterForm(ids);
		const posts = Array.from({ length: 20 }, () => app.post("/registration", form, { as: user }));
		const responses = await Promise.all(posts);
		expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
		expect(new Set(responses.map(({ headers }) => headers.get("Set-Cookie"))).size).toBe(1);
		expect(await db.$count(registrations, eq(registrations.userId, user.id))).toBe(1);
		expect(await db.$count(outbox, eq(outbox.userId, user.id))).toBe(1);
	});

	test("a second entry from another form is refused and what was typed is kept", async ({ user }) => {
		await app.post("/registration", enterForm(ids), { as: user });
		const second = await app.post("/registration", enterForm(ids, { aeroclub: "Druhý" }), {
			as: user,
			language: "cs",
		});
		expect(second.status).toBe(400);
		const html = await second.text();
		expect(html).toContain("Přihlášku už máte podanou.");
		expect(valueIn(html, "aeroclub")).toBe("Druhý");
		expect(await entryOf(user)).toMatchObject({ aeroclub: "Aeroklub Hůrka" });
	});

	test("a form that was changed after it had been sent is no repetition: what it says comes back", async ({
		user,
	}) => {
		const form = enterForm(ids);
		await app.post("/registration", form, { as: user });
		const changed = await app.post("/registration", { ...form, startNumber: "8K" }, { as: user });
		expect(changed.status).toBe(400);
		expect(valueIn(await changed.text(), "startNumber")).toBe("8K");
		expect((await app.post("/registration", form, { as: user })).status).toBe(303);
		expect(await entryOf(user)).toMatchObject({ startNumber: "7K", version: 1 });
	});

	test("the key of somebody else's form does not give their entry away", async () => {
		const [first, second] = [await createUser(), await createUser()];
		const form = enterForm(ids);
		await app.post("/registration", form, { as: first });
		const response = await app.post("/registration", { ...form, startNumber: "S2" }, { as: second });
		expect(response.status).toBe(303);
		expect(await entryOf(second)).toMatchObject({ startNumber: "S2" });
		expect(await entryOf(first)).toMatchObject({ startNumber: "7K" });
		expect(await db.$count(formKeys, eq(formKeys.key, form.formKey))).toBe(1);
	});

	test("every complaint stands at its field, with all that was typed", async ({ user }) => {
		const form = enterForm(ids, {
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
		expect(await entryOf(user)).toBeUndefined();
	});

	test.each([
		["region", { region: "nowhere" }, "Vyberte jednu z možností"],
		["gliderType", { gliderType: "nothing" }, "Vyberte jednu z možností"],
		["accommodationType", { accommodationType: "nowhere" }, "Vyberte jednu z možností"],
		["birthDate", { birthDate: "2025-04-03" }, "Zadejte datum narození"],
	])("what only the database knows is told at its field: %s", async (field, values, text) => {
		const user = await createUser();
		const response = await app.post("/registration", enterForm(ids, values), { as: user, language: "cs" });
		expect(response.status).toBe(400);
		const html = (await response.text()).replaceAll("\u00a0", " ");
		expect(html).toContain(`id="entry-${field}-error">${text}`);
	});

	test("a glider of another class is told at the glider", async ({ user }) => {
		const response = await app.post("/registration", enterForm(ids, { gliderType: ids.kombiGlider }), {
			as: user,
		});
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('id="entry-gliderType-error"');
	});

	test("a stale version is refused with both versions shown, and can then be sent again", async ({
		user,
	}) => {
		await createRegistration({ userId: user.id, version: 4, aeroclub: "Aeroklub Uložený" });
		const form = { ...entryForm(ids), intent: "update", version: "3", aeroclub: "Aeroklub Můj" };
		const response = await app.post("/registration", form, { as: user, language: "cs" });
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html.match(/mezitím změnil/g)).toHaveLength(1);
		expect(html.match(/neuloži|nepodařilo uložit/g)).toHaveLength(1);
		expect(html).toMatch(/Aeroklub Můj.*Aeroklub Uložený/s);
		expect(valueIn(html, "aeroclub")).toBe("Aeroklub Můj");
		const version = valueIn(html, "version") ?? "";
		expect(version).toBe("4");
		expect((await app.post("/registration", { ...form, version }, { as: user })).status).toBe(303);
		expect(await entryOf(user)).toMatchObject({ aeroclub: "Aeroklub Můj", version: 5 });
	});

	test("closes where the edition sets a time, for the page and for the API", async () => {
		changeEdition({ entriesUntil: "2025-04-01T12:00:00+02:00" });
		const user = await createUser();
		const page = await app.get("/registration", { as: user, language: "cs" });
		expect(await page.text()).toContain("Přihlášky už nelze podat ani měnit.");
		expect((await app.post("/registration", enterForm(ids), { as: user })).status).toBe(403);
		expect(await entryOf(user)).toBeUndefined();
		const own = await createRegistration();
		const admin = await createAdmin();
		const form = { ...entryForm(ids), intent: "update", version: "1" };
		expect((await app.post(`/registration/${own.id}`, form, { as: admin })).status).toBe(303);
	});
});
