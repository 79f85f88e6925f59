import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, registrations } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { entryBody, entryForm } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, labelIn, sourceOf, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { ids, test } from "~test/support/world";

/* An accepted competitor keeps class, start number and glider until an organiser agrees to a change; nobody takes a number that is taken. */

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
let admin: { id: string };
let pilot: { id: string; email: string };
let entry: { id: string };

beforeEach(async () => {
	await db.delete(registrations);
	await db.delete(auditLog);
	admin = await createAdmin();
	pilot = await createUser({ surname: "Ševčík" });
	entry = await createRegistration({ ...accepted, userId: pilot.id });
});

const accepted = {
	accepted: true,
	startNumber: "7K",
	registrationNumber: "OK-4708",
	hasEngine: true,
} as const;

const rowOf = async () => (await db.select().from(registrations).where(eq(registrations.id, entry.id)))[0];

/** The body of the accepted entry's values, with another glider and more. */
function body(glider: Partial<ReturnType<typeof entryBody>["glider"]>, other: object = {}) {
	const same = entryBody(ids);
	return { ...same, ...other, glider: { ...same.glider, ...glider } };
}

const put = (sent: object, as: { id: string } = pilot) => app.api("PUT", "/api/registration", sent, { as });

const page = async (path: string, as: { id: string } = pilot) =>
	(await sourceOf(await app.get(path, { as, language: "en" }))).replaceAll("\u00a0", " ");

/** Taps a button of the competitor's row without scripts. */
async function tap(intent: "accept-change" | "refuse-change") {
	const html = await page("/starting-list?filter=changes", admin);
	const [form = ""] = elementsIn(html, `form:has([value="${intent}"])`);
	return app.post("/starting-list?filter=changes", { ...hiddenIn(form), intent }, { as: admin });
}

describe("a start number that an accepted entry of the class has", () => {
	const taken = { startNumber: "form.registration.startNumber.taken" };
	const msg = "An accepted entry of this class has this start number already, choose another one";

	test("cannot be entered with, however it is written", async ({ user }) => {
		const enter = async (startNumber: string) => {
			const response = await app.api("POST", "/api/registration", body({ startNumber }), { as: user });
			return [response.status, await response.json()];
		};
		expect(await enter(" 7 k")).toEqual([400, { msg, errors: taken }]);
		expect(await enter("７Ｋ")).toEqual([400, { msg, errors: taken }]);
		expect(await enter("7\u1680K")).toEqual([400, { msg, errors: taken }]);
		const alike = { startNumber: "form.field.characters" };
		for (const unseen of ["7K\u200B", "7K\u200D"]) {
			expect(await enter(unseen)).toMatchObject([400, { errors: alike }]);
		}
		expect(await db.$count(registrations)).toBe(1);
		const kombi = { competitionClass: ids.kombi };
		const other = body({ gliderType: ids.kombiGlider }, kombi);
		expect((await app.api("POST", "/api/registration", other, { as: user })).status).toBe(201);
	});

	test("is said beside the field, with everything typed kept", async ({ user }) => {
		const form = { ...entryForm(ids), intent: "enter", aeroclub: "Aeroklub Mezihoří" };
		const response = await app.post("/registration", form, { as: user, language: "en" });
		const html = (await sourceOf(response)).replaceAll("\u00a0", " ");
		expect(response.status).toBe(400);
		expect(labelIn(html, "startNumber")).toContain("Start number");
		expect(textsIn(html, ".field-error").join()).toContain(msg);
		expect(html).toContain("Aeroklub Mezihoří");
	});

	test("cannot be changed to, by an organiser neither; the own one stays", async ({ user }) => {
		const waiting = await createRegistration({ userId: user.id, startNumber: "8K" });
		for (const [path, as] of [
			["/api/registration", user],
			[`/api/registration/${waiting.id}`, admin],
		] as const) {
			const response = await app.api("PUT", path, body({}), { as });
			expect([response.status, await response.json()]).toEqual([400, { msg, errors: taken }]);
		}
		expect((await put(body({}, { aeroclub: "Aeroklub Mezihoří" }))).status).toBe(200);
	});
});

describe("of two entries with one start number", () => {
	const accept = (id: string) =>
		app.api("PUT", `/api/registration/${id}/quick-actions`, { accepted: true }, { as: admin });
	const waitingWith = async (...numbers: readonly string[]) => {
		const rows = numbers.map(async (startNumber) => {
			return createRegistration({ userId: (await createUser()).id, startNumber });
		});
		return (await Promise.all(rows)).map(({ id }) => id);
	};
	const accepted = () => db.$count(registrations, eq(registrations.accepted, true));

	test("one is accepted, also by two organisers at once", async () => {
		const [same = "", ...twins] = await waitingWith(" 7 k", "9X", "9x");
		const refused = await accept(same);
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({
			errors: { startNumber: "form.registration.startNumber.taken" },
		});
		const sent = await Promise.all(twins.map(accept));
		expect(sent.map(({ status }) => status).sort()).toEqual([200, 400]);
		expect(await accepted()).toBe(2);
	});

	test("none is accepted by one click for many, which accepts the others and says why", async () => {
		const said: string[] = [];
		const [first = "", second = "", other = ""] = await waitingWith("9X", "9x", "9Y");
		for (const chosen of [
			[first, second],
			[other, ...(await waitingWith("7K"))],
		]) {
			const form = multipart({ intent: "accept", entry: chosen });
			const sent = await app.post("/starting-list", form, { as: admin, language: "en" });
			said.push(await sourceOf(sent));
		}
		expect(await accepted()).toBe(2);
		// What was done is a success, also beside what was not.
		const of = (kind: string) => said.map((html) => textsIn(html, `main .notice-${kind}`).join());
		expect(of("success")).toEqual(["", "1 entry accepted"]);
		for (const refusal of of("danger")) {
			expect(refusal).toContain("another entry of the class has the same start number");
			expect(refusal).not.toMatch(/entr(y|ies) accepted/);
		}
	});
});

describe("a change of an accepted entry", () => {
	test("waits: the answer has the old values, and what needs no consent is changed", async () => {
		const response = await put(body({ startNumber: "8K" }, { aeroclub: "Aeroklub Mezihoří" }));
		expect(response.status).toBe(200);
		const json = await response.json<{ aeroclub: string; glider: { startNumber: string } }>();
		expect([json.glider.startNumber, json.aeroclub]).toEqual(["7K", "Aeroklub Mezihoří"]);
		expect(await rowOf()).toMatchObject({ startNumber: "7K", requestedChange: { startNumber: "8K" } });
		expect(Object.keys(json)).not.toContain("requestedChange");
	});

	const waits =
		"The entry has been saved. The change of class, number or glider waits for an organiser’s consent.";

	test("is said to wait at the end of the answer, as long as it does, and of no other one", async () => {
		const answered = async (sent: object) => (await put(sent)).text();
		const own = async () => (await app.api("GET", "/api/registration", undefined, { as: pilot })).text();
		const changed = body({ startNumber: "8K" });
		for (let round = 0; round < 2; round += 1)
			expect(await answered(changed)).toBe((await own()).replace(/\}$/, `,"msg":"${waits}"}`));
		await tap("refuse-change");
		const same = { gliderType: (await rowOf())?.gliderTypeId };
		expect(await answered(body(same, { aeroclub: "Aeroklub Mezihoří" }))).toBe(await own());
		await db.update(registrations).set({ accepted: false });
		expect(await answered(changed)).toBe(await own());
	});

	test.each([
		["class", () => body({ gliderType: ids.kombiGlider }, { competitionClass: ids.kombi })],
		["registration", () => body({ registrationNumber: "OK-9999" })],
		["engine", () => body({ hasEngine: false })],
	])("of the %s waits too", async (_, sent) => {
		expect((await put(sent())).status).toBe(200);
		const { requestedChange, ...row } = (await rowOf()) ?? {};
		expect(requestedChange).not.toBeNull();
		expect(row).toMatchObject({ ...accepted, competitionClassId: ids.club });
	});

	test("is made at once before the acceptance", async () => {
		await db.update(registrations).set({ accepted: false });
		await put(body({ startNumber: "8K" }));
		expect(await rowOf()).toMatchObject({ startNumber: "8K", requestedChange: null });
	});

	test("is shown to the competitor, and taken back without scripts", async () => {
		const form = { ...entryForm(ids), intent: "update", startNumber: "8K", hasEngine: "on", version: "1" };
		const saved = await app.post("/registration", form, { as: pilot });
		const cookie = saved.headers.get("Set-Cookie") ?? "";
		expect(cookie).toContain("registration.update.waits");
		// It stays in the page: a toast would lie over the notice of the change.
		const headers = { Cookie: cookie.split(";")[0] ?? "" };
		const next = await sourceOf(await app.get("/registration", { as: pilot, language: "en", headers }));
		expect(elementsIn(next, ".notice-success[role=status]:not([data-flash])")).toHaveLength(1);
		const html = await page("/registration");
		const [notice] = elementsIn(html, 'section[aria-labelledby="waiting-change"]');
		expect(notice?.textContent).toContain("Start number: 7K → 8K");
		const takeBack = async () => {
			const answer = await app.post("/registration", { intent: "withdraw-change" }, { as: pilot });
			return answer.headers.get("Set-Cookie");
		};
		expect(await takeBack()).toContain("registration.change.withdrawn");
		expect((await rowOf())?.requestedChange).toBeNull();
		expect(await takeBack()).toContain("server.stale");
		expect(await page("/registration")).not.toContain("waiting-change");
	});

	test.each([
		["accept-change", "8K", "Změna přihlášky platí", "registration.accept-change"],
		["refuse-change", "7K", "Změna přihlášky byla odmítnuta", "registration.refuse-change"],
	] as const)("is decided with one tap: %s", async (intent, startNumber, subject, action) => {
		await createRegistration({ accepted: true, startNumber: "12" });
		await put(body({ startNumber: "8K" }));
		const list = await page("/starting-list?filter=changes", admin);
		expect(textsIn(list, "tbody th > a")).toEqual(["Jana Ševčík"]);
		expect(textsIn(list, 'a[aria-current="page"]')).toContain("Changes asked for 1");
		const decided = await tap(intent);
		expect(decided.headers.get("Location")).toContain("/starting-list?filter=changes");
		expect(await rowOf()).toMatchObject({ startNumber, requestedChange: null });
		const [mail] = await mailsTo(pilot.email);
		expect(mail?.subject).toContain(subject);
		expect(mail?.text).toContain("7K → 8K");
		const audited = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
		expect(audited.map((row) => row.action)).toEqual([action]);
		expect(await page("/starting-list?filter=changes", admin)).not.toContain("accept-change");
	});

	test("is decided as it was seen: a later one waits on", async () => {
		await put(body({ startNumber: "8K" }));
		const [seen] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		await put(body({ startNumber: "9K" }));
		const fields = { intent: "accept-change", entry: entry.id, version: String(seen?.version) };
		const decided = await app.post("/starting-list", fields, { as: admin });
		expect(decided.headers.get("Set-Cookie")).toContain("server.stale");
		expect(await rowOf()).toMatchObject({ startNumber: "7K", requestedChange: { startNumber: "9K" } });
	});

	test("is impossible once another accepted entry has the number", async () => {
		await put(body({ startNumber: "8K" }));
		await createRegistration({ accepted: true, startNumber: "8 k" });
		expect((await tap("accept-change")).headers.get("Set-Cookie")).toContain(
			"startingList.change.impossible",
		);
		expect(await rowOf()).toMatchObject({ startNumber: "7K", requestedChange: { startNumber: "8K" } });
	});

	test("of the glider alone leaves a number that somebody shares as it is", async () => {
		await put(body({ registrationNumber: "OK-9999" }));
		await createRegistration({ accepted: true, startNumber: "7 k" });
		await tap("accept-change");
		expect(await rowOf()).toMatchObject({ registrationNumber: "OK-9999", requestedChange: null });
	});

	test("is an organiser's alone to decide", async () => {
		await put(body({ startNumber: "8K" }));
		const fields = { intent: "accept-change", entry: entry.id, version: "2" };
		expect((await app.post("/starting-list", fields, { as: pilot })).status).toBe(403);
		expect((await rowOf())?.startNumber).toBe("7K");
	});

	test("is gone when an organiser makes it in the entry", async () => {
		await put(body({ startNumber: "8K" }));
		await app.api("PUT", `/api/registration/${entry.id}`, body({ startNumber: "8K" }), { as: admin });
		expect(await rowOf()).toMatchObject({ startNumber: "8K", requestedChange: null });
	});
});

test("the dashboard counts the changes that wait", async () => {
	await put(body({ startNumber: "8K" }));
	expect(textsIn(await page("/admin", admin), 'a[href="/starting-list?filter=changes"]')).toEqual([
		"1 competitor asks for a change of an entry",
	]);
});
