import { beforeAll, expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, seedReference } from "~test/support/factories";
import { elementsIn } from "~test/support/html";

const app = createApp({ clock: "2025-05-01T10:00:00Z" });

beforeAll(() => seedReference());

test("a form sent after the session has ended comes back with what was typed and a way to log in", async () => {
	const response = await app.post(
		"/registration",
		{ phone: "600 111 222", note: "<b>first</b>", version: "3" },
		{ language: "cs" },
	);
	expect(response.status).toBe(401);
	const html = await response.text();
	expect(html).toContain('<a class="button" href="/login?redirectTo=%2Fregistration" target="_blank">');
	expect(html).toContain('<form method="post" action="/registration">');
	expect(html).toContain('name="phone" value="600 111 222"');
	expect(html).toContain("&lt;b&gt;first");
	expect(html).toContain('<input type="hidden" name="version" value="3">');
	expect(html).toContain("Přihlaste se prosím");
});

test("what comes back can be sent again after the login", async () => {
	const user = await createUser();
	const typed = { name: "Jana", surname: "Málková", email: user.email };
	const refused = await (await app.post("/user-profile", typed)).text();
	const again = Object.fromEntries(
		elementsIn(refused, "input[name]").map((field) => [
			field.getAttribute("name") ?? "",
			field.getAttribute("value") ?? "",
		]),
	);
	expect(again).toEqual(typed);
	const saved = await app.post("/user-profile", again, { as: user });
	expect(saved.status).toBe(303);
});

test("a password is not given back", async () => {
	const html = await (
		await app.post("/change-password", { oldPassword: "my old secret", password: "my new secret" })
	).text();
	expect(html).not.toContain("my old secret");
	expect(html).not.toContain("my new secret");
});

test("a button pressed after the session has ended leads to the login, with no form to be sent again", async () => {
	const admin = await createAdmin();
	const fields = { intent: "flag", entry: crypto.randomUUID(), paid: "true" };
	const response = await app.post("/starting-list", fields);
	expect(response.status).toBe(401);
	expect(await response.text()).toContain('action="/login?redirectTo=%2Fstarting-list"');
	expect((await app.post("/starting-list", fields, { as: admin })).status).not.toBe(401);
});
