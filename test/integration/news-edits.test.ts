import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, news, outbox } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { testOrigin } from "~test/support/test-edition";

/* What organisers do with an item after and before it is published, and what its readers get in each language. */

const app = createApp({ clock: "2025-07-12T16:05:00Z" });
const later = createApp({ clock: "2025-07-12T17:00:00Z" });
const db = databaseOf();

let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
	await seedReference();
	admin = await createAdmin({ name: "Karel", surname: "Správce" });
});

const both = {
	title: "Program v sobotu",
	body: "Sejdeme se v 9.30 u hangáru.",
	titleEn: "Saturday",
	bodyEn: "We meet at the hangar at 9:30.",
};

/** Publishes an item by the form of the page. @returns its id */
async function publish(typed: Record<string, string>, by = app): Promise<string> {
	const response = await by.post("/news", { ...typed, returnTo: "/news" }, { as: admin });
	expect(response.status).toBe(303);
	const [item] = await db
		.select({ id: news.id })
		.from(news)
		.where(eq(news.title, (typed.title || typed.titleEn || "").replaceAll(/ ([vu]) /g, " $1\u00a0")));
	return item?.id ?? "";
}

async function versionOf(id: string): Promise<string> {
	return valueIn(await sourceOf(await app.get(`/news/${id}/edit`, { as: admin })), "version") ?? "";
}

const edit = async (id: string, typed: Record<string, string>, version?: string) =>
	later.post(`/news/${id}/edit`, { ...typed, version: version ?? (await versionOf(id)) }, { as: admin });

const textOf = async (path: string, language: "cs" | "en", as: { readonly id: string } | null = null) =>
	sourceOf(await later.get(path, { language, as }));

const apiItem = async (id: string) =>
	(await json(await app.api("GET", "/api/news"))).find(({ _id }: { _id: string }) => _id === id);

test("an item of two languages is read in each on its page, in the list, on home, in the feed and in mails", async () => {
	const [czech, english] = await Promise.all([
		createUser({ language: "cs" }),
		createUser({ language: "en" }),
	]);
	const id = await publish({ ...both, email: "on" });
	for (const path of [`/news/${id}`, "/news", "/"]) {
		expect(await textOf(path, "cs")).toContain("Sejdeme se v\u00a09.30 u\u00a0hangáru.");
		const html = await sourceOf(await app.get(path, { language: "en" }));
		expect(html).toContain("We meet at the hangar at 9:30.");
		expect(html).not.toContain("Sejdeme se");
	}
	const feed = await (await app.get("/news.atom?lng=en")).text();
	expect(feed).toContain("<title>Saturday</title>");
	expect(feed).toContain(`<id>${testOrigin}/news?lng=en#${id}</id>`);
	expect(feed).toContain(`href="${testOrigin}/news/${id}?lng=en"`);
	const subjects = async (recipient: string) =>
		(await db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.recipient, recipient))).map(
			({ payload }) => (payload as { title: string }).title,
		);
	expect(await subjects(czech.email)).toEqual(["Program v\u00a0sobotu"]);
	expect(await subjects(english.email)).toEqual(["Saturday"]);
	const sent = await json(await app.get("/dev/mail.json"));
	const mine = sent.find(({ to }: { to: string }) => to === english.email);
	expect(mine.text).toContain(`${testOrigin}/news/${id}`);
});

test("an item of one language is shown with it on the pages of the other one, whatever its letters", async () => {
	const english = await publish({ title: "", body: "", titleEn: "Briefing 9:30", bodyEn: "Hangar 2" });
	const czech = await publish({ title: "Briefing 10.00", body: "Hangar 3" });
	const langs = async (path: string, language: "cs" | "en") =>
		elementsIn(await sourceOf(await app.get(path, { language })), "article h1, article p:not(.muted)").map(
			(element) => element.getAttribute("lang") ?? "",
		);
	expect(await langs(`/news/${english}`, "cs")).toEqual(["en", "en"]);
	expect(await langs(`/news/${english}`, "en")).toEqual(["", ""]);
	expect(await langs(`/news/${czech}`, "en")).toEqual(["cs", "cs"]);
	expect(await (await app.get("/news.atom?lng=en")).text()).toContain('<title xml:lang="cs">Briefing 10.00');
	expect(await textOf("/news", "cs")).toMatch(/Briefing 9:30.*anglicky/);
});

test("the API answers Czech, and English where there is no other text", async () => {
	const one = await publish({ ...both, title: "Obojí" });
	const other = await publish({ title: "", body: "", titleEn: "English alone", bodyEn: "Text" });
	expect(await apiItem(one)).toEqual({
		_id: one,
		title: "Obojí",
		body: "Sejdeme se v\u00a09.30 u\u00a0hangáru.",
		author: { _id: admin.id, name: "Karel", surname: "Správce" },
		createdAt: "2025-07-12T16:05:00.000Z",
		updatedAt: "2025-07-12T16:05:00.000Z",
	});
	expect(await apiItem(other)).toMatchObject({ title: "English alone", body: "Text" });
});

test("a preview shows both languages, says how many get a mail, and publishes nothing", async () => {
	await createUser();
	const before = await db.$count(news);
	const response = await app.post(
		"/news",
		{ ...both, title: "Jen náhled k ničemu", email: "on", pinned: "on", intent: "preview" },
		{ as: admin, language: "en" },
	);
	expect(response.status).toBe(200);
	const html = await sourceOf(response);
	for (const said of ["Jen náhled k\u00a0ničemu", "Saturday", "It will stand above newer items."])
		expect(html).toContain(said);
	expect(textsIn(html, "section li").join()).toMatch(/\d+ accounts with a verified address get an email\./);
	expect(valueIn(html, "title")).toBe("Jen náhled k ničemu");
	expect(await db.$count(news)).toBe(before);
	const single = { title: "Jen česky", body: "Text", intent: "preview" };
	const only = await sourceOf(await app.post("/news", single, { as: admin, language: "en" }));
	expect(only).toContain("There is no English text: English pages show the Czech one.");
	expect(only).toContain("Nobody gets an email.");
});

test("after sending, the page says how many get the mail", async () => {
	const { status, headers } = await app.post(
		"/news",
		{ title: "Kolik mailů", body: "x", email: "on", returnTo: "/news" },
		{ as: admin },
	);
	expect(status).toBe(303);
	const [row] = await db
		.select()
		.from(auditLog)
		.innerJoin(news, and(eq(news.id, auditLog.subjectId), eq(news.title, "Kolik mailů")));
	const { mails = 0 } = (row?.audit_log.after ?? {}) as { mails?: number };
	expect(mails).toBeGreaterThan(0);
	expect(decodeURIComponent(headers.get("Set-Cookie") ?? "")).toContain(
		`"news.add.mailed","values":{"count":${mails}}`,
	);
});

test.each([
	[{ title: "Nadpis", body: "" }, ["Text: Enter the text"]],
	[{ title: "", body: "", titleEn: "Title" }, ["Text in English: The field is required"]],
	[{ title: "Nadpis", body: "Text", bodyEn: "Text" }, ["Title in English: The field is required"]],
	[{ title: "", body: "", titleEn: "", bodyEn: "" }, ["Title: Enter a title", "Text: Enter the text"]],
])("each language has a title and a text: %o is refused", async (typed, complaints) => {
	const response = await app.post("/news", typed, { as: admin, language: "en" });
	expect(response.status).toBe(400);
	expect(textsIn(await sourceOf(response), ".notice-danger li")).toEqual(complaints);
});

test("an edited item says the new text everywhere at once, and one press lets it say the old one again", async () => {
	const id = await publish({ title: "Překlep", body: "Startujeme v deset." });
	const saved = await edit(id, {
		title: "Oprava",
		body: "Startujeme v jedenáct.",
		titleEn: "Fix",
		bodyEn: "At 11.",
	});
	expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/news/${id}`]);
	expect(await textOf("/news", "cs")).toContain("Startujeme v\u00a0jedenáct.");
	expect(await textOf(`/news/${id}`, "en")).toContain("At 11.");
	expect(await apiItem(id)).toMatchObject({
		title: "Oprava",
		createdAt: "2025-07-12T16:05:00.000Z",
		updatedAt: "2025-07-12T17:00:00.000Z",
	});
	expect(await textOf(`/news/${id}/edit`, "cs", admin)).toContain("Startujeme v\u00a0deset.");
	for (const path of ["/news", `/news/${id}`]) expect(await textOf(path, "cs")).not.toContain("v\u00a0deset");

	const restored = await edit(id, { restore: "1" });
	expect([restored.status, restored.headers.get("Location")]).toEqual([303, `/news/${id}/edit`]);
	expect(await textOf(`/news/${id}`, "cs")).toContain("Startujeme v\u00a0deset.");
	expect(await textOf(`/news/${id}`, "en")).not.toContain("At 11.");
	const audited = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
	expect(audited.map(({ action }) => action)).toEqual(["news.add", "news.edit", "news.edit"]);
});

test("an item that somebody else has edited meanwhile is not overwritten: both texts are shown, and what was typed stays", async () => {
	const id = await publish({ title: "Dva najednou", body: "První." });
	const seen = await versionOf(id);
	await edit(id, { title: "Dva najednou", body: "Druhý." }, seen);
	const stale = await edit(id, { title: "Dva najednou", body: "Třetí." }, seen);
	expect(stale.status).toBe(409);
	const html = await sourceOf(stale);
	expect(textsIn(html, ".notice-warning tbody tr").join()).toMatch(/Text.*Třetí\..*Druhý\./);
	expect(textsIn(html, "#news-form textarea")[0]).toBe("Třetí.");
	expect(await apiItem(id)).toMatchObject({ body: "Druhý." });
	expect((await edit(id, { title: "Dva najednou", body: "Třetí." }, valueIn(html, "version"))).status).toBe(
		303,
	);
});

test("a pinned item stands above newer ones on pages, until it is unpinned; pinning changes neither its time nor the API", async () => {
	const old = createApp({ clock: "2025-07-11T08:00:00Z" });
	const id = await publish({ title: "Důležité", body: "Čtěte." }, old);
	const firstOn = async (path: string) =>
		elementsIn(await sourceOf(await later.get(path)), "article[id]")[0]?.getAttribute("id");
	expect(await firstOn("/news")).not.toBe(id);
	await edit(id, { title: "Důležité", body: "Čtěte.", pinned: "on" });
	expect([await firstOn("/news"), await firstOn("/")]).toEqual([id, id]);
	expect(await textOf(`/news/${id}`, "en")).toContain("Pinned");
	expect(await apiItem(id)).toMatchObject({ updatedAt: "2025-07-11T08:00:00.000Z" });
	expect((await json(await app.api("GET", "/api/news")))[0]._id).not.toBe(id);
	expect(elementsIn(await textOf(`/news/${id}/edit`, "en", admin), "#history")).toHaveLength(0);
	await edit(id, { title: "Důležité", body: "Čtěte." });
	expect(await firstOn("/news")).not.toBe(id);
});

test("an item has an address whose preview in messengers has its title and the beginning of its text", async () => {
	const id = await publish({ title: "Ke sdílení", body: `První odstavec.\n${"Dlouhý text. ".repeat(40)}` });
	const html = await sourceOf(await app.get(`/news/${id}`, { language: "cs" }));
	const meta = (name: string) =>
		elementsIn(html, `meta[property="og:${name}"]`)[0]?.getAttribute("content") ?? "";
	expect(meta("title")).toContain("Ke sdílení");
	expect(meta("description")).toMatch(/^První odstavec\. Dlouhý text\..{100,200} …$/);
	expect(elementsIn(html, 'meta[name="description"]')[0]?.getAttribute("content")).toBe(meta("description"));
	expect(elementsIn(await sourceOf(await app.get("/news")), `a[href="/news/${id}"]`)).toHaveLength(1);
	await app.api("DELETE", `/api/news/${id}`, undefined, { as: admin });
	expect((await app.get(`/news/${id}`)).status).toBe(404);
	expect((await app.get(`/news/${id}/edit`, { as: admin })).status).toBe(404);
});

test("an edit mails nobody, unless it is ticked: then each reads in the own language what has changed", async () => {
	const english = await createUser({ language: "en" });
	const id = await publish({ ...both, title: "Briefing jinde" });
	const mailsTo = async () =>
		(await json(await later.get("/dev/mail.json"))).filter(({ to }: { to: string }) => to === english.email);
	await edit(id, { ...both, title: "Briefing jinde", body: "Sejdeme se u věže." });
	expect(await mailsTo()).toEqual([]);
	const typed = { ...both, title: "Briefing jinde", titleEn: "Moved", bodyEn: "We meet at the tower." };
	const preview = await sourceOf(await edit(id, { ...typed, email: "on", intent: "preview" }));
	expect(textsIn(preview, "section[aria-labelledby=news-preview] li").join()).toMatch(/E-mail dostan/);
	expect(await mailsTo()).toEqual([]);
	const saved = await edit(id, { ...typed, email: "on" });
	expect(decodeURIComponent(saved.headers.get("Set-Cookie") ?? "")).toContain("news.edit.mailed");
	const mails = await mailsTo();
	expect(mails).toHaveLength(1);
	expect(mails[0].subject).toContain("Changed: Moved");
	expect(mails[0].text).toContain("We meet at the tower.");
	const rows = await db
		.select()
		.from(auditLog)
		.where(and(eq(auditLog.subjectId, id), eq(auditLog.action, "news.edit")));
	expect(rows.filter(({ after }) => JSON.stringify(after).includes('"mails"'))).toHaveLength(1);
});
