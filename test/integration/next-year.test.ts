import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect } from "vitest";
import { storeLogo } from "~/lib/season/logos.server";
import {
	auditLog,
	documents,
	editionSettings,
	editionState,
	gliderTypes,
	invitations,
	logos,
	outbox,
	registrations,
	users,
} from "~db/schema";
import { createApp, json } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { draftHost, draftOf, draftYear, keepDrafts } from "~test/support/draft";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, sourceOf, textsIn } from "~test/support/html";
import { setEdition } from "~test/support/set-edition";
import { testEdition } from "~test/support/test-edition";
import { test } from "~test/support/world";

const clock = "2025-07-15T10:00:00Z";
const here = "/admin/next-year";
const next = draftOf(draftYear);
const coming = next.title;

keepDrafts(next);

const app = createApp({ clock });
const draftDb = () => databaseOf(draftYear);
const onePixel = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
	(letter) => letter.charCodeAt(0),
);
type Person = { readonly id: string };

// Settings and organisers of one test are no matter of the next.
afterEach(async () => {
	for (const year of [testEdition.year, draftYear]) await databaseOf(year).delete(editionSettings);
	await draftDb().update(users).set({ role: null });
});

/** The form of the page as a browser without scripts would send it, with other ticks. */
async function ticksOf(admin: Person, ticks: Readonly<Record<string, readonly string[]>> = {}) {
	const html = await sourceOf(await app.get(here, { as: admin, language: "en" }));
	const form = new URLSearchParams();
	for (const box of elementsIn(html, "#take input[type=checkbox]")) {
		const [name = "", value = ""] = [box.getAttribute("name"), box.getAttribute("value")];
		const isTicked = ticks[name]?.includes(value) ?? box.hasAttribute("checked");
		if (isTicked) form.append(name, value);
	}
	return form;
}

/** Looks at what ticked things would bring. */
async function previewed(admin: Person, form: URLSearchParams) {
	form.set("intent", "preview");
	const html = await sourceOf(await app.post(here, form, { as: admin, language: "en" }));
	expect(textsIn(html, ".notice-error li")).toEqual([]);
	return { html, key: attributeIn(html, "[name=previewed]", "value") ?? "" };
}

async function taken(admin: Person, ticks: Readonly<Record<string, readonly string[]>> = {}) {
	const form = await ticksOf(admin, ticks);
	const { html, key } = await previewed(admin, form);
	form.set("intent", "take");
	form.set("previewed", key);
	return { html, response: await app.post(here, form, { as: admin, language: "en" }) };
}

type App = ReturnType<typeof createApp>;

const press = (admin: Person, intent: string, previewed = "", by = app) =>
	by.post(here, { intent, previewed }, { as: admin, language: "en" });

/** Looks at what opening does. @returns the page, and what the press that opens says it has seen */
async function shownOpening(admin: Person, by: App = app) {
	const html = await sourceOf(await press(admin, "preview-open", "", by));
	return { html, key: attributeIn(html, "[name=previewed]", "value") ?? "" };
}

async function openedAt() {
	const [state] = await draftDb().select().from(editionState);
	return state?.openedAt ?? null;
}

async function settingsOfDraft() {
	const rows = await draftDb().select().from(editionSettings);
	return Object.fromEntries(rows.map(({ key, value }) => [key, value?.is]));
}

describe("an organiser takes over into the draft", () => {
	test("what was set, with dates on the same weekdays and the year in its texts", async ({ admin }) => {
		await setEdition(app, admin, "dates", {
			"competition/from": "2025-07-05",
			"competition/to": "2025-07-19",
			signupUntil: "2025-06-30T20:00",
		});
		await setEdition(app, admin, "texts", { title: "Plachtařský pohár 2025" });
		const { html, response } = await taken(admin);
		expect(textsIn(html, "tbody tr").join("\n")).toContain("Plachtařský pohár 2026");
		expect(response.status).toBe(303);
		expect(await settingsOfDraft()).toMatchObject({
			"competition.from": "2026-07-04",
			"competition.to": "2026-07-18",
			signupUntil: "2026-06-29T18:00:00.000Z",
			title: "Plachtařský pohár 2026",
			contestId: null,
		});
		const organiser = await createAdmin({}, draftYear);
		const draft = createApp({ clock, host: draftHost });
		const group = await sourceOf(await draft.get("/admin/settings/texts", { as: organiser, language: "en" }));
		expect(group).toContain("Taken over from the previous year");
		const days = await json(await draft.api("GET", "/api/days", undefined, { as: organiser }));
		expect(days).toHaveLength(15);
	});

	test("only what is ticked, and never an entry, an account or a log", async ({ admin, entry: _ }) => {
		await setEdition(app, admin, "texts", { title: "Jiný pohár" });
		await taken(admin, { group: [], gliders: [], document: [], person: [] });
		expect(await settingsOfDraft()).toEqual({});
		const people = await draftDb().$count(users);
		await taken(admin);
		expect(await settingsOfDraft()).toMatchObject({ title: "Jiný pohár" });
		expect(await draftDb().$count(registrations)).toBe(0);
		expect(await draftDb().$count(users)).toBe(people);
	});

	test("glider types with their indices, ticked documents, and people by invitation", async ({ admin }) => {
		const [type] = await databaseOf().select().from(gliderTypes).limit(1);
		await databaseOf()
			.update(gliderTypes)
			.set({ index: 77.7 })
			.where(eq(gliderTypes.id, type?.id ?? ""));
		const document = new FormData();
		document.set("document", new File(["%PDF-1.4 propozice"], "Propozice.pdf"));
		document.set("folder", "rules");
		expect((await app.post("/documents", document, { as: admin })).status).toBe(303);
		const [row] = await databaseOf().select().from(documents);
		const scorer = await createUser({ role: "scorer" });
		const { html } = await taken(admin, { document: [row?.id ?? ""], person: [admin.id, scorer.id] });
		expect(html).toContain(scorer.email);
		const [index] = await draftDb()
			.select({ index: gliderTypes.index })
			.from(gliderTypes)
			.where(eq(gliderTypes.name, type?.name ?? ""));
		expect(index).toEqual({ index: 77.7 });
		expect(await draftDb().select().from(documents)).toMatchObject([
			{ name: "Propozice.pdf", folder: "rules" },
		]);
		const invited = await draftDb().select().from(invitations);
		expect(invited.map(({ email, role, createdBy }) => [email, role, createdBy])).toEqual(
			expect.arrayContaining([
				[admin.email, "organiser", null],
				[scorer.email, "scorer", null],
			]),
		);
		const mails = await draftDb().select().from(outbox).where(eq(outbox.kind, "invitation"));
		expect(mails.map(({ recipient }) => recipient)).toEqual(
			expect.arrayContaining([admin.email, scorer.email]),
		);
		const again = await sourceOf(await app.get(here, { as: admin, language: "en" }));
		expect(again).toContain("invited already");
	});

	test("logos as files of its own, which stay when those of the year before go", async ({ admin }) => {
		const ctx = contextOf({ year: testEdition.year, now: new Date(clock) });
		const stored = await storeLogo(ctx, new File([onePixel], "logo.png"));
		const logo = stored.ok ? stored.value : "";
		const [, sha256 = ""] = /(\w{64})/.exec(logo) ?? [];
		const is = [{ name: "Svahové létání", logo, url: null }];
		const version = { version: 1, changedAt: new Date(clock) };
		await databaseOf()
			.insert(editionSettings)
			.values({ ...version, key: "sponsors", value: { is } });
		expect((await taken(admin)).response.status).toBe(303);
		expect((await draftDb().select().from(logos)).map(({ key }) => key)).toEqual([
			`${draftYear}/logos/${sha256}`,
		]);
		await databaseOf().delete(logos);
		await env.FILES.delete(`${testEdition.year}/logos/${sha256}`);
		const organiser = await createAdmin({}, draftYear);
		const draft = createApp({ clock, host: draftHost });
		expect(await sourceOf(await draft.get("/", { as: organiser }))).toContain(logo);
		const shown = await draft.get(logo, { as: organiser });
		expect(new Uint8Array(await shown.arrayBuffer())).toEqual(onePixel);
		expect((await draft.get(logo)).status).toBe(404);
	});

	test("nothing that another one has changed since it was shown", async ({ admin }) => {
		const form = await ticksOf(admin);
		const { key } = await previewed(admin, form);
		await setEdition(app, admin, "texts", { title: "Mezitím" });
		form.set("intent", "take");
		form.set("previewed", key);
		const response = await app.post(here, form, { as: admin, language: "en" });
		expect(response.status).toBe(200);
		expect(await sourceOf(response)).toContain("Mezitím");
	});

	test("is nobody else's business", async ({ admin, user }) => {
		const scorer = await createUser({ role: "scorer" });
		expect((await app.get(here, { as: user })).status).toBe(403);
		expect((await app.get(here, { as: scorer })).status).toBe(403);
		const old = createApp({ clock, host: "2024.localhost" });
		expect((await old.get(here, { as: await createAdmin({}, 2024) })).status).toBe(404);
		const overview = await sourceOf(await app.get("/admin", { as: admin, language: "en" }));
		expect(overview).toContain("Next year");
	});
});

describe("an organiser opens the draft", () => {
	test("not before it has an organiser, and a class in it a name", async ({ admin }) => {
		const before = await sourceOf(await press(admin, "preview-open"));
		expect(before).toContain("no organiser yet");
		expect((await press(admin, "open")).status).toBe(409);
		await createAdmin({}, draftYear);
		const [club, ...others] = testEdition.classes;
		const is = [{ ...club, name: { cs: " ", en: " " } }, ...others];
		await draftDb()
			.insert(editionSettings)
			.values({ key: "classes", version: 90, value: { is }, changedAt: new Date(clock) });
		expect(await sourceOf(await press(admin, "preview-open"))).toContain("has no name");
		expect((await press(admin, "open")).status).toBe(409);
	});

	test("once, and the year before closes on every page, in the archive, the API, feeds and jobs", async ({
		admin,
	}) => {
		const organiser = await createAdmin({}, draftYear);
		const { html, key } = await shownOpening(admin);
		expect(html).toContain("is being flown");
		const presses = await Promise.all([press(admin, "open", key), press(admin, "open", key)]);
		// Both of one press that was made twice say that it is open.
		const answers = presses.map(({ status, headers }) => [status, headers.get("Location")]);
		expect(answers).toEqual([
			[303, "/"],
			[303, "/"],
		]);
		expect(await openedAt()).toEqual(new Date(clock));
		const main = createApp({ clock, host: "localhost" });
		expect(await sourceOf(await main.get("/"))).toContain(coming);
		expect(await json(await main.get("/api"))).toMatchObject({ edition: draftYear });
		expect(await (await main.get("/news.atom")).text()).toContain(coming);
		expect(await (await main.get("/calendar.ics")).text()).toContain(String(draftYear));
		const archive = await sourceOf(await main.get("/archive"));
		expect(archive).toContain(`http://${testEdition.year}.localhost:8787/`);
		const home = await sourceOf(await app.get("/"));
		expect(home).toContain(coming);
		expect((await app.get(here, { as: admin })).status).toBe(404);
		const opened = await databaseOf().select().from(auditLog).where(eq(auditLog.action, "next-year.open"));
		expect(opened).toHaveLength(1);
		const mails = await databaseOf().select().from(outbox).where(eq(outbox.kind, "year-opened"));
		expect(mails.map(({ recipient }) => recipient)).toContain(admin.email);
		const there = await draftDb().select().from(outbox).where(eq(outbox.kind, "year-opened"));
		expect(there.map(({ recipient }) => recipient)).toContain(organiser.email);
	});

	test("not as it was shown, when the day has changed since: what opening does now is shown first", async ({
		admin,
	}) => {
		await createAdmin({}, draftYear);
		const before = await shownOpening(admin, createApp({ clock: "2025-07-22T21:59:00Z" }));
		expect(before.html).toContain("takes flight logs until two days after");
		const midnight = createApp({ clock: "2025-07-22T22:01:00Z" });
		const pressed = await press(admin, "open", before.key, midnight);
		const html = await sourceOf(pressed);
		expect([pressed.status, html.includes("takes no more flight logs"), await openedAt()]).toEqual([
			200,
			true,
			null,
		]);
		const key = attributeIn(html, "[name=previewed]", "value") ?? "";
		expect((await press(admin, "open", key, midnight)).status).toBe(303);
		expect(await openedAt()).toEqual(new Date("2025-07-22T22:01:00Z"));
	});

	test("not on the day after its own last one", async ({ admin }) => {
		await createAdmin({}, draftYear);
		const { key } = await shownOpening(admin, createApp({ clock: `${next.competition.to}T21:59:00Z` }));
		expect(key).not.toBe("");
		const late = await press(admin, "open", key, createApp({ clock: `${next.competition.to}T22:01:00Z` }));
		expect(late.status).toBe(409);
		expect(await sourceOf(late)).toContain("competition of the draft is over");
		expect(await openedAt()).toBeNull();
	});
});

describe("of two drafts", () => {
	const later = draftOf(draftYear + 1);
	keepDrafts(later);
	const bound = { env: { [`DB_${later.year}`]: env.DB_2020 } as Partial<Env> };

	test("the later one is offered to organisers of the earlier one, once that is open", async ({ admin }) => {
		const organiser = await createAdmin({}, draftYear);
		const running = createApp({ clock, ...bound });
		const offered = await sourceOf(await running.get(here, { as: admin, language: "en" }));
		expect(offered).toContain(`${coming} (`);
		expect(offered).toContain("Another draft is prepared as well");
		const { key } = await shownOpening(admin, running);
		expect((await press(admin, "open", key, running)).status).toBe(303);
		const opened = createApp({ clock, host: draftHost, ...bound });
		const then = await sourceOf(await opened.get(here, { as: organiser, language: "en" }));
		expect(then).toContain(`${later.title} (`);
		expect(then).not.toContain("Another draft");
		const stranger = createApp({ clock, host: `${later.year}.localhost`, ...bound });
		expect(await sourceOf(await stranger.get("/"))).not.toContain(later.title);
	});
});
