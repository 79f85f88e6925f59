import { beforeAll, expect } from "vitest";
import { goodPassword, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { seedReference } from "~test/support/factories";
import { elementsIn } from "~test/support/html";
import { test } from "~test/support/world";

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

test("what comes back can be sent again after the login", async ({ user }) => {
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

test.each([
	["/protests/2025-07-15/club", "text", {}],
	["/registration/safety-card", "colours", {}],
	["/admin/operations?view=erasures", "objection", { erasure: crypto.randomUUID() }],
	["/grid", "reason", { intent: "scratch", pilot: crypto.randomUUID() }],
	["/admin/scoring/2025-07-15/club", "reason", { intent: "decide", decidedAt: "17" }],
])(
	"what was typed into %s (%s) comes back below its label, the rest of the form unseen",
	async (path, name, rest) => {
		const html = await (await app.post(path, { [name]: "A <word> typed", ...rest })).text();
		const fields = elementsIn(html, `form[action="${path}"] .field`);
		expect(fields.map((field) => field.querySelector("input")?.getAttribute("value"))).toEqual([
			"A <word> typed",
		]);
		expect(fields[0]?.querySelector("label")?.textContent).toMatch(/^[A-Z]/);
		const unseen = elementsIn(html, `form[action="${path}"] input[type="hidden"]`);
		expect(unseen.map((field) => field.getAttribute("name"))).toEqual(Object.keys(rest));
	},
);

test("a button pressed after the session has ended leads to the login, with no form to be sent again", async ({
	admin,
}) => {
	const fields = { intent: "flag", entry: crypto.randomUUID(), paid: "true" };
	const response = await app.post("/starting-list", fields);
	expect(response.status).toBe(401);
	expect(await response.text()).toContain('action="/login?redirectTo=%2Fstarting-list"');
	expect((await app.post("/starting-list", fields, { as: admin })).status).not.toBe(401);
});

test("the cookie of a session that has ended is cleared, so that pages come from the edge cache again", async ({
	user,
}) => {
	const headers = { Cookie: `token=${await app.token(user)}` };
	const later = createApp({ clock: "2025-05-01T10:59:00Z" });
	for (const path of ["/", "/registration", "/login"]) {
		expect((await app.get(path, { headers })).headers.getSetCookie(), path).toEqual([]);
		const [cleared, ...others] = (await later.get(path, { headers })).headers.getSetCookie();
		expect(cleared, path).toBe("token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
		expect(others, path).toEqual([]);
	}
});

test("a login with the cookie of a session that has ended sets the new one alone", async () => {
	const { email } = await signedUp(app);
	const later = createApp({ clock: "2025-05-01T10:59:00Z" });
	const headers = { Cookie: "token=expired" };
	const response = await later.post("/login", { email, password: goodPassword }, { headers });
	const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("token="));
	expect(cookies).toHaveLength(1);
	expect(cookies[0]).not.toContain("Max-Age=0");
});
