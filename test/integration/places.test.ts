import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditLog, outbox, registrations } from "~db/schema";
import { json } from "~test/support/app";
import { createAdmin, recordStatus } from "~test/support/factories";
import { elementsIn, linksIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import {
	applyList,
	beginEmpty,
	enters,
	entryNow,
	mailsQueued,
	placesPage,
	withPolicy,
} from "~test/support/place-rounds";
import { nthDay, test } from "~test/support/world";

/* Who gets in by the policy of an edition: the list that proposes, the press that applies it. */

const { db, app, final } = beginEmpty();

const flagsOf = async (entry: { readonly id: string }) => {
	const { accepted, isReserve } = await entryNow(entry);
	return { accepted, isReserve };
};
const has = { accepted: true, isReserve: false };
const waits = { accepted: true, isReserve: true };
const isNew = { accepted: false, isReserve: false };

async function decide(entry: { readonly id: string }, place: string, reason = "") {
	const admin = await createAdmin();
	return app.post("/admin/places", { entry: entry.id, place, reason }, { as: admin, language: "en" });
}

describe("applying the list", () => {
	test("nobody moves before the press; then places are given in the order of entry, and mails go", async ({
		admin,
	}) => {
		withPolicy("by-entry", 2);
		const [a, b, c] = [await enters("Adam"), await enters("Bor"), await enters("Cibulka")];
		const { html } = await placesPage(app, admin);
		expect(html).toContain("3 competitors move");
		expect([await flagsOf(a), await mailsQueued()]).toEqual([isNew, []]);
		const response = await applyList(app, admin);
		expect(response.status).toBe(303);
		expect([await flagsOf(a), await flagsOf(b), await flagsOf(c)]).toEqual([has, has, waits]);
		expect(await mailsQueued()).toEqual([
			"adam entry-accepted",
			"bor entry-accepted",
			"cibulka entry-accepted",
		]);
		expect((await placesPage(app, admin)).html).toContain("Nobody moves");
	});

	test("who cannot be accepted is named with what would happen: a place, or a wait among the reserves", async ({
		admin,
	}) => {
		withPolicy("by-entry", 1);
		for (const surname of ["Adam", "Bor", "Cibulka"]) await enters(surname, { startNumber: "7K" });
		const { html } = await placesPage(app, admin);
		expect(textsIn(html, ".notice-warning li")).toEqual([
			"7K – Jan Adam: Gets a place",
			"7K – Jan Bor: Joins the reserves",
			"7K – Jan Cibulka: Joins the reserves",
		]);
		expect(textsIn(html, ".notice-warning").join()).not.toContain("would get a place");
	});

	test("a withdrawal moves the next one up, with a mail that says so", async ({ admin }) => {
		withPolicy("by-entry", 1);
		const [a, b] = [await enters("Adam"), await enters("Bor")];
		await applyList(app, admin);
		await db.delete(outbox);
		await decide(a, "out", "Nemůže");
		expect(await flagsOf(a), "it only proposes").toEqual(has);
		await applyList(app, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([isNew, has]);
		expect(await mailsQueued()).toEqual(["bor entry-promoted"]);
	});

	test("from the final day on the unpaid lose their places to the paid, and the mail says why", async ({
		admin,
	}) => {
		withPolicy("by-entry", 1, "2025-04-15");
		const [a, b] = [await enters("Adam"), await enters("Bor", { paid: true })];
		await applyList(app, admin);
		await db.delete(outbox);
		const { html } = await placesPage(final, admin);
		expect(html).toContain("Loses the place: the entry fee is not paid");
		await applyList(final, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([waits, has]);
		const mails = await db.select().from(outbox);
		expect(mails.find(({ kind }) => kind === "entry-reserve")?.payload).toMatchObject({ why: "unpaid" });
	});

	test("who pays after the final day stands in the order again, which the mail and the list say, until organisers hold the place of who got it", async ({
		admin,
	}) => {
		withPolicy("by-entry", 1, "2025-04-15");
		const [a, b] = [await enters("Adam"), await enters("Bor", { paid: true })];
		await applyList(app, admin);
		await applyList(final, admin);
		const mails: { text: string }[] = await json(await final.get("/dev/mail.json"));
		expect(mails.map(({ text }) => text).join()).toContain("vrátíte se na své místo");
		await db.update(registrations).set({ paid: true }).where(eq(registrations.id, a.id));
		const { html } = await placesPage(final, admin);
		expect(html).toContain("Those who pay later are back in the order");
		expect(html).toContain("Loses the place: others are ahead of it");
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([waits, has]);
		await decide(b, "place", "Přijel za něj");
		await applyList(final, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([waits, has]);
	});

	test("a list that has changed since it was seen is not applied", async ({ admin }) => {
		withPolicy("by-entry", 1, "2025-04-15");
		const [a, b] = [await enters("Adam"), await enters("Bor", { paid: true })];
		const { seen } = await placesPage(final, admin);
		await app.api("PUT", `/api/registration/${a.id}/quick-actions`, { paid: true }, { as: admin });
		const refused = await final.post("/admin/places", { intent: "apply", seen }, { as: admin });
		expect(refused.headers.get("X-Refusal")).toBe("stale");
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([isNew, isNew]);
		await applyList(final, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, waits]);
	});

	test("a press that comes twice moves nobody twice", async ({ admin }) => {
		withPolicy("by-entry", 1);
		await enters("Adam");
		const { seen } = await placesPage(app, admin);
		const press = () => app.post("/admin/places", { intent: "apply", seen }, { as: admin });
		const answers = await Promise.all([press(), press()]);
		expect(answers.map(({ status }) => status)).toEqual([303, 303]);
		expect(await mailsQueued()).toEqual(["adam entry-accepted"]);
	});

	test("a payment in the moment of the press is never lost, and the list that is applied knew it or is refused", async ({
		admin,
	}) => {
		withPolicy("by-entry", 1, "2025-04-15");
		const [a, b] = [await enters("Adam"), await enters("Bor", { paid: true })];
		const { seen } = await placesPage(final, admin);
		const pay = () =>
			app.api("PUT", `/api/registration/${a.id}/quick-actions`, { paid: true }, { as: admin });
		const press = () => final.post("/admin/places", { intent: "apply", seen }, { as: admin });
		const [pressed] = await Promise.all([press(), pay()]);
		expect((await entryNow(a)).paid).toBe(true);
		const refused = pressed.headers.get("X-Refusal") === "stale";
		expect([await flagsOf(a), await flagsOf(b)]).toEqual(refused ? [isNew, isNew] : [waits, has]);
		await applyList(final, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, waits]);
	});

	test("who has flown keeps the place", async ({ admin }) => {
		withPolicy("by-entry", 1, "2025-04-15");
		const a = await enters("Adam", { accepted: true });
		const b = await enters("Bor", { paid: true });
		await recordStatus(a.id, nthDay(0), "HOME");
		await applyList(final, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, waits]);
	});

	test("a reserve that has flown does not lose the acceptance by the list", async ({ admin }) => {
		withPolicy("by-entry", 1);
		const a = await enters("Adam", { accepted: true, isReserve: true, placeByHand: "out" });
		await recordStatus(a.id, nthDay(0), "HOME");
		await applyList(app, admin);
		expect(await flagsOf(a)).toEqual(waits);
	});

	test("an entry whose start number another has stays, and the page says why", async ({ admin }) => {
		withPolicy("by-entry", 5);
		const a = await enters("Adam", { startNumber: "7K", accepted: true });
		const b = await enters("Bor", { startNumber: "7k" });
		const { html } = await placesPage(app, admin);
		expect(html).toContain("cannot be accepted");
		expect(linksIn(html)).toContainEqual(["7k – Jan Bor", `/registration/${b.id}`]);
		expect(html, "nothing to apply").not.toContain('value="apply"');
		await applyList(app, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, isNew]);
	});

	test("an edition without a policy has nothing to apply", async ({ admin }) => {
		const a = await enters("Adam");
		const response = await app.post("/admin/places", { intent: "apply", seen: "" }, { as: admin });
		expect(response.headers.get("X-Refusal")).toBe("not-found");
		expect(await flagsOf(a)).toEqual(isNew);
		expect((await placesPage(app, admin)).html).toContain("by hand");
	});
});

describe("wild cards and the ranking", () => {
	test("a wild card needs a reason, stands beside the places, and is audited with it", async ({ admin }) => {
		withPolicy("by-ranking", 1);
		const [a, b] = [await enters("Adam", { rankingPosition: 5 }), await enters("Bor")];
		expect((await decide(b, "wildcard")).headers.get("X-Refusal")).toBe("invalid-fields");
		expect((await entryNow(b)).isWildcard).toBe(false);
		await decide(b, "wildcard", "Junior z klubu");
		expect(await entryNow(b)).toMatchObject({ isWildcard: true, wildcardReason: "Junior z klubu" });
		const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "registration.wildcard"));
		expect(row).toMatchObject({ subjectId: b.id, after: { wildcardReason: "Junior z klubu" } });
		await applyList(app, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, has]);
		await decide(b, "no-wildcard");
		await applyList(app, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, waits]);
	});

	test("a wild card for who has a place moves nobody out, and the place goes to the next", async ({
		admin,
	}) => {
		withPolicy("by-ranking", 1);
		const a = await enters("Adam", { rankingPosition: 1 });
		const b = await enters("Bor", { rankingPosition: 2 });
		await applyList(app, admin);
		await db.delete(outbox);
		await decide(a, "wildcard", "Mistr republiky");
		await decide(a, "wildcard", "Mistr republiky");
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, waits]);
		await applyList(app, admin);
		expect([await flagsOf(a), await flagsOf(b)]).toEqual([has, has]);
		expect(await mailsQueued()).toEqual(["bor entry-promoted"]);
	});

	async function sendList(text: string) {
		const as = await createAdmin();
		const list = new File([text], "ranking.csv");
		return app.post("/admin/ranking", multipart({ list }), { as, language: "en" });
	}

	async function savePositions(positions: Record<string, string>, seen?: string) {
		const as = await createAdmin();
		const html = await sourceOf(await app.get("/admin/ranking", { as, language: "en" }));
		const key = seen ?? /name="seen" value="(\w+)"/.exec(html)?.[1] ?? "";
		return app.post("/admin/ranking", { seen: key, ...positions }, { as, language: "en" });
	}

	test("a file proposes positions by name and year; saving writes them, audited", async () => {
		withPolicy("by-ranking", 5);
		const a = await enters("Nováček", { birthDate: "1980-05-17" });
		const b = await enters("Malý", { birthDate: null });
		const response = await sendList("1\tNOVACEK Jan\t1980\n2\tJan Maly\t1990\n");
		expect(response.status).toBe(200);
		const html = await sourceOf(response);
		expect(html).toContain("1 competitor was found for certain.");
		expect(html).toContain("1 competitor is in doubt");
		expect(html).toMatch(new RegExp(`name="position-${a.id}"[^>]*value="1"`));
		expect((await entryNow(a)).rankingPosition, "a preview writes nothing").toBeNull();
		await savePositions({ [`position-${a.id}`]: "1", [`position-${b.id}`]: "none", [`asked-${b.id}`]: "" });
		expect([(await entryNow(a)).rankingPosition, (await entryNow(b)).rankingPosition]).toEqual([1, null]);
		const rows = await db.select().from(auditLog).where(eq(auditLog.action, "registration.ranking"));
		expect(rows).toMatchObject([{ subjectId: a.id, after: { rankingPosition: 1 } }]);
	});

	test("a name that stands twice asks, before all others, and a position of two is named with its lines", async () => {
		withPolicy("by-ranking", 5);
		const a = await enters("Adam", { birthDate: "1980-05-17" });
		const b = await enters("Bor", { birthDate: "1981-05-17" });
		const html = await sourceOf(
			await sendList("1\tJan Bor\t1981\n2\tJan Adam\t1980\n2\tJan Adam\t1980\n9\tEva Malá\t1990"),
		);
		expect(html).toContain("position 2: 2, 3");
		expect(
			elementsIn(html, `select[name="position-${a.id}"] option`).map((one) => one.getAttribute("value")),
		).toEqual(["", "2", "none"]);
		expect(valueIn(html, `position-${b.id}`)).toBe("1");
		expect(html.indexOf(`position-${a.id}`)).toBeLessThan(html.indexOf(`position-${b.id}`));
	});

	test("a list of 10,000 rows is compared with 60 entries", async () => {
		withPolicy("by-ranking", 35);
		const entries = [];
		for (let n = 0; n < 60; n++) entries.push(await enters(`Pilot${n}`));
		const rows = Array.from({ length: 10_000 }, (_, n) => `${n + 1}\tPILOT${9_999 - n} Jan\t1980`);
		const response = await sendList(rows.join("\n"));
		expect(response.status).toBe(200);
		const html = await sourceOf(response);
		expect(html).toContain("60 competitors were found for certain.");
		for (const [n, { id }] of [...entries.entries()].filter(([n]) => n % 20 === 0))
			expect(html).toMatch(new RegExp(`name="position-${id}"[^>]*value="${10_000 - n}"`));
	});

	test("whoever is in doubt must be decided, and a number must be one", async () => {
		withPolicy("by-ranking", 5);
		const a = await enters("Adam");
		const open = await savePositions({ [`position-${a.id}`]: "", [`asked-${a.id}`]: "" });
		const wrong = await savePositions({ [`position-${a.id}`]: "první" });
		expect([open, wrong].map(({ headers }) => headers.get("X-Refusal"))).toEqual([
			"invalid-fields",
			"invalid-fields",
		]);
		expect((await entryNow(a)).rankingPosition).toBeNull();
	});

	test("positions that somebody else has changed meanwhile are not overwritten", async () => {
		withPolicy("by-ranking", 5);
		const a = await enters("Adam");
		const as = await createAdmin();
		const html = await sourceOf(await app.get("/admin/ranking", { as }));
		const seen = /name="seen" value="(\w+)"/.exec(html)?.[1] ?? "";
		await savePositions({ [`position-${a.id}`]: "3" });
		const late = await savePositions({ [`position-${a.id}`]: "4" }, seen);
		expect(late.headers.get("X-Refusal")).toBe("stale");
		expect((await entryNow(a)).rankingPosition).toBe(3);
	});

	test.each([
		["no file", "", "Please choose"],
		["no rows", "rank,name,year\n", "the file is empty"],
		["a wrong line", "1,Jan Novák,1980\nx,Eva,1990\n", "Line 2"],
	])("%s is refused with its reason", async (_, text, said) => {
		withPolicy("by-ranking", 5);
		await enters("Adam");
		const response = await sendList(text);
		expect(response.status).toBe(400);
		if (text !== "") expect(await sourceOf(response)).toContain(said);
	});
});
