import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { attributeIn, elementsIn, labelIn, valueIn } from "~test/support/html";

test("a form sent while the database is off is answered 503 with everything typed, passwords apart", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	power.on = false;
	const app = createApp({ env: { DB_2025: binding } });
	const response = await app.post("/login?redirectTo=%2Fnews", {
		email: 'jana@example.com"><script>',
		password: "secret of mine",
	});
	expect(response.status).toBe(503);
	const html = await response.text();
	expect(html).toContain("jana@example.com&quot;&gt;&lt;script&gt;");
	expect(html).not.toContain("secret of mine");
	expect(html).toContain('action="/login?redirectTo=%2Fnews"');
});

test("a form that is given back names its fields in words and shows none that the form did not", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	power.on = false;
	const response = await createApp({ env: { DB_2025: binding } }).post("/registration", {
		phone: "600 111 222",
		note: "first line\nsecond line",
		version: "3",
	});
	const html = await response.text();
	expect(labelIn(html, "phone")).toBe("Telefon");
	expect(attributeIn(html, '[name="phone"]', "type")).toBe("text");
	expect(valueIn(html, "phone")).toBe("600 111 222");
	expect(valueIn(html, "note")).toMatch(/^first line\r?\nsecond line$/);
	expect(html).toContain('<input type="hidden" name="version" value="3">');
});

test("a form that is given back keeps what was chosen and ticked", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	power.on = false;
	const gliderType = "2ece838a-603e-84d5-8c8b-563cff35973b";
	const response = await createApp({ env: { DB_2025: binding } }).post("/news", { gliderType, email: "on" });
	const html = await response.text();
	expect(html).toContain(`<input type="hidden" name="gliderType" value="${gliderType}">`);
	expect(labelIn(html, "email")).toBe("Upozornit e-mailem");
	expect(elementsIn(html, 'input[type="checkbox"][name="email"][checked]')).toHaveLength(1);
});

test("a call of the API while the database is off is answered 503 with the number of the request", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	power.on = false;
	const response = await createApp({ env: { DB_2025: binding } }).api("GET", "/api/registration/form");
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ msg: "Server is unavailable.", id: expect.any(String) });
});
