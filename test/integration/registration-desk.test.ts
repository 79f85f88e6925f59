import { describe, expect } from "vitest";
import { createApp } from "~test/support/app";
import { entryForm, entryOf } from "~test/support/entries";
import { createAdmin, createRegistration, createUser } from "~test/support/factories";
import { rowsIn, valueIn } from "~test/support/html";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
describe("the organisers' form", () => {
	test("adds what organisers decide and writes it", async ({ admin }) => {
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
		expect(await entryOf(user)).toMatchObject({ igcId: 1234, registrationCompleted: false, version: 2 });
	});

	test("shows the variable symbol of the payment", async ({ admin, entry }) => {
		const html = await (await app.get(`/registration/${entry.id}`, { as: admin, language: "cs" })).text();
		expect(html).toContain("Variabilní symbol");
		expect(html).toContain(`2025${String(entry.number).padStart(4, "0")}`);
	});

	test("the second of two editors sees both versions", async ({ admin }) => {
		const entry = await createRegistration({ version: 2, igcId: 5 });
		const form = { ...entryForm(ids), intent: "update", version: "1", igcId: "9" };
		const response = await app.post(`/registration/${entry.id}`, form, { as: admin, language: "en" });
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html).toContain("Somebody else has changed this in the meantime");
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

	test("an entry there is none of cannot be changed", async ({ admin }) => {
		const form = { ...entryForm(ids), intent: "update", version: "1" };
		expect((await app.post("/registration/nothing", form, { as: admin })).status).toBe(404);
	});
});
