import { beforeAll, describe, expect, test } from "vitest";
import { recoveryCodes, secondFactors } from "~db/schema";
import { goodPassword, mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { createBrowser } from "~test/support/browser";
import { createUser, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import {
	actionsOf,
	createOrganiser,
	createOrganiserWithFactor,
	later,
	noon,
	secretOn,
	sendPassword,
} from "~test/support/second-factor";
import { testEdition } from "~test/support/test-edition";

/*
 * The second factor of organisers: set-up, and the first login in production. Logins with one stand in code-logins.test.ts.
 */

const app = createApp({ clock: noon });
const at = (seconds: number) => createApp({ clock: later(seconds) });
const db = databaseOf();

beforeAll(() => seedReference());

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
		const codes = await sourceOf(set);
		expect(elementsIn(codes, "main a.button-primary")[0]?.getAttribute("href")).toBe("/admin");
		expect(codes, "the bar is that of the account").toContain("account-name");
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
