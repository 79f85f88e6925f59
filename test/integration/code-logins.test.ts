import { beforeAll, describe, expect, test } from "vitest";
import { goodPassword, mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createBrowser } from "~test/support/browser";
import { seedReference } from "~test/support/factories";
import { sourceOf } from "~test/support/html";
import { actionsOf, createOrganiserWithFactor, later, noon, sendPassword } from "~test/support/second-factor";

/*
 * The login of organisers with a second factor, by page and by API: codes that are used, wrong or late.
 */

const app = createApp({ clock: noon });
const at = (seconds: number) => createApp({ clock: later(seconds) });

beforeAll(() => seedReference());

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

	test("makes wrong codes wait, from any sender", async () => {
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
			msg: "A code of the second factor is missing: send it as code, or behind the password after a space.",
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
