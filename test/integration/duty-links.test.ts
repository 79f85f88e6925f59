import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { makeDutyLink } from "~/lib/desk/duty-links.server";
import { auditLog, dutyLinks, outbox, users } from "~db/schema";
import { eraseByMail, goodPassword, linksTo, mailsTo, resetTokenTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { type Browser, createBrowser } from "~test/support/browser";
import { contextOf } from "~test/support/context";
import { createRegistration, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { elementsIn, hiddenIn, sourceOf, textsIn } from "~test/support/html";
import { createOrganiser, createOrganiserWithFactor, sendPassword } from "~test/support/second-factor";
import { dayOn, test } from "~test/support/world";
import { adminRightSql } from "../../scripts/admin/admin-right";
import { resetFactorSql } from "../../scripts/admin/reset-factor";

/* A duty link ends with the sessions of who made it; making one asks for a recent code and is mailed to the maker. */

const db = databaseOf();
const date = "2025-07-15";
const now = `${date}T08:00:00.000Z`;
const later = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
const app = createApp({ clock: now });
const newPassword = "Naviják 7 proti větru";
const helper = "Petra u dráhy";

type Organiser = Awaited<ReturnType<typeof createOrganiser>>;

/** Text as people read it. */
const read = async (response: Response) => (await sourceOf(response)).replaceAll("\u00a0", " ");

/** @returns the path of a new link */
async function makeLink(browser: Browser, day = date, name = helper, on = app): Promise<string> {
	const made = await browser.post(on, "/duty", { intent: "make", day: dayOn(day), name });
	return new URL(textsIn(await made.text(), "code")[0] ?? "").pathname;
}

/** An organiser signed in in a browser, and a link. */
async function withLink() {
	const organiser = await createOrganiser();
	const browser = createBrowser();
	await sendPassword(browser, app, organiser);
	return { organiser, browser, link: await makeLink(browser) };
}

const isOpen = async (link: string, on = app) => (await on.get(link)).status === 200;
const cookieOf = (link: string) => ({ Cookie: `duty=${link.slice("/duty/".length)}` });

function run(commands: string): Promise<unknown> {
	return Promise.all(commands.split(";\n").map((command) => db.run(sql.raw(command))));
}

beforeEach(() => db.delete(dutyLinks));

type End = (organiser: Organiser, browser: Browser) => Promise<unknown>;

const ends: Readonly<Record<string, End>> = {
	"a new password": (_, browser) =>
		browser.post(app, "/change-password", { oldPassword: goodPassword, newPassword }),
	"a new password by the API": (organiser) => {
		const body = { oldPassword: goodPassword, newPassword };
		return app.api("POST", "/api/auth/change-password", body, { as: organiser });
	},
	"a new password by the link of a mail": async ({ email }) => {
		await app.api("POST", "/api/auth/reset-password", { email });
		const body = { token: await resetTokenTo(email), password: newPassword };
		expect((await app.api("POST", "/api/auth/reset-password/reset", body)).status).toBe(200);
	},
	"the end of all sessions": (_, browser) => browser.post(app, "/user-profile/sessions", { intent: "all" }),
	"the loss of the right": ({ email }) => run(adminRightSql("revoke", email, new Date(now))),
	"a right that was lost and given again": async ({ email }) => {
		await run(adminRightSql("revoke", email, new Date(now)));
		await run(adminRightSql("grant", email, new Date(now)));
	},
	"an address that its owner takes back": async (organiser) => {
		const { name, surname, email } = organiser;
		const other = `nova.${email}`;
		await app.api("PUT", "/api/users", { name, surname, email: other }, { as: organiser });
		const [undo = ""] = await linksTo("undo-email", email);
		await app.post(undo, { token: undo.split("=")[1] ?? "" });
	},
	"an erasure": (organiser) => eraseByMail(app, organiser),
};

describe("a duty link ends with its maker's sessions by", () => {
	test.each(Object.entries(ends))("%s", async (_what, end) => {
		const { organiser, browser, link } = await withLink();
		const entry = await createRegistration({ accepted: true });
		await recordStatus(entry.id, dayOn(date), "DNF");
		expect(await isOpen(link)).toBe(true);
		await end(organiser, browser);
		expect(await isOpen(link)).toBe(false);
		expect((await app.post(link, {})).status).toBe(404);
		const launch = { day: dayOn(date), pilot: entry.id, launches: "1" };
		expect((await app.post("/grid", launch, { headers: cookieOf(link) })).status).toBe(401);
		expect((await statusOf(entry))?.status).toBe("DNF");
	});

	test("a second factor that is set up anew, and one that a command takes away", async () => {
		const { organiser, browser } = await createOrganiserWithFactor(app, now);
		const first = await makeLink(browser);
		const secret = elementsIn(await read(await browser.get(app, "/second-factor")), "code")[0]?.textContent;
		const authenticator = createAuthenticator(secret ?? "");
		await browser.post(app, "/second-factor", { code: await authenticator.codeAt(now) });
		expect(await isOpen(first)).toBe(false);
		const second = await makeLink(browser);
		expect(await isOpen(second)).toBe(true);
		await run(resetFactorSql(organiser.email, new Date(now)));
		expect(await isOpen(second)).toBe(false);
	});

	test("nothing that leaves them: another login, one session ended, a logout, a new name, somebody else's password", async () => {
		const { organiser, browser, link } = await withLink();
		const [other, stranger] = [createBrowser(), createBrowser()];
		await sendPassword(other, app, organiser);
		const profile = elementsIn(
			await sourceOf(await browser.get(app, "/user-profile")),
			".session-list input",
		);
		await browser.post(app, "/user-profile/sessions", { id: profile[0]?.getAttribute("value") ?? "" });
		const { surname, email } = organiser;
		await app.api("PUT", "/api/users", { name: "Jiří", surname, email }, { as: organiser });
		await browser.post(app, "/logout");
		await sendPassword(stranger, app, await createOrganiser());
		await stranger.post(app, "/change-password", { oldPassword: goodPassword, newPassword });
		await stranger.post(app, "/user-profile/sessions", { intent: "all" });
		expect(await isOpen(link)).toBe(true);
	});

	test("the end of a session that makes one at the same moment", async () => {
		const maker = await createOrganiser();
		const ctx = contextOf({ now: new Date(now), actor: { ...maker, verified: true, role: "organiser" } });
		await db.update(users).set({ tokenVersion: 2 }).where(eq(users.id, maker.id));
		const made = await makeDutyLink(ctx as Parameters<typeof makeDutyLink>[0], {
			day: dayOn(date),
			name: helper,
		});
		expect(made.ok && (await isOpen(`/duty/${made.value.token}`))).toBe(false);
	});

	test("a migration knows the sessions that there are for the links that there are", async () => {
		const { organiser, browser, link } = await withLink();
		await db.update(dutyLinks).set({ makerVersion: 0 });
		expect(await isOpen(link)).toBe(false);
		const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("duty_link_makers"));
		await db.run(sql.raw(migration?.queries.at(-1) ?? ""));
		expect(await isOpen(link)).toBe(true);
		await ends["a new password"]?.(organiser, browser);
		expect(await isOpen(link)).toBe(false);
	});
});

describe("the maker is told", () => {
	test.each(["/change-password", "/user-profile"])("on %s which links will end", async (path) => {
		const { browser, organiser } = await withLink();
		await makeLink(browser, "2025-07-16", "Karel");
		const page = await read(await app.get(path, { as: organiser, language: "en" }));
		const [, links = ""] = /Your duty links will end too: ([^.]+)\./.exec(page) ?? [];
		expect(links.split(", ").sort()).toEqual(["Karel (Wednesday 16 July)", `${helper} (Tuesday 15 July)`]);
		const other = await createOrganiser();
		expect(await read(await app.get(path, { as: other, language: "en" }))).not.toContain("duty links");
	});

	test("which links have ended, after a new password, with the way to new ones", async () => {
		const { browser, organiser, link } = await withLink();
		await browser.post(app, "/change-password", { oldPassword: goodPassword, newPassword });
		const signedIn = { as: { ...organiser, tokenVersion: 2 }, language: "en" } as const;
		const saved = await read(await app.get("/change-password?saved", signedIn));
		expect(saved).toContain(`Your duty links have ended: ${helper} (`);
		expect(elementsIn(saved, '.notice a[href="/duty"]')).toHaveLength(1);

		const page = await read(await app.get("/duty", signedIn));
		const [lost] = elementsIn(page, 'section[aria-labelledby="lost-links"]');
		expect(lost?.textContent).toContain(helper);
		const form = elementsIn(page, 'section[aria-labelledby="lost-links"] form')[0];
		const again = await browser.post(app, "/duty", { ...hiddenIn(String(form)), intent: "make" });
		const renewed = new URL(textsIn(await again.text(), "code")[0] ?? "").pathname;
		expect([await isOpen(link), await isOpen(renewed)]).toEqual([false, true]);
		const now = await read(await app.get("/duty", signedIn));
		expect(elementsIn(now, 'section[aria-labelledby="lost-links"]')).toEqual([]);
		expect(textsIn(now, "main .chip")).toContain("ended");
	});

	test("what a lost right has ended is said to the other organisers, until a day is over", async () => {
		const { organiser } = await withLink();
		await run(adminRightSql("revoke", organiser.email, new Date(now)));
		const other = await createOrganiser();
		const lostAt = async (clock: string) => {
			const page = await read(await createApp({ clock }).get("/duty", { as: other, language: "en" }));
			return textsIn(page, 'section[aria-labelledby="lost-links"] strong');
		};
		expect(await lostAt(now)).toContain(helper);
		expect(await lostAt("2025-07-16T08:00:00Z")).toEqual([]);
		const former = { as: { ...organiser, tokenVersion: 2 }, language: "en" } as const;
		expect(await read(await app.get("/user-profile", former))).not.toContain("duty links");
	});

	test("by mail of each link, in the own language, without the link", async () => {
		const { organiser, link } = await withLink();
		const [mail] = await mailsTo(organiser.email);
		expect(mail?.subject).toContain("Vytvořen odkaz na");
		const text = mail?.text.replaceAll("\u00a0", " ") ?? "";
		expect(text).toContain(helper);
		expect(text).toContain("úterý 15. 7.");
		expect(text).toContain("/password-reset");
		const token = link.slice("/duty/".length);
		expect(text).not.toContain(token);
		expect(JSON.stringify(await db.select().from(outbox))).not.toContain(token);
		const english = await createOrganiser();
		const browser = createBrowser();
		await sendPassword(browser, app, english);
		await db.update(users).set({ language: "en" }).where(eq(users.id, english.id));
		await makeLink(browser);
		const [made] = await mailsTo(english.email);
		expect(made?.subject).toContain("Duty link made");
		expect(made?.text).toContain("If this was not you");
	});

	test("the end of all sessions stands in the audit log, and leaves this browser signed in alone", async () => {
		const { organiser, browser } = await withLink();
		const other = createBrowser();
		await sendPassword(other, app, organiser);
		const ended = await browser.post(app, "/user-profile/sessions", { intent: "all" });
		expect([ended.status, ended.headers.get("Location")]).toEqual([303, "/user-profile"]);
		expect((await browser.get(app, "/user-profile")).status).toBe(200);
		expect((await other.get(app, "/user-profile")).status).toBe(401);
		const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, organiser.id));
		expect(rows.map(({ action }) => action)).toContain("account.sessions-end");
		expect((await other.post(app, "/user-profile/sessions", { intent: "all" })).status).toBe(401);
		expect((await browser.get(app, "/user-profile")).status).toBe(200);
	});
});

describe("making a link", () => {
	const fields = { intent: "make", day: dayOn(date), name: "Karel na druhé straně" };

	test("asks for a code of the last 15 minutes, and keeps what was typed", async () => {
		const { browser, organiser } = await createOrganiserWithFactor(app, now);
		const late = createApp({ clock: later(16) });
		const asked = await browser.post(late, "/duty", fields);
		const html = await read(asked);
		expect(html).toContain(fields.name);
		expect(html).toContain("/confirm?redirectTo=%2Fduty");
		const made = () => db.$count(dutyLinks, eq(dutyLinks.createdBy, organiser.id));
		expect(await made()).toBe(0);
		// A link that is lost is made anew by its button, which types nothing.
		const renewed = await browser.post(late, "/duty", { intent: "make", day: dayOn(date), name: "x" });
		expect(renewed.status).not.toBe(200);
		expect(await made()).toBe(0);
		expect((await browser.post(createApp({ clock: later(14) }), "/duty", fields)).status).toBe(200);
		expect(await made()).toBe(1);
	});

	test("asks for none to withdraw one, or to see them", async () => {
		const { browser, organiser } = await createOrganiserWithFactor(app, now);
		const link = await makeLink(browser);
		const late = createApp({ clock: later(16) });
		expect((await browser.get(late, "/duty")).status).toBe(200);
		const [row] = await db.select().from(dutyLinks).where(eq(dutyLinks.createdBy, organiser.id));
		await browser.post(late, "/duty", { intent: "withdraw", id: row?.id ?? "" });
		expect(await isOpen(link)).toBe(false);
	});
});

describe("a helper whose link has ended", () => {
	const titles = { cs: "Služba skončila", en: "The duty has ended" } as const;
	const advice = { cs: "Požádejte pořadatele o nový", en: "Ask an organiser for a new one" } as const;

	async function ended() {
		const { organiser, browser, link } = await withLink();
		await browser.post(app, "/change-password", { oldPassword: goodPassword, newPassword });
		return { organiser: { ...organiser, tokenVersion: 2 }, headers: cookieOf(link), link };
	}

	test.each(["cs", "en"] as const)("gets a page that says so: %s", async (language) => {
		const { headers, link } = await ended();
		const asked = { headers, language };
		const answers = [
			await app.get("/statuses?duty=on", asked),
			await app.get("/duty", asked),
			await app.post("/grid", { day: dayOn(date), pilot: "nobody", launches: "1" }, asked),
			await app.post("/statuses?duty=on", { id: "nothing", status: "HOME" }, asked),
		];
		for (const answer of answers) {
			const html = await read(answer);
			expect(answer.status).toBe(401);
			expect(textsIn(html, "h1")).toEqual([titles[language]]);
			expect(html).toContain(advice[language]);
			expect(html).not.toContain('type="password"');
		}
		const page = await app.get(link, asked);
		expect(page.status).toBe(404);
		expect(await read(page)).toContain(advice[language]);
	});

	test("sees it above every public page until it was read, and not what the desk sees", async () => {
		const { headers } = await ended();
		for (const path of ["/", "/grid", "/statuses", "/news"]) {
			const page = await app.get(path, { headers, language: "en" });
			expect(page.status, path).toBe(200);
			expect(textsIn(await read(page), "#duty-over"), path).toEqual([titles.en]);
		}
		const seen = await app.post("/duty", { intent: "end" }, { headers });
		expect(seen.headers.get("Set-Cookie")).toMatch(/^duty=; .*Max-Age=0/);
		expect(textsIn(await read(await app.get("/grid")), "#duty-over")).toEqual([]);
	});

	test("keeps what was typed, and a script is told why", async () => {
		const { headers } = await ended();
		const remark = { intent: "scratch", day: dayOn(date), pilot: "nobody", reason: "rozbitý podvozek" };
		const asked = { headers, language: "en" } as const;
		const html = await read(await app.post("/grid", remark, asked));
		expect(html).toContain(remark.reason);
		expect(html).toContain(advice.en);
		const byScript = { ...asked, headers: { ...headers, Accept: "application/json" } };
		const answer = await app.post("/grid", remark, byScript);
		expect(answer.status).toBe(401);
		expect((await answer.json<{ msg: string }>()).msg).toContain(advice.en);
	});

	test("is nobody who has no link, or is signed in", async () => {
		const { headers, organiser } = await ended();
		const visitor = await app.post(
			"/statuses?duty=on",
			{ id: "nothing", status: "HOME" },
			{ language: "en" },
		);
		expect([visitor.status, textsIn(await read(visitor), "h1")]).toEqual([401, ["Please log in"]]);
		expect((await app.get("/statuses?duty=on", { language: "en" })).status).toBe(200);
		const page = await app.get("/statuses?duty=on", { headers, as: organiser });
		expect([page.status, textsIn(await read(page), "#duty-over")]).toEqual([200, []]);
	});
});
