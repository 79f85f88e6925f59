import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog, outbox, registrations, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, sourceOf, textsIn } from "~test/support/html";
import { ids, test } from "~test/support/world";

/* The organisers' choices in the starting list: an address each, with its number, and a mail to those who are shown. */

const db = databaseOf();
const app = createApp({ clock: "2025-05-01T10:00:00Z" });
let admin: { id: string };
const kombi = ids.kombi;

beforeEach(async () => {
	await db.delete(registrations);
	await db.delete(outbox);
	await db.delete(auditLog);
	await db.delete(users);
	admin = await createAdmin();
	await named("Waiting", {});
	await named("Unpaid", { accepted: true });
	await named("Paid", {
		accepted: true,
		paid: true,
		startNumber: "7k",
		requestedChange: { startNumber: "9K" },
	});
	await named("Reserve", { accepted: true, isReserve: true });
	await named("Kombi", { accepted: true, startNumber: "7K", competitionClassId: kombi });
});

async function named(surname: string, values: Partial<typeof registrations.$inferInsert>) {
	const user = await createUser({ surname, email: `${surname.toLowerCase()}@example.com` });
	return createRegistration({ ...values, userId: user.id });
}

const page = async (path: string, language: "cs" | "en" = "en") =>
	sourceOf(await app.get(path, { as: admin, language }));

const shownIn = (html: string) => textsIn(html, "tbody th > a").map((name) => name.replace("Jana ", ""));

test.each([
	["waiting", ["Waiting"]],
	["changes", ["Paid"]],
	["unpaid", ["Unpaid", "Kombi"]],
	["reserve", ["Reserve"]],
	["duplicates", ["Paid", "Kombi"]],
	["nothing of the kind", ["Paid", "Waiting", "Unpaid", "Reserve", "Kombi"]],
])("the address of the filter %s shows exactly its entries", async (filter, surnames) => {
	const html = await page(`/starting-list?filter=${encodeURIComponent(filter)}`);
	expect(shownIn(html).sort()).toEqual([...surnames].sort());
});

test("each filter is a link with its number, and stays while the list is searched and sorted", async () => {
	const html = await page("/starting-list?filter=unpaid&q=kombi");
	expect(shownIn(html)).toEqual(["Kombi"]);
	const [tabs = ""] = elementsIn(html, 'nav[aria-label="Entries by state"]');
	expect(textsIn(tabs, "a")).toEqual([
		"All",
		// The filters that the search leaves somebody in.
		"Not paid 1",
		"Number used twice 1",
		"What is missing",
	]);
	expect(await page("/starting-list?filter=withdrawn")).toContain("Withdrawn <");
	expect(attributeIn(tabs, '[aria-current="page"]', "href")).toBe("/starting-list?filter=unpaid&q=kombi");
	expect(hiddenIn(elementsIn(html, 'form[role="search"]')[0] ?? "")).toEqual({ filter: "unpaid" });
	const ofClass = await page("/starting-list?filter=unpaid&class=club");
	expect(shownIn(ofClass)).toEqual(["Unpaid"]);
	expect(textsIn(ofClass, 'nav[aria-label="Entries by state"] .badge')).toEqual(["1", "1", "1", "1", "1"]);
});

test("the classes have the numbers of what else is chosen", async () => {
	const tabs = async (search: string) =>
		textsIn(await page(`/starting-list${search}`), ".tabs .button").map((text) => text.replace(/\s+/g, " "));
	expect(await tabs("")).toEqual(["All classes 5", "Club 4", "Kombi 1"]);
	expect(await tabs("?filter=unpaid")).toEqual(["All classes 2", "Club 1", "Kombi 1"]);
	expect(await tabs("?filter=unpaid&class=club")).toEqual(["All classes 2", "Club 1", "Kombi 1"]);
	expect(await tabs("?q=paid")).toEqual(["All classes 2", "Club 2", "Kombi 0"]);
	const forVisitors = await sourceOf(await app.get("/starting-list?q=kombi", { language: "en" }));
	expect(textsIn(forVisitors, ".tabs .badge")).toEqual(["1", "0", "1"]);
});

test("where nobody waits the list has no column of boxes", async () => {
	const heads = async (path: string) => textsIn(await page(path), "thead th")[0];
	expect(await heads("/starting-list")).toBe("Select");
	expect(await heads("/starting-list?filter=unpaid")).toBe("Number");
});

test("a registration never breaks at its hyphen", async () => {
	for (const as of [null, admin]) {
		const html = await sourceOf(await app.get("/starting-list", { as }));
		const marks = elementsIn(html, "tbody td *").filter(
			(one) => one.children.length === 0 && one.textContent.startsWith("OK-"),
		);
		expect(marks.length).toBeGreaterThan(0);
		for (const mark of marks) expect(mark.classList.contains("unbroken")).toBe(true);
	}
});

test("visitors and competitors have no filters", async () => {
	for (const as of [null, await createUser()]) {
		const html = await sourceOf(await app.get("/starting-list?filter=reserve", { as, language: "en" }));
		expect(html).toContain("Jana Paid");
		expect(html).not.toContain("Entries by state");
	}
});

test("the dashboard leads to each filter, with the same number", async () => {
	const html = await page("/admin");
	for (const [filter, words] of [
		["waiting", "1 entry is waiting to be accepted"],
		["changes", "1 competitor asks for a change of an entry"],
		["unpaid", "2 competitors have not paid"],
		["reserve", "1 competitor is a reserve"],
		["duplicates", "2 entries share their start number"],
	] as const) {
		expect(textsIn(html, `a[href="/starting-list?filter=${filter}"]`)).toEqual([words]);
		const list = await page(`/starting-list?filter=${filter}`);
		expect(shownIn(list)).toHaveLength(Number(words.split(" ")[0]));
	}
});

/** Follows the link that writes to those who are shown at an address of the list. */
async function messageTo(address: string) {
	const html = await page(address);
	const link = elementsIn(html, "a").find(({ textContent }) => textContent.startsWith("Write to "));
	if (!link) throw new Error("there is no link that writes to them");
	return page(link.getAttribute("href")?.replace("#message", "") ?? "");
}

test("a message goes to exactly those who were shown, even if one pays meanwhile", async () => {
	await createUser({ surname: "Bystander" });
	const html = await messageTo("/starting-list?filter=unpaid");
	const [form = ""] = elementsIn(html, "#message-form");
	expect(textsIn(form, "li")).toEqual(["Kombi Jana (kombi@example.com)", "Unpaid Jana (unpaid@example.com)"]);
	expect(attributeIn(form, 'a[href^="mailto:"]', "href")).toBe(
		"mailto:?bcc=kombi@example.com,unpaid@example.com",
	);
	await db.update(registrations).set({ paid: true });

	const fields = { ...hiddenIn(form), subject: "", body: "Please pay." };
	const refused = await app.post("/users", fields, { as: admin, language: "en" });
	expect(refused.status).toBe(400);
	expect(textsIn(await refused.text(), "#message-form li")).toContain("Unpaid Jana (unpaid@example.com)");

	const message = { ...fields, subject: "Entry fee" };
	const preview = await sourceOf(await app.post("/users", message, { as: admin, language: "en" }));
	expect(preview).toContain("Preview of the message to 2 people");
	const [section = ""] = elementsIn(preview, '[aria-labelledby="preview-title"]');
	expect(textsIn(section, "li")).toEqual([
		"Kombi Jana (kombi@example.com)",
		"Unpaid Jana (unpaid@example.com)",
	]);
	expect((await app.post("/users", hiddenIn(section), { as: admin })).status).toBe(303);
	const mails = await db.select().from(outbox);
	expect(mails.map(({ recipient }) => recipient).sort()).toEqual(["kombi@example.com", "unpaid@example.com"]);
	const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "message.send"));
	expect(row?.after).toMatchObject({ mails: 2, to: [expect.any(String), expect.any(String)] });
});

test("a mail to everybody in the list is no larger than a request may be", async () => {
	for (let i = 0; i < 210; i += 1) await named(`Crowd${i}`, {});
	const html = await messageTo("/starting-list");
	const [form = ""] = elementsIn(html, "#message-form");
	const message = { ...hiddenIn(form), subject: "Briefing", body: "At 9:30." };
	const preview = await sourceOf(await app.post("/users", message, { as: admin, language: "en" }));
	expect(preview).toContain("Preview of the message to 215 people");
});

test("class, search and completion narrow down the recipients too", async () => {
	expect(textsIn(await messageTo("/starting-list?filter=unpaid&class=club"), "#message-form li")).toEqual([
		"Unpaid Jana (unpaid@example.com)",
	]);
	expect(textsIn(await messageTo("/starting-list?q=reserve"), "#message-form li")).toEqual([
		"Reserve Jana (reserve@example.com)",
	]);
});

test("who erased the account is no recipient, and without recipients nothing is sent", async () => {
	await db.update(users).set({ erasedAt: new Date() }).where(eq(users.surname, "Reserve"));
	await expect(messageTo("/starting-list?filter=reserve")).rejects.toThrow("no link");
	const fields = { to: "chosen", recipients: "nobody", subject: "x", body: "x", step: "send" };
	expect((await app.post("/users", fields, { as: admin })).status).toBe(400);
	expect(await db.$count(outbox)).toBe(0);
});

test("the search finds the variable symbol that the list shows", async () => {
	const [symbol = ""] =
		/VS (\d{8})/.exec((await page("/starting-list")).replaceAll("\u00a0", " "))?.slice(1) ?? [];
	expect(symbol).toMatch(/^2025/);
	expect(shownIn(await page(`/starting-list?q=${symbol}`))).toHaveLength(1);
});

test("one link ticks the boxes of all who wait among those shown, and each row says its state on paper", async () => {
	const boxes = async (path: string) =>
		elementsIn(await page(path), 'tbody input[name="entry"][type="checkbox"]');
	const ticked = async (path: string) =>
		(await boxes(path)).filter((box) => box.hasAttribute("checked")).length;
	const html = await page("/starting-list?filter=waiting");
	const link = elementsIn(html, "a").find(({ textContent }) => textContent === "Select all");
	expect(await ticked("/starting-list?filter=waiting")).toBe(0);
	const address = link?.getAttribute("href") ?? "";
	expect(await ticked(address)).toBe((await boxes(address)).length);
	expect(await ticked(address)).toBeGreaterThan(0);
	expect(textsIn(await page("/starting-list?filter=unpaid"), ".print-only")).toContain("Accepted · Not paid");
});

test("the filter by completion says whom it is about, and the entry form of a late entrant does not", async () => {
	const note = "For competitors of the first competition day";
	expect(await page("/starting-list")).toContain(note);
	const late = await sourceOf(await app.get("/registration", { as: await createUser(), language: "en" }));
	expect(late).not.toContain("first competition day");
});

test("visitors read who has paid where the edition shows it", async () => {
	const paid = async () =>
		textsIn(
			await sourceOf(await app.get("/starting-list", { language: "en" })),
			".public-list .badge",
		).filter((words) => words === "Paid");
	expect(await paid()).toEqual([]);
	changeEdition({ showsPaid: true });
	expect(await paid()).not.toEqual([]);
});

test("all are ticked also beyond the page, and all of them are accepted, but for those that cannot be, which the page names", async () => {
	for (let i = 0; i < 230; i += 1) await named(`Crowd${i}`, { accepted: false, startNumber: `C${i}` });
	await named("Twin", { accepted: false, startNumber: "C7" });
	const list = await page("/starting-list?filter=waiting&choose=all");
	const ticked = elementsIn(list, '#accept-entries [name="entry"], tbody [type="checkbox"][checked]');
	const chosen = ticked.map((box) => box.getAttribute("value") ?? "");
	expect(chosen).toHaveLength(232);
	expect(elementsIn(list, 'tbody [type="checkbox"]')).toHaveLength(200);
	const form = new FormData();
	form.append("intent", "accept");
	for (const id of chosen) form.append("entry", id);
	const before = await db.$count(registrations, eq(registrations.accepted, true));
	const html = await sourceOf(
		await app.post("/starting-list?filter=waiting", form, { as: admin, language: "en" }),
	);
	expect(await db.$count(registrations, eq(registrations.accepted, true))).toBe(before + 230);
	expect(textsIn(html, ".notice-success")).toEqual(["230 entries accepted"]);
	expect(textsIn(html, '[role="alert"] li')).toEqual([
		"C7 Jana Crowd7: another entry of the class has the same start number",
		"C7 Jana Twin: another entry of the class has the same start number",
	]);
	expect(shownIn(html)).toEqual(["Crowd7", "Twin"]);
});
