import { eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "~/lib/digest";
import { auditLog, news, outbox } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { testOrigin } from "~test/support/test-edition";

type News = {
	_id: string;
	title: string;
	body: string;
	author: object;
	createdAt: string;
	updatedAt: string;
};
type Added = News & { news: News; emailSent: boolean };

const app = createApp({ clock: "2025-07-12T16:05:00Z" });
const db = databaseOf();

await seedReference();
const admin = await createAdmin({ name: "Karel", surname: "Správce" });

const list = async () => (await app.api("GET", "/api/news")).json<News[]>();

async function add(fields: object, by = app) {
	const response = await by.api("POST", "/api/news", fields, { as: admin });
	return { status: response.status, body: await response.json<Added>() };
}

describe("by the API", () => {
	test("a new item stands first, with its author", async () => {
		await add({ title: "Starší", body: "x" }, createApp({ clock: "2025-07-11T10:00:00Z" }));
		const { status, body } = await add({ title: " Program ", body: "První.\r\nDruhý." });
		expect(status).toBe(201);
		const { news: nested, emailSent, ...item } = body;
		expect(item).toEqual({
			_id: expect.any(String),
			title: "Program",
			body: "První.\nDruhý.",
			author: { _id: admin.id, name: "Karel", surname: "Správce" },
			createdAt: "2025-07-12T16:05:00.000Z",
			updatedAt: "2025-07-12T16:05:00.000Z",
		});
		expect(nested).toEqual(item);
		expect(emailSent).toBe(false);
		expect((await list())[0]).toEqual(item);
	});

	test("the same item again within ten minutes is the one there is, and no mail goes out twice", async () => {
		const item = { title: "Ztracená odpověď", body: "Zkoušíme znovu.", email: true };
		const first = await add(item);
		const again = await add(item, createApp({ clock: "2025-07-12T16:14:00Z" }));
		expect(again).toEqual(first);
		const mails = () => db.$count(outbox, eq(outbox.kind, "news"));
		const sent = await mails();
		await add({ ...item, body: "Něco jiného." });
		const all = await Promise.all([1, 2, 3].map(() => add({ ...item, title: "Naráz", email: false })));
		expect(new Set(all.map(({ body }) => body._id)).size).toBe(1);
		const later = await add(item, createApp({ clock: "2025-07-12T16:16:00Z" }));
		expect(later.body._id).not.toBe(first.body._id);
		expect(await mails()).toBe(sent * 3);
		await app.api("DELETE", `/api/news/${later.body._id}`, undefined, { as: admin });
		const anew = await add({ ...item, email: false }, createApp({ clock: "2025-07-12T16:17:00Z" }));
		expect(anew.body._id).not.toBe(later.body._id);
		await db.delete(outbox);
	});

	test("the same item again, but now told by e-mail, is a request of its own", async () => {
		const item = { title: "Zapomenutý zvoneček", body: "Rozprava v 9.30." };
		const quiet = await add({ ...item, email: false });
		expect(quiet.body.emailSent).toBe(false);
		const told = await add({ ...item, email: true });
		expect(told.body.emailSent).toBe(true);
		expect(await db.$count(outbox, eq(outbox.kind, "news"))).toBeGreaterThan(0);
		expect(await add({ ...item, email: true })).toEqual(told);
		await db.delete(outbox);
	});

	test("deleting takes it off the list and keeps the row", async () => {
		const { body } = await add({ title: "Smazat", body: "x" });
		const deleted = await app.api("DELETE", `/api/news/${body._id}`, undefined, { as: admin });
		expect(deleted.status).toBe(200);
		expect(await deleted.json()).toEqual({ success: true });
		expect((await list()).some(({ _id }) => _id === body._id)).toBe(false);
		expect(await db.$count(news, eq(news.id, body._id))).toBe(1);
		const again = await app.api("DELETE", `/api/news/${body._id}`, undefined, { as: admin });
		expect(again.status).toBe(404);
		expect(await again.json()).toEqual({ success: false, msg: "Not found" });
		const actions = await db.select().from(auditLog).where(eq(auditLog.subjectId, body._id));
		expect(actions.map(({ action }) => action).sort()).toEqual(["news.add", "news.delete"]);
		expect(actions.find(({ action }) => action === "news.delete")?.before).toEqual({
			title: "Smazat",
			body: "x",
		});
	});

	test("a long text stands in the audit log as its digest", async () => {
		const text = "Zítra ráno letiště otevíráme dřív. ".repeat(20).trim();
		const { body } = await add({ title: "Smazat dlouhou", body: text });
		await app.api("DELETE", `/api/news/${body._id}`, undefined, { as: admin });
		const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, body._id));
		expect(rows.find(({ action }) => action === "news.delete")?.before).toEqual({
			title: "Smazat dlouhou",
			body: `sha256:${await sha256Hex(text)}`,
		});
		expect(JSON.stringify(rows)).not.toContain("otevíráme");
	});

	test.each([
		["an empty title", { title: " ", body: "x" }, "title", "form.field.required"],
		["no text", { title: "x" }, "body", "form.field.required"],
		["a list instead of a text", { title: "x", body: ["x"] }, "body", "form.field.text"],
		["20,001 characters", { title: "x", body: "x".repeat(20_001) }, "body", "form.field.tooLong"],
		["a mark that turns text around", { title: "\u202Ex", body: "x" }, "title", "form.field.characters"],
		["a title of two lines", { title: "a\nb", body: "x" }, "title", "form.field.characters"],
		["an odd flag", { title: "x", body: "x", email: "maybe" }, "email", "form.field.choice"],
	])("%s is refused", async (_, fields, field, complaint) => {
		const response = await app.api("POST", "/api/news", fields, { as: admin });
		expect(response.status).toBe(400);
		expect((await response.json<{ errors: Record<string, string> }>()).errors).toEqual({
			[field]: complaint,
		});
	});

	test("10,000 characters, emoji and right-to-left text are kept as they are", async () => {
		const body = `${"ž".repeat(9_990)}\n🛩\u200F שלום`;
		const added = await add({ title: "Dlouhá", body });
		expect(added.status).toBe(201);
		expect((await list()).find(({ title }) => title === "Dlouhá")?.body).toBe(body);
	});
});

describe("told by e-mail", () => {
	test("everybody with an account gets one message of their own, in their language", async () => {
		const people = await Promise.all(Array.from({ length: 30 }, () => createUser({ language: "en" })));
		const gone = await createUser({ erasedAt: new Date() });
		const { body } = await add({ title: "Úloha zrušena", body: "Prší.\nZítra znovu.", email: true });
		expect(body.emailSent).toBe(true);
		const mails = await db.select().from(outbox).where(eq(outbox.kind, "news"));
		const recipients = mails.map(({ recipient }) => recipient);
		expect(new Set(recipients).size).toBe(recipients.length);
		for (const { email } of people) expect(recipients).toContain(email);
		expect(recipients).not.toContain(gone.email);
		expect(mails.every(({ state }) => state === "sent")).toBe(true);

		type Mail = { to: string; subject: string; text: string; html: string };
		const sent = await (await app.get("/dev/mail.json")).json<Mail[]>();
		const mine = sent.filter(({ to }) => to === people[0]?.email);
		expect(mine).toHaveLength(1);
		expect(mine[0]?.subject).toBe("Úloha zrušena – Glider Cup 2025");
		expect(mine[0]?.text).toContain("Prší.\n\nZítra znovu.\n\nKarel Správce");
		expect(mine[0]?.text).toContain(`${testOrigin}/news`);
	});

	test("nothing in an item is HTML in its mail", async () => {
		await add({ title: "<script>alert(1)</script>", body: "<b>x</b>", email: true });
		const sent = await (await app.get("/dev/mail.json")).json<{ html: string }[]>();
		expect(sent.some(({ html }) => html.includes("<script>") || html.includes("<b>x"))).toBe(false);
	});
});

describe("on the page", () => {
	const formKeyOf = (html: string) => valueIn(html, "formKey") ?? "";

	test("visitors read paragraphs, author and time, and see no form", async () => {
		await add({ title: "Odstavce", body: "První odstavec.\n\nDruhý <script>alert(1)</script>." });
		const html = await (await app.get("/news", { language: "cs" })).text();
		expect(html).toContain("<p>První odstavec.</p><p>Druhý &lt;script&gt;alert(1)&lt;/script&gt;.</p>");
		expect(html).toContain("Karel Správce");
		expect(html).toContain("sobota 12.\u00a07.\u00a02025 18:05");
		expect(html).not.toContain('name="formKey"');
		expect(html).not.toContain("/delete");
		const english = await (await app.get("/news", { language: "en" })).text();
		expect(english).toContain("Saturday 12\u00a0July\u00a02025, 18:05");
	});

	test("an item in the other language says so, in a page, on home and in the feed", async () => {
		await add({ title: "Grid at 10:30", body: "The briefing is in the hangar." });
		await add({ title: "Briefing", body: "Sejdeme se před hangárem v devět." });
		const langs = async (path: string, language: "cs" | "en", selector: string) =>
			elementsIn(await (await app.get(path, { language })).text(), selector).map(
				(element) => `${element.text} ${element.getAttribute("lang") ?? ""}`,
			);
		const czech = await langs("/news", "cs", "article h2");
		expect(czech).toEqual(expect.arrayContaining(["Grid at 10:30 anglicky en", "Briefing "]));
		const english = await langs("/news", "en", "article h2");
		expect(english).toEqual(expect.arrayContaining(["Grid at 10:30 ", "Briefing in Czech cs"]));
		expect(await langs("/", "en", "main li a")).toContain("Briefing cs");
		expect(await langs("/", "en", "main li:has(> a[lang])")).toContain("Briefing in Czech ");
		const feed = await (await app.get("/news.atom?lng=en")).text();
		expect(feed).toContain('<title xml:lang="cs">Briefing</title>');
		expect(feed).toContain("<title>Grid at 10:30</title>");
	});

	test("the form says how many get a mail: everybody whose address is trusted", async () => {
		const hints = async () =>
			textsIn(await sourceOf(await app.get("/news", { as: admin, language: "en" })), ".field-hint").join(
				"\n",
			);
		const [, before = "none"] = /(\d+) accounts? with a verified address/.exec(await hints()) ?? [];
		await createUser();
		await createUser({ verifiedAt: null });
		expect(await hints()).toContain(`${Number(before) + 1} accounts with a verified address get an email.`);
	});

	test("an organiser adds an item, and the same form sent again gives no second one", async () => {
		const formKey = formKeyOf(await (await app.get("/news", { as: admin })).text());
		const form = { title: "Z formuláře", body: "x", email: "on", formKey, returnTo: "/" };
		const people = await createUser();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => app.post("/news", form, { as: admin })),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
		expect(answers[0]?.headers.get("Location")).toBe("/");
		expect(answers[0]?.headers.get("Set-Cookie")).toContain("news.add.mailed");
		expect((await list()).filter(({ title }) => title === "Z\u00a0formuláře")).toHaveLength(1);
		expect(await db.$count(outbox, eq(outbox.recipient, people.email))).toBe(1);
	});

	test("a form that was changed after it had been sent is another item", async () => {
		const form = { title: "Napoprvé", body: "x", formKey: crypto.randomUUID(), returnTo: "/news" };
		for (const body of ["x", "y", "x"]) await app.post("/news", { ...form, body }, { as: admin });
		const bodies = (await list()).filter(({ title }) => title === form.title).map(({ body }) => body);
		expect(bodies.toSorted()).toEqual(["x", "y"]);
	});

	test("what was typed comes back with the complaint", async () => {
		const response = await app.post("/news", { title: "", body: "Text <x>", email: "on" }, { as: admin });
		expect(response.status).toBe(400);
		const html = await response.text();
		expect(html).toContain("Text &lt;x&gt;</textarea>");
		expect(html).toContain("Napište nadpis");
		expect(elementsIn(html, 'input[name="email"][checked]')).toHaveLength(1);
	});

	test("deleting asks first and comes back to where it was begun", async () => {
		const { body } = await add({ title: "Zeptat se", body: "x" });
		const page = await app.get(`/news/${body._id}/delete?returnTo=%2F`, { as: admin });
		expect(await page.text()).toContain("Zeptat se");
		expect((await list()).some(({ _id }) => _id === body._id)).toBe(true);
		const done = await app.post(`/news/${body._id}/delete`, { returnTo: "/" }, { as: admin });
		expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
		expect(done.headers.get("Set-Cookie")).toContain("news.delete.success");
		expect((await list()).some(({ _id }) => _id === body._id)).toBe(false);
	});

	test("the way back leads nowhere else", async () => {
		const { body } = await add({ title: "Jinam", body: "x" });
		const done = await app.post(
			`/news/${body._id}/delete`,
			{ returnTo: "//evil.example.com" },
			{ as: admin },
		);
		expect(done.headers.get("Location")).toBe("/");
	});

	test("an edition without news says so", async () => {
		await seedReference(2022);
		const html = await (await createApp({ host: "2022.localhost" }).get("/news", { language: "cs" })).text();
		expect(html).toContain("Žádné aktuality.");
	});
});

describe("feed", () => {
	test("holds the news as Atom in the language asked for", async () => {
		await add({ title: "Do čtečky & <x>", body: "Řádek" });
		const response = await app.get("/news.atom?lng=en");
		expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
		const xml = await response.text();
		expect(xml).toContain('xml:lang="en"');
		expect(xml).toContain('<title xml:lang="cs">Do čtečky &amp; &lt;x&gt;</title>');
		expect(xml).toContain("<title>News – Glider Cup 2025</title>");
		expect(xml).toContain(`${testOrigin}/news.atom?lng=en`);
	});
});

test("what is added is there at once for visitors who read a cached page", async () => {
	const remembering = createApp({ clock: "2025-07-12T16:05:00Z", remembers: true });
	await remembering.get("/news");
	await add({ title: "Čerstvá", body: "x" });
	const rows = await db.select().from(news).where(like(news.title, "Čerstvá"));
	expect(rows).toHaveLength(1);
	expect(await (await createApp({ clock: "2025-07-12T16:05:00Z" }).get("/news")).text()).toContain("Čerstvá");
});
