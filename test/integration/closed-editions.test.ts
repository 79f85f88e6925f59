import { describe, expect, test } from "vitest";
import { igcFiles, registrations, users } from "~db/schema";
import { newcomer } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { entryBody, entryForm, idsOf } from "~test/support/entries";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { attributeIn, elementsIn, plain, textsIn } from "~test/support/html";
import { uploadBody } from "~test/support/igc";

const db = databaseOf(2024);
/** 2024 ended on 13 July, and 2025 is its successor. */
const old = (clock: string) => createApp({ clock, host: "2024.localhost" });
const later = "2025-04-02T10:00:00Z";

describe("an edition with a successor", () => {
	test("makes no accounts, on the page and by the API", async () => {
		const app = old(later);
		const page = await (await app.get("/signup", { language: "en" })).text();
		expect(page).toContain("Signup is closed.");
		expect(elementsIn(page, "input[name=email][disabled]")).toHaveLength(1);
		expect((await app.post("/signup", newcomer())).status).toBe(403);
		const response = await app.api("POST", "/api/users", newcomer());
		expect([response.status, await response.json()]).toEqual([403, { msg: "Signup is not open." }]);
		expect(await db.$count(users)).toBe(0);
	});

	test("takes and changes no entries, except by organisers", async () => {
		const ids = idsOf(await seedReference(2024));
		const app = old(later);
		const user = await createUser({}, 2024);
		for (const [language, words] of [
			["cs", "Přihlášky už nelze podat ani měnit."],
			["en", "Entries are closed."],
		] as const) {
			const page = await (await app.get("/registration", { as: user, language })).text();
			expect(page).toContain(words);
			expect(elementsIn(page, "#entry fieldset[disabled]")).not.toHaveLength(0);
		}
		const form = { ...entryForm(ids), intent: "enter", formKey: crypto.randomUUID() };
		expect((await app.post("/registration", form, { as: user })).status).toBe(403);
		const sent = await app.api("POST", "/api/registration", entryBody(ids), { as: user });
		expect([sent.status, await sent.json()]).toEqual([403, { msg: "Entries are closed." }]);
		expect(await db.$count(registrations)).toBe(0);

		const entry = await createRegistration({}, 2024);
		const back = await app.post("/registration", { intent: "withdraw-change" }, { as: { id: entry.userId } });
		expect(back.headers.get("Set-Cookie")).toContain("server.entries-closed");
		const own = await app.api("PUT", "/api/registration", entryBody(ids), { as: { id: entry.userId } });
		expect(own.status).toBe(403);
		const path = `/api/registration/${entry.id}`;
		const amended = await app.api("PUT", path, entryBody(ids), { as: await createAdmin({}, 2024) });
		expect(amended.status).toBe(200);
	});

	test("takes flight logs for two days after its last day, then no more", async () => {
		const { competitionDays } = await seedReference(2024);
		const entry = await createRegistration({ accepted: true }, 2024);
		const lastDay = competitionDays.at(-1);
		const upload = () => uploadBody(entry.id, lastDay?.id ?? "", { date: lastDay?.date });
		const evening = old("2024-07-15T21:59:00Z");
		expect(elementsIn(await (await evening.get("/igc")).text(), "input[type=file]")).toHaveLength(1);
		expect((await evening.api("POST", "/api/igc", upload())).status).toBe(201);

		const nextDay = old("2024-07-15T22:00:00Z");
		const sent = await nextDay.api("POST", "/api/igc", upload());
		expect([sent.status, await sent.json()]).toEqual([403, { msg: "Flight logs are no longer accepted." }]);
		expect((await nextDay.post("/igc/upload", upload())).status).toBe(403);
		expect((await nextDay.post("/igc", upload())).status).toBe(403);
		expect(await db.$count(igcFiles)).toBe(1);
		for (const [language, words, invitation] of [
			["cs", "Záznamy letů tohoto ročníku se už nepřijímají.", "Nahrajte záznam"],
			["en", "This edition no longer takes flight logs.", "Upload the flight log"],
		] as const) {
			const page = (await (await nextDay.get("/igc", { language })).text()).replaceAll("\u00a0", " ");
			expect(page).toContain(words);
			expect(page).not.toContain(invitation);
			expect(elementsIn(page, "input[type=file]")).toHaveLength(0);
			// Nor does the head ask for a log.
			expect(elementsIn(page, ".page-head p")).toHaveLength(0);
		}
	});

	test.each([
		["cs", /jakmile|objeví se|zatím nepř|od toho|Kdo letí/i],
		["en", /as soon as|they appear|will be|Who flies/i],
	] as const)("speaks of nothing that will come (%s)", async (language, future) => {
		await seedReference(2024);
		for (const path of ["/", "/news", "/results", "/results?view=daily", "/statuses"]) {
			const page = await (await old(later).get(path, { language })).text();
			expect(textsIn(page, "main").join(), path).not.toMatch(future);
		}
	});

	test("invites nobody to send a log or to sign up", async () => {
		await seedReference(2024);
		const linksOf = async (path: string) =>
			elementsIn(await (await old(later).get(path)).text(), "main a").map((link) =>
				link.getAttribute("href"),
			);
		expect(await linksOf("/")).not.toContain("/igc");
		const toLogin = await linksOf("/login");
		expect(toLogin.some((href) => href?.startsWith("/password-reset"))).toBe(true);
		expect(toLogin.filter((href) => href?.startsWith("/signup"))).toEqual([]);
	});

	test.each([
		["cs", "Tento ročník skončil.", "Přihlašování do tohoto ročníku skončilo."],
		["en", "This edition is finished.", "Signup for this edition is closed."],
	] as const)(
		"says on its home that it is finished, before that that signup is, and where the newest one is (%s)",
		async (language, finished, closed) => {
			for (const [clock, words] of [
				[later, finished],
				["2024-05-01T10:00:00Z", closed],
			] as const) {
				const page = await (await old(clock).get("/", { language })).text();
				expect(plain(textsIn(page, "p.home-signup").join())).toContain(words);
				expect(attributeIn(page, "p.home-signup a", "href")).toBe("http://localhost:8787/");
			}
			// While it flies, nothing of the next year stands above its classes.
			const page = plain(await (await old("2024-07-09T12:00:00Z").get("/", { language })).text());
			expect(textsIn(page, "p.home-signup")).toEqual([]);
			expect(page).not.toContain(finished);
			expect(textsIn(page, "p.text-muted").join()).toContain(closed);
		},
	);
});

test("the newest edition takes flight logs after its end, too", async () => {
	await seedReference();
	const page = await (await createApp({ clock: "2025-09-01T10:00:00Z" }).get("/igc")).text();
	expect(elementsIn(page, "input[type=file]")).toHaveLength(1);
});

describe("before signup opens", () => {
	const early = createApp({ clock: "2025-02-01T10:00:00Z" });

	test.each([
		["cs", "Účty od 1. 3.", "Glider Cup 2025: Začíná zakládání účtů"],
		["en", "Signup from 1 March", "Glider Cup 2025: Signup opens"],
	] as const)("the main action puts its date into the calendar (%s)", async (language, words, summary) => {
		const page = await (await early.get("/contacts", { language })).text();
		const action = "a.button-primary.main-action";
		expect(textsIn(page, action)[0]?.replaceAll("\u00a0", " ")).toContain(words);
		const address = attributeIn(page, action, "href") ?? "";
		const response = await early.get(address, { language });
		expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
		const text = await response.text();
		expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
		expect(text).toContain("DTSTART:20250301T110000Z\r\n");
		expect(text.replaceAll("\u00a0", " ")).toContain(`SUMMARY:${summary}\r\n`);
		expect(text).toContain("URL:http://localhost:8787/signup\r\n");
	});

	test("the home page offers the same beside the date", async () => {
		const page = await (await early.get("/")).text();
		expect(attributeIn(page, "p.home-signup a", "href")).toBe("/calendar.ics?event=signup");
	});
});
