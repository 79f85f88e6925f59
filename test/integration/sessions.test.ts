import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, news, outbox, sessions, throttles, users } from "~db/schema";
import { goodPassword } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { type Browser, createBrowser } from "~test/support/browser";
import { databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import { createOrganiser, createOrganiserWithFactor, sendPassword } from "~test/support/second-factor";

/*
 * The sessions of an organiser: a recent code for what cannot be undone, the list from which each can be ended, and the browser that a
 * flood of wrong passwords does not lock out.
 */

const noon = "2025-07-12T12:00:00Z";
const later = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString();
const app = createApp({ clock: noon });
const soon = createApp({ clock: later(14) });
const late = createApp({ clock: later(16) });
const db = databaseOf();

beforeAll(() => seedReference());

describe("16 minutes after the code", () => {
	const message = { to: "everybody", subject: "Zítra", body: "Briefing bude v osm", step: "send" };
	const reads = [["/user-profile/erase", "/user-profile/erase"]] as const;
	const files = [
		["/starting-list/export", "/starting-list"],
		["/starting-list/export/seeyou/nothing", "/starting-list"],
	] as const;
	const desk = "/admin/tasks/2025-07-14/18_meter";
	const forms = [
		["/users", message, "/users"],
		["/starting-list?view=owing", { intent: "remind" }, "/starting-list?view=owing"],
		["/news", { title: "Zítra", body: "Briefing bude v osm", email: "on", formKey: "zitra" }, "/news"],
		["/user-profile/erase", { password: goodPassword }, "/user-profile/erase"],
		["/user-profile/data", {}, "/user-profile"],
		["/igc/archive", { day: "nothing" }, "/igc"],
		[desk, { intent: "publish", id: "nothing", revision: "1" }, desk],
	] as const;
	const confirm = (returnTo: string) => `/confirm?${new URLSearchParams({ redirectTo: returnTo })}`;

	test("exports, mail to all or to a class, and erasure ask for another one, and nothing is done or lost", async () => {
		const { organiser, browser } = await createOrganiserWithFactor(app, noon);
		for (const [path, returnTo] of [...reads, ...files]) {
			const asked = await browser.get(late, path);
			expect(asked.headers.get("Location"), path).toBe(confirm(returnTo));
		}
		for (const [path, fields, returnTo] of forms) {
			const asked = await browser.post(late, path, fields);
			if (!("body" in fields)) {
				expect(asked.headers.get("Location"), path).toBe(confirm(returnTo));
				continue;
			}
			// What was typed comes back below a link to the code.
			const page = await sourceOf(asked);
			expect(elementsIn(page, `a[href="${confirm(path)}"]`), path).toHaveLength(1);
			expect(elementsIn(page, `form[action="${path}"] [name="body"]`)[0]?.getAttribute("value")).toBe(
				fields.body,
			);
		}
		expect(await db.select().from(news)).toEqual([]);
		expect(await db.select().from(outbox).where(eq(outbox.kind, "message"))).toEqual([]);
		const [account] = await db.select().from(users).where(eq(users.id, organiser.id));
		expect(account?.erasedAt).toBeNull();
		const actions = (await db.select().from(auditLog).where(eq(auditLog.actorId, organiser.id))).map(
			({ action }) => action,
		);
		expect(actions.filter((action) => /export|erase|message|reminder/.test(action))).toEqual([]);
	});

	test("the API, which does not ask, takes no session of the pages", async () => {
		const { browser } = await createOrganiserWithFactor(app, noon);
		const headers = { Authorization: `Bearer ${browser.cookie("token")}` };
		expect((await late.api("GET", "/api/starting-list/export", undefined, { headers })).status).toBe(401);
	});

	test("a script is told so too, and does not take the form for sent", async () => {
		const { browser } = await createOrganiserWithFactor(app, noon);
		const headers = { Accept: "application/json", Cookie: `token=${browser.cookie("token")}` };
		for (const [path, fields] of forms) {
			const asked = await late.post(path, fields, { headers });
			expect(asked.status, path).toBe(403);
			expect(await asked.json(), path).toMatchObject({
				msg: "Zadejte nejdřív nový kód z\u00a0ověřovací aplikace.",
			});
		}
	});

	test("the code leads back, and a quarter of an hour begins anew", async () => {
		const { browser, authenticator } = await createOrganiserWithFactor(app, noon);
		expect((await browser.get(soon, "/starting-list/export")).status).toBe(200);
		const address = confirm("/starting-list");
		expect((await browser.post(late, address, { code: "000000" })).status).toBe(400);
		expect((await browser.get(late, "/starting-list/export")).status).toBe(303);
		const code = await authenticator.codeAt(later(16));
		expect((await browser.post(late, address, { code })).headers.get("Location")).toBe("/starting-list");
		expect((await browser.get(createApp({ clock: later(30) }), "/starting-list/export")).status).toBe(200);
		expect((await browser.get(createApp({ clock: later(32) }), "/starting-list/export")).status).toBe(303);
	});

	test("news without mail and every other page go on without one", async () => {
		const { browser } = await createOrganiserWithFactor(app, noon);
		for (const path of ["/admin", "/users", "/starting-list", "/user-profile"]) {
			expect((await browser.get(late, path)).status, path).toBe(200);
		}
		const added = await browser.post(late, "/news", { title: "Dnes", body: "Létáme", formKey: "dnes" });
		expect(added.headers.get("Location")).toBe("/");
		await db.delete(news);
	});

	test("a session without a second factor is not asked", async () => {
		const browser = createBrowser();
		await sendPassword(browser, app, await createOrganiser());
		expect((await browser.get(late, "/starting-list/export")).status).toBe(200);
		expect((await browser.get(late, "/confirm?redirectTo=/igc")).headers.get("Location")).toBe("/igc");
	});
});

describe("the list of sessions", () => {
	const idsOn = async (browser: Browser, on = app) => {
		const page = await sourceOf(await browser.get(on, "/user-profile"));
		return elementsIn(page, '.session-list input[name="id"]').map(
			(field) => field.getAttribute("value") ?? "",
		);
	};

	test("names browser and time, and ends another session at once", async () => {
		const organiser = await createOrganiser();
		const [own, other] = [createBrowser(), createBrowser()];
		await sendPassword(own, app, organiser);
		await sendPassword(other, soon, organiser);
		const list = elementsIn(await sourceOf(await own.get(soon, "/user-profile")), ".session-list > li");
		expect(list.map(({ textContent }) => textContent)).toEqual([
			"Firefox, Linux, od 14:14Ukončit",
			"Firefox, Linux, od 14:00toto zařízení",
		]);
		const [id = ""] = await idsOn(own, soon);
		expect((await own.post(soon, "/user-profile/sessions", { id })).headers.get("Location")).toBe(
			"/user-profile",
		);
		expect((await other.get(soon, "/user-profile")).status).toBe(401);
		expect((await own.get(soon, "/user-profile")).status).toBe(200);
		expect(await idsOn(own, soon)).toEqual([]);
	});

	test("ends nobody else's", async () => {
		const [own, foreign] = [createBrowser(), createBrowser()];
		await sendPassword(own, app, await createOrganiser());
		const victim = await createOrganiser();
		await sendPassword(foreign, app, victim);
		const [session] = await db.select().from(sessions).where(eq(sessions.userId, victim.id));
		await own.post(app, "/user-profile/sessions", { id: session?.id ?? "" });
		expect((await foreign.get(app, "/user-profile")).status).toBe(200);
	});

	test("leaves the one that asks to its logout", async () => {
		const own = createBrowser();
		const organiser = await createOrganiser();
		await sendPassword(own, app, organiser);
		const [session] = await db.select().from(sessions).where(eq(sessions.userId, organiser.id));
		const answer = await own.post(app, "/user-profile/sessions", { id: session?.id ?? "" });
		expect(answer.headers.get("Set-Cookie")).toContain("account.sessions.gone");
		expect((await own.get(app, "/user-profile")).status).toBe(200);
	});

	test("forgets those that ended by themselves, by logout and by a new password", async () => {
		const organiser = await createOrganiser();
		const [own, other, third] = [createBrowser(), createBrowser(), createBrowser()];
		await sendPassword(other, app, organiser);
		await sendPassword(own, soon, organiser);
		await sendPassword(third, soon, organiser);
		expect(await idsOn(own, soon)).toHaveLength(2);
		await third.post(soon, "/logout");
		expect(await idsOn(own, soon)).toHaveLength(1);
		expect(await idsOn(own, createApp({ clock: later(60) }))).toEqual([]);
		const newPassword = "Naviják 7 proti větru";
		await own.post(soon, "/change-password", { oldPassword: goodPassword, newPassword });
		expect(await idsOn(own, soon)).toEqual([]);
		expect((await other.get(soon, "/user-profile")).status).toBe(401);
	});
});

describe("a flood of wrong passwords", () => {
	const wrong = { password: "Vlečná 5 po větru" };

	async function flood(email: string): Promise<void> {
		await db.delete(throttles);
		for (let count = 0; count < 7; count += 1) await app.post("/login", { email, ...wrong });
	}

	test("locks out strangers, and not a browser that has been in before", async () => {
		const organiser = await createOrganiser();
		const known = createBrowser();
		await sendPassword(known, app, organiser);
		await known.post(app, "/logout");
		await flood(organiser.email);
		expect((await sendPassword(createBrowser(), app, organiser)).status).toBe(429);
		expect((await sendPassword(known, app, organiser)).status).toBe(303);
		expect((await known.get(app, "/user-profile")).status).toBe(200);
	});

	test("by that browser locks it out as well, and by itself", async () => {
		const organiser = await createOrganiser();
		const known = createBrowser();
		await sendPassword(known, app, organiser);
		await known.post(app, "/logout");
		await db.delete(throttles);
		const sent = [];
		for (let count = 0; count < 6; count += 1) {
			sent.push((await known.post(app, "/login", { email: organiser.email, ...wrong })).status);
		}
		expect(sent).toEqual([400, 400, 400, 400, 400, 429]);
		expect((await sendPassword(known, app, organiser)).status).toBe(429);
		expect((await sendPassword(createBrowser(), app, organiser)).status).toBe(303);
	});

	test.each(["of another account", "that somebody made up"])("minds no cookie %s", async (kind) => {
		const organiser = await createOrganiser();
		const attacker = createBrowser();
		await sendPassword(attacker, app, await createOrganiser());
		await attacker.post(app, "/logout");
		if (kind === "that somebody made up") {
			attacker.setCookie("device", `${"A".repeat(22)}.${"A".repeat(43)}`, "/login");
		}
		await flood(organiser.email);
		expect((await sendPassword(attacker, app, organiser)).status).toBe(429);
	});
});
