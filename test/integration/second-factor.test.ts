import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, recoveryCodes, secondFactors } from "~db/schema";
import { goodPassword, mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { createBrowser } from "~test/support/browser";
import { createUser, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import {
	createOrganiser,
	createOrganiserWithFactor,
	secretOn,
	sendPassword,
} from "~test/support/second-factor";
import { testEdition } from "~test/support/test-edition";

/*
 * The second factor of organisers: set-up, login by page and by API, codes that are used, wrong or late, and the way back.
 */

const noon = "2025-07-12T12:00:00Z";
const later = (seconds: number, from = noon) => new Date(Date.parse(from) + seconds * 1000).toISOString();
const app = createApp({ clock: noon });
const at = (seconds: number) => createApp({ clock: later(seconds) });
const db = databaseOf();

beforeAll(() => seedReference());

const actionsOf = async (userId: string) => {
	const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, userId));
	return rows.map(({ action }) => action);
};

describe("setting it up", () => {
	test("shows one secret as text and as a picture until its first code has come", async () => {
		const browser = createBrowser();
		await sendPassword(browser, app, await createOrganiser());
		const page = await browser.get(app, "/second-factor");
		const [picture] = elementsIn(await sourceOf(page.clone()), "main img");
		expect(picture?.getAttribute("src")).toMatch(/^data:image\/svg\+xml,/);
		const secret = await secretOn(page);
		expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
		const refused = await browser.post(app, "/second-factor", { code: "000000" });
		expect(refused.status).toBe(400);
		expect(await sourceOf(refused)).toContain(secret);
	});

	test("gives ten codes once, ends the other sessions, tells the owner and stores no secret", async () => {
		const organiser = await createOrganiser();
		const [browser, other] = [createBrowser(), createBrowser()];
		await sendPassword(browser, app, organiser);
		await sendPassword(other, app, organiser);
		const secret = await secretOn(await browser.get(app, "/second-factor"));
		const page = await browser.post(app, "/second-factor", {
			code: await createAuthenticator(secret).codeAt(noon),
		});
		const codes = elementsIn(await sourceOf(page), "code").map(({ textContent }) => textContent);
		expect(new Set(codes).size).toBe(10);
		for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
		expect((await browser.get(app, "/admin")).status).toBe(200);
		expect((await other.get(app, "/admin")).status).toBe(401);
		const stored = JSON.stringify([
			await db.select().from(secondFactors),
			await db.select().from(recoveryCodes),
		]);
		for (const text of [secret, secret.replaceAll(" ", ""), ...codes]) expect(stored).not.toContain(text);
		const profile = await sourceOf(await browser.get(app, "/user-profile"));
		for (const text of [secret, ...codes]) expect(profile).not.toContain(text);
		expect((await mailsTo(organiser.email)).map(({ subject }) => subject)).toEqual([
			`Dvoufázové přihlášení nastaveno – ${testEdition.title}`,
		]);
		expect(await actionsOf(organiser.id)).toContain("account.second-factor");
	});

	test("on another phone needs a recent code and takes the place of the first", async () => {
		const { organiser, browser, authenticator, codes } = await createOrganiserWithFactor(app, noon);
		const late = at(20 * 60);
		expect((await browser.get(late, "/second-factor")).headers.get("Location")).toBe(
			"/confirm?redirectTo=%2Fsecond-factor",
		);
		const secret = await secretOn(await browser.get(at(60), "/second-factor"));
		const code = await createAuthenticator(secret).codeAt(later(60));
		expect((await browser.post(at(60), "/second-factor", { code })).status).toBe(200);
		const stranger = createBrowser();
		await sendPassword(stranger, at(120), organiser);
		for (const old of [await authenticator.codeAt(later(120)), codes[0] ?? ""]) {
			expect((await stranger.post(at(120), "/login/code", { code: old })).status).toBe(400);
		}
		const fresh = await createAuthenticator(secret).codeAt(later(120));
		expect((await stranger.post(at(120), "/login/code", { code: fresh })).status).toBe(303);
	});

	test("is for organisers", async () => {
		const competitor = await createUser();
		expect((await app.get("/second-factor", { as: competitor })).status).toBe(403);
		expect((await app.get("/second-factor")).headers.get("Location")).toMatch(/^\/login/);
	});
});

describe("a login by page", () => {
	test("gets nothing by the password alone, and everything by the code behind it", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const browser = createBrowser();
		const first = await sendPassword(browser, at(60), organiser, "/admin");
		expect(first.headers.get("Location")).toBe("/login/code?redirectTo=%2Fadmin");
		expect(browser.cookie("token")).toBeUndefined();
		expect((await browser.get(at(60), "/admin")).status).toBe(401);
		expect((await browser.get(at(60), "/second-factor")).headers.get("Location")).toMatch(/^\/login\?/);

		const typed = (await authenticator.codeAt(later(60))).replace(/^(...)/, "$1 ");
		const second = await browser.post(at(60), "/login/code?redirectTo=%2Fadmin", { code: ` ${typed} ` });
		expect(second.headers.get("Location")).toBe("/admin");
		expect((await browser.get(at(60), "/admin")).status).toBe(200);
	});

	test("takes the token of its first step for no session", async () => {
		const { organiser } = await createOrganiserWithFactor(app, noon);
		const browser = createBrowser();
		await sendPassword(browser, at(60), organiser);
		const step = browser.cookie("login-step") ?? "";
		expect(step).not.toBe("");
		browser.setCookie("token", step);
		expect((await browser.get(at(60), "/user-profile")).status).toBe(401);
		const headers = { Authorization: `Bearer ${step}` };
		expect((await at(60).api("GET", "/api/auth/user", undefined, { headers })).status).toBe(401);
	});

	test("takes no token that a password alone could have begun", async () => {
		const { organiser } = await createOrganiserWithFactor(app, noon);
		const as = { ...organiser, tokenVersion: 2 };
		expect((await app.get("/user-profile", { as })).status).toBe(401);
		expect((await app.api("GET", "/api/auth/user", undefined, { as })).status).toBe(401);
	});

	test("refuses a code that was used, also by requests at once", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const code = await authenticator.codeAt(later(60));
		const browsers = [createBrowser(), createBrowser(), createBrowser()];
		for (const browser of browsers) await sendPassword(browser, at(60), organiser);
		const sent = await Promise.all(browsers.map((one) => one.post(at(60), "/login/code", { code })));
		expect(sent.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
		const again = createBrowser();
		await sendPassword(again, at(60), organiser);
		expect((await again.post(at(60), "/login/code", { code })).status).toBe(400);
	});

	test("takes a clock that is off by half a minute, and says so of one off by minutes", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const browser = createBrowser();
		await sendPassword(browser, at(300), organiser);
		const wrong = await browser.post(at(300), "/login/code", {
			code: await authenticator.codeAt(later(120)),
		});
		expect(wrong.status).toBe(400);
		expect(await wrong.text()).toContain("Zkontrolujte, zda telefonu jdou správně hodiny");
		const off = await browser.post(at(300), "/login/code", { code: await authenticator.codeAt(later(270)) });
		expect(off.status).toBe(303);
	});

	test("takes a recovery code once, and tells the owner", async () => {
		const { organiser, codes } = await createOrganiserWithFactor(app, noon);
		const [code = ""] = codes;
		const typed = code.toLowerCase().replaceAll("-", " ");
		const browser = createBrowser();
		await sendPassword(browser, at(60), organiser);
		expect((await browser.get(at(60), "/login/code?recovery")).status).toBe(200);
		expect((await browser.post(at(60), "/login/code", { code: typed })).status).toBe(303);
		expect(await sourceOf(await browser.get(at(60), "/user-profile"))).toContain("Zbývá 9 záložních kódů");
		const again = createBrowser();
		await sendPassword(again, at(60), organiser);
		expect((await again.post(at(60), "/login/code", { code })).status).toBe(400);
		expect((await mailsTo(organiser.email))[0]?.subject).toMatch(/^Použit záložní kód/);
		expect(await actionsOf(organiser.id)).toContain("account.recovery-code");
	});

	test("makes wrong codes wait, whoever sends them", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const stranger = createBrowser();
		await sendPassword(stranger, at(60), organiser);
		const sent = [];
		for (let count = 0; count < 6; count += 1) {
			sent.push((await stranger.post(at(60), "/login/code", { code: "000000" })).status);
		}
		expect(sent).toEqual([400, 400, 400, 400, 400, 429]);
		const code = await authenticator.codeAt(later(60));
		const refused = await stranger.post(at(60), "/login/code", { code });
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	});

	test("has ten minutes for the second step", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const browser = createBrowser();
		await sendPassword(browser, at(60), organiser);
		const code = await authenticator.codeAt(later(700));
		const late = await browser.post(at(700), "/login/code", { code });
		expect(late.headers.get("Location")).toMatch(/^\/login\?/);
		expect((await browser.get(at(700), "/login/code")).headers.get("Location")).toMatch(/^\/login\?/);
	});
});

describe("a login by API", () => {
	const login = (seconds: number, body: Record<string, string>) => at(seconds).api("POST", "/api/auth", body);

	test("needs the code, by itself or behind the password", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const { email } = organiser;
		const alone = await login(60, { email, password: goodPassword });
		expect(alone.status).toBe(400);
		expect(await alone.json()).toEqual({
			msg: "A code of the second factor is missing: send it as code, or behind the password after a space",
		});
		const code = await authenticator.codeAt(later(60));
		const byField = await login(60, { email, password: goodPassword, code });
		expect(byField.status).toBe(200);
		expect(await byField.json()).toMatchObject({ user: { email, admin: true } });
		expect((await login(60, { email, password: `${goodPassword} ${code}` })).status).toBe(400);

		const next = await authenticator.codeAt(later(120));
		const behind = await login(120, { email, password: `${goodPassword} ${next}` });
		expect(behind.status).toBe(200);
		const { token } = await behind.json<{ token: string }>();
		// Not asked again.
		const headers = { Authorization: `Bearer ${token}` };
		expect((await at(40 * 60).api("GET", "/api/users", undefined, { headers })).status).toBe(200);
		expect((await at(40 * 60).api("GET", "/api/starting-list/export", undefined, { headers })).status).toBe(
			200,
		);
	});

	test("refuses a wrong password with a right code, and a right password with a wrong code", async () => {
		const { organiser, authenticator } = await createOrganiserWithFactor(app, noon);
		const { email } = organiser;
		const code = await authenticator.codeAt(later(60));
		const wrong = await login(60, { email, password: `${goodPassword}x ${code}` });
		expect(await wrong.json()).toEqual({ msg: "Invalid credentials" });
		const wrongCode = await login(60, { email, password: `${goodPassword} 000000` });
		expect(wrongCode.status).toBe(400);
		expect(await wrongCode.json()).toMatchObject({ errors: { code: "server.code-wrong" } });
	});

	test("leaves a password alone that ends like a code", async () => {
		const person = { name: "Hana", surname: "Větrovská", email: "hana.123456@example.com" };
		const password = "Vlečná po větru 123456";
		const spring = createApp({ clock: "2025-05-01T10:00:00Z" });
		expect((await spring.api("POST", "/api/users", { ...person, password })).status).toBe(201);
		expect((await spring.api("POST", "/api/auth", { email: person.email, password })).status).toBe(200);
	});
});

describe("in production", () => {
	const host = `${testEdition.year}.glidercup.example`;
	const production = createApp({ env: { MODE: "production" }, host });

	test("an organiser sets a second factor up at the first login, and can do nothing before", async () => {
		const organiser = await createOrganiser();
		const browser = createBrowser();
		const first = await sendPassword(browser, production, organiser, "/admin");
		expect(first.headers.get("Location")).toBe("/second-factor?redirectTo=%2Fadmin");
		expect(browser.cookie("token")).toBeUndefined();
		for (const path of ["/admin", "/user-profile", "/starting-list/export"]) {
			expect((await browser.get(production, path)).status, path).toBe(401);
		}
		const page = await browser.get(production, "/second-factor?redirectTo=%2Fadmin");
		const authenticator = createAuthenticator(await secretOn(page));
		const code = await authenticator.codeAt(new Date());
		const set = await browser.post(production, "/second-factor?redirectTo=%2Fadmin", { code });
		expect(elementsIn(await sourceOf(set), "main a.button-primary")[0]?.getAttribute("href")).toBe("/admin");
		expect((await browser.get(production, "/admin")).status).toBe(200);
		const cookies = set.headers.getSetCookie().join("\n");
		expect(cookies).toMatch(/^__Host-token=.*; HttpOnly; SameSite=Lax; Secure$/m);
		expect(cookies).toMatch(/^__Secure-device=.*; Path=\/login; HttpOnly;.*; Secure$/m);
	});

	test("the API gives an organiser without one no right", async () => {
		const { email, id } = await createOrganiser();
		const login = await production.api("POST", "/api/auth", { email, password: goodPassword });
		expect(login.status).toBe(200);
		const { token, user } = await login.json<{ token: string; user: { admin: boolean } }>();
		expect(user).toMatchObject({ id, admin: false });
		const headers = { Authorization: `Bearer ${token}` };
		expect(
			await (await production.api("GET", "/api/auth/user", undefined, { headers })).json(),
		).toMatchObject({
			admin: false,
		});
		expect((await production.api("GET", "/api/users", undefined, { headers })).status).toBe(403);
		const page = await production.get("/admin", { headers: { Cookie: `__Host-token=${token}` } });
		expect(page.status).toBe(403);
	});

	test("competitors need none", async () => {
		const { passwordHash } = await createOrganiser();
		const { email } = await createUser({ passwordHash });
		const browser = createBrowser();
		const login = await browser.post(production, "/login", { email, password: goodPassword });
		expect(login.headers.get("Location")).toBe("/");
		expect((await browser.get(production, "/user-profile")).status).toBe(200);
	});
});
