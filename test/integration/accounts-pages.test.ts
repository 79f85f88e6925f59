import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { revokedTokens, users } from "~db/schema";
import { cookiesOf, goodPassword, keepSignupOpen, newcomer, signedUp } from "~test/support/accounts";
import { type App, createApp } from "~test/support/app";
import { createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, textsIn } from "~test/support/html";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();

function logIn(fields: Record<string, string>, on: App = app, query = "") {
	return on.post(`/login${query}`, fields, { language: "en" });
}

describe("/login", () => {
	test("sets a session cookie that no script can read, says so, and goes home", async () => {
		const person = await signedUp(app);
		const response = await logIn({ email: person.email, password: goodPassword });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/");
		const { token, attributes, flash } = cookiesOf(response);
		expect(attributes).toBe("; Path=/; HttpOnly; SameSite=Lax");
		expect(flash).toEqual({ kind: "success", key: "login.success", values: {} });
		const page = await app.get("/user-profile", { headers: { Cookie: `token=${token}` } });
		expect(await page.text()).toContain(person.email);
	});

	test("goes on to the page that was asked for, if it is one of ours", async () => {
		const person = await signedUp(app);
		const fields = { email: person.email, password: goodPassword };
		const to = async (path: string) =>
			(await logIn(fields, app, `?redirectTo=${encodeURIComponent(path)}`)).headers.get("Location");
		expect(await to("/registration?step=2")).toBe("/registration?step=2");
		expect(await to("https://evil.example.com/")).toBe("/");
		expect(await to("//evil.example.com/")).toBe("/");
		expect(await to("/\\evil.example.com/")).toBe("/");
	});

	test("on a page for organisers offers no second account to somebody who has one", async () => {
		const links = async (as?: { id: string }) =>
			elementsIn(await (await app.get("/admin", { as })).text(), "main a").map((a) => a.getAttribute("href"));
		expect(await links()).toContainEqual(expect.stringMatching(/^\/signup/));
		expect(await links(await createUser())).toEqual([expect.stringMatching(/^\/password-reset/)]);
	});

	test("gives a mistake back with what was typed, the password apart", async () => {
		const { email } = newcomer();
		const response = await logIn({ email, password: "Vlečná 5 po větru" }, app, "?redirectTo=%2Figc");
		expect(response.status).toBe(400);
		const page = await response.text();
		expect(page).toContain("Invalid credentials");
		expect(page).toContain(`value="${email}"`);
		expect(page).not.toContain("Vlečná 5");
		expect(page).toContain('action="/login?redirectTo=%2Figc"');
		expect(cookiesOf(response).token).toBeUndefined();
	});

	test("minds no forwarded host", async () => {
		const fields = { email: newcomer().email, password: goodPassword };
		const headers = { "X-Forwarded-Host": "evil.example.com" };
		expect((await app.post("/login", fields, { headers })).status).toBe(400);
	});

	test("names the fields that are empty", async () => {
		const page = await (await logIn({ email: "", password: "" })).text();
		expect(page).toContain("Enter your email");
		expect(page).toContain("Enter the password");
	});

	test("shows a mistake to somebody who is logged in as well", async () => {
		const response = await app.post(
			"/login",
			{ email: newcomer().email, password: "x" },
			{ as: await createUser(), language: "en" },
		);
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("Invalid credentials");
	});

	test("sends those who are logged in on", async () => {
		const as = await createUser();
		expect((await app.get("/login", { as })).headers.get("Location")).toBe("/");
		expect((await app.get("/login?redirectTo=%2Figc", { as })).headers.get("Location")).toBe("/igc");
	});

	test("makes the account's mails follow the language of the page", async () => {
		const person = await signedUp(app);
		await logIn({ email: person.email, password: goodPassword });
		const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
		expect(row?.language).toBe("en");
	});

	test("works without scripts: its button is enabled and its form goes to the server", async () => {
		const page = await (await app.get("/login")).text();
		expect(elementsIn(page, 'form[method="post"]')).not.toHaveLength(0);
		expect(elementsIn(page, "button[disabled]")).toHaveLength(0);
	});
});

describe("/signup", () => {
	test("makes an account, logs in and leads to the entry form", async () => {
		const person = newcomer();
		const response = await app.post("/signup", person, { language: "en" });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/registration");
		const { token, flash } = cookiesOf(response);
		expect(flash).toMatchObject({ kind: "success", key: "signup.success" });
		expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
		const [row] = await db.select().from(users).where(eq(users.email, person.email));
		expect(row).toMatchObject({ name: "Hana", language: "en" });
	});

	test("reached from the entry form it leads back to it, also after a mistake and by way of the login", async () => {
		const entry = await (await app.get("/registration", { language: "en" })).text();
		const address = attributeIn(entry, 'main a[href^="/signup"]', "href") ?? "";
		expect(address).toBe("/signup?redirectTo=%2Fregistration");
		const page = await (await app.get(address, { language: "en" })).text();
		expect(attributeIn(page, 'main a[href^="/login"]', "href")).toBe("/login?redirectTo=%2Fregistration");
		expect(attributeIn(page, "form#signup", "action") ?? address).toBe(address);
		expect((await app.post(address, { ...newcomer(), surname: "" })).status).toBe(400);
		expect((await app.post(address, newcomer())).headers.get("Location")).toBe("/registration");
	});

	test("leads to no other site", async () => {
		const response = await app.post("/signup?redirectTo=https://evil.example.com/", newcomer());
		expect(response.headers.get("Location")).toBe("/registration");
	});

	test("sent several times at once by one form gives one account and a session each time", async () => {
		const fields = { ...newcomer(), formKey: crypto.randomUUID() };
		const responses = await Promise.all(Array.from({ length: 5 }, () => app.post("/signup", fields)));
		expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
		expect(responses.every((response) => cookiesOf(response).token)).toBe(true);
		expect(await db.$count(users, eq(users.email, fields.email))).toBe(1);
	});

	test("changed after it was sent is not taken for a repetition", async () => {
		const fields = { ...newcomer(), formKey: crypto.randomUUID() };
		await app.post("/signup", fields);
		const response = await app.post("/signup", { ...fields, surname: "Opravená" }, { language: "en" });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("User already exists");
	});

	test("gives nobody a session by a form's key alone", async () => {
		const fields = { ...newcomer(), formKey: crypto.randomUUID() };
		expect((await app.post("/signup", fields)).status).toBe(303);
		const response = await app.post("/signup", { ...fields, password: "Vlečná 5 po větru" });
		expect(response.status).toBe(400);
		expect(cookiesOf(response).token).toBeUndefined();
	});

	test("gives a mistake back with what was typed, the password apart", async () => {
		const person = { ...newcomer(), email: "hana", surname: "" };
		const response = await app.post("/signup", person, { language: "en" });
		expect(response.status).toBe(400);
		const page = await response.text();
		expect(page).toContain("Enter an email address");
		expect(page).toContain("Enter your surname");
		expect(page).toContain('value="Hana"');
		expect(page).not.toContain(goodPassword);
	});

	test("tells that an address has an account already, at its field", async () => {
		const person = await signedUp(app);
		const response = await app.post("/signup", { ...newcomer(), email: person.email }, { language: "en" });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("User already exists");
	});

	test("is closed with all its fields before signup opens, and says when that is", async () => {
		const early = createApp({ clock: "2025-02-28T12:00:00Z" });
		const page = await (await early.get("/signup", { language: "en" })).text();
		expect(page).toContain("Signup opens on 1\u00a0March\u00a02025, 12:00.");
		for (const name of ["name", "surname", "email", "password"]) {
			expect(elementsIn(page, `input[name="${name}"][disabled]`), name).toHaveLength(1);
		}
		expect(elementsIn(page, 'button[type="submit"][disabled]')).not.toHaveLength(0);
		const response = await early.post("/signup", newcomer(), { language: "en" });
		expect(response.status).toBe(403);
		expect(await response.text()).toContain("Signup is not open.");
	});

	test("says what one agrees to, in four points", async () => {
		const page = await (await app.get("/signup")).text();
		const list = elementsIn(page, "ul").find(({ previousElementSibling }) =>
			previousElementSibling?.textContent.includes("Založením účtu souhlasíte"),
		);
		expect(list && textsIn(list, "li")).toHaveLength(4);
	});
});

describe("/logout", () => {
	test.each(["get", "post"] as const)("by %s ends the session for good and goes home", async (way) => {
		const user = await createUser();
		const headers = { Cookie: `token=${await app.token(user)}` };
		const response =
			way === "get" ? await app.get("/logout", { headers }) : await app.post("/logout", {}, { headers });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/");
		expect(cookiesOf(response)).toMatchObject({
			token: "",
			flash: { kind: "success", key: "logout.success" },
		});
		expect((await app.get("/user-profile", { headers })).status).toBe(401);
	});

	test("by a page's timer comes with the message of an error, and leaves a session alone that has begun since", async () => {
		const at = (minutes: string) => createApp({ clock: `2025-07-14T10:${minutes}Z` });
		const headers = { Cookie: `token=${await at("00:00").token(await createUser())}` };
		const early = await at("57:00").get("/logout?forced", { headers });
		expect(early.headers.get("Location")).toBe("/");
		expect(early.headers.getSetCookie()).toEqual([]);
		const inTime = await at("58:30").get("/logout?forced", { headers });
		expect(cookiesOf(inTime)).toMatchObject({ token: "", flash: { kind: "error", key: "logout.success" } });
		expect((await at("58:40").get("/user-profile", { headers })).status).toBe(401);
	});

	test("leaves other sessions of the account alone", async ({ user }) => {
		const other = { Cookie: `token=${await app.token(user)}` };
		await app.get("/logout", { as: user });
		expect((await app.get("/user-profile", { headers: other })).status).toBe(200);
	});

	test("is refused when another site asks for it", async ({ user }) => {
		const headers = { Cookie: `token=${await app.token(user)}` };
		const crossSite = { ...headers, "Sec-Fetch-Site": "cross-site" };
		expect((await app.get("/logout", { headers: crossSite })).status).toBe(403);
		expect((await app.get("/user-profile", { headers })).status).toBe(200);
	});

	test("of nobody does no harm and leaves no trace", async () => {
		const before = await db.$count(revokedTokens);
		expect((await app.get("/logout")).status).toBe(303);
		expect((await app.get("/logout", { headers: { Cookie: "token=garbage" } })).status).toBe(303);
		expect(await db.$count(revokedTokens)).toBe(before);
	});

	test("is not done by HEAD", async ({ user }) => {
		const headers = { Cookie: `token=${await app.token(user)}` };
		await app.fetch(new Request(app.url("/logout"), { method: "HEAD", headers }));
		expect((await app.get("/user-profile", { headers })).status).toBe(200);
	});
});
