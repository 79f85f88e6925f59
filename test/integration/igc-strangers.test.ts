import { like } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, igcFiles, throttles } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, plainSourceOf, textsIn } from "~test/support/html";
import { deleteLogs, evening, type IgcJson, storedIgc, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/*
 * What somebody else than the competitor sends. The competitor's own log, sent signed in, keeps counting until an organiser
 * chooses otherwise.
 */

const db = databaseOf();
const app = createApp({ clock: evening });
/** A log counts as newer when it came later. */
const later = createApp({ clock: "2025-07-15T18:30:00Z" });
const own = { gliderType: "LS 4" } as const;
const strangers = { gliderType: "Discus" } as const;
let pilot: { id: string; email: string };
let admin: { id: string };
let entry: string;
const days = { today: dayOn("2025-07-15"), tomorrow: dayOn("2025-07-16") };

beforeEach(async () => {
	await deleteLogs();
	await db.delete(auditLog);
	await db.delete(throttles);
	pilot = await createUser({ name: "Ema", surname: "Žižková" });
	admin = await createAdmin();
	const fields = { userId: pilot.id, accepted: true, startNumber: "7K", registrationNumber: "OK-4321" };
	entry = (await createRegistration(fields)).id;
});

type Flight = Parameters<typeof uploadBody>[2];

async function send(flight: Flight, as?: { id: string }, on = app) {
	const response = await on.api("POST", "/api/igc", uploadBody(entry, days.today, flight), { as });
	return { status: response.status, json: await response.json<IgcJson>() };
}

/** The log that organisers, visitors and scoring get. */
async function counting(): Promise<string | undefined> {
	const { flights, versions } = await storedIgc();
	return versions.find(({ id }) => id === flights[0]?.currentVersionId)?.sha256;
}

describe("a log for a competitor who has sent one signed in", () => {
	test.each([
		["a visitor", async () => undefined],
		["another account", () => createUser()],
		["an organiser", () => createAdmin()],
	])("from %s stands beside it", async (_, sender) => {
		const first = await send(own, pilot);
		await db.update(igcFiles).set({ processed: true });
		const second = await send(strangers, await sender());
		expect([second.status, second.json._id]).toEqual([201, first.json._id]);
		expect(second.json.sha256).not.toBe(first.json.sha256);
		expect(await counting()).toBe(first.json.sha256);
		const { flights, versions } = await storedIgc();
		expect([flights.length, versions.length, flights[0]?.processed]).toEqual([1, 2, true]);
	});

	test("opens the own log to nobody: the answer links what was sent", async () => {
		await send(own, pilot);
		const { json } = await send(strangers);
		const file = await app.get(json.path.replace(/^http:\/\/[^/]+/, ""));
		expect(new TextDecoder().decode(await file.arrayBuffer())).toContain("Discus");
	});

	test("says so on its receipt, and the page's script shows it amber", async () => {
		await send(own, pilot);
		const page = await app.post("/igc", uploadBody(entry, days.today, strangers));
		const receipt = await app.get(page.headers.get("Location") ?? "", { language: "en" });
		expect(textsIn(await plainSourceOf(receipt), ".verdict-warning h1")).toEqual([
			"The log that the pilot sent counts.",
		]);
		const script = await app.post("/igc/upload", uploadBody(entry, days.today, { ...strangers, fixes: 310 }));
		expect(await script.json()).toMatchObject({ fine: false });
	});

	test("does not count when it is one of the competitor's older logs sent again", async () => {
		await send(own, pilot);
		const corrected = await send({ ...own, fixes: 310 }, pilot);
		await send(own);
		expect(await counting()).toBe(corrected.json.sha256);
		expect(await db.$count(auditLog)).toBe(2);
	});

	test("does not count either when both come at once", async () => {
		const others = Array.from({ length: 5 }, (_, index) => send({ ...strangers, fixes: 300 + index }));
		const [mine] = await Promise.all([send(own, pilot), ...others]);
		expect(await counting()).toBe(mine.json.sha256);
	});

	test("is chosen by an organiser on a page without scripts, and the choice is undone there", async () => {
		const first = await send(own, pilot);
		const second = await send(strangers, undefined, later);
		const list = await plainSourceOf(await app.get("/igc", { as: admin, language: "en" }));
		expect(textsIn(list, ".chip-warning")).toContain("1 newer log");

		const path = `/igc/${first.json._id}`;
		const choose = async (sha256: string) => {
			const html = await plainSourceOf(await app.get(path, { as: admin, language: "en" }));
			const form = elementsIn(html, "li").find((item) => item.textContent.includes(sha256));
			const fields = elementsIn(form ?? "", 'form:has([value="restore"]) input[type="hidden"]');
			const values = fields.map((field) => [
				field.getAttribute("name") ?? "",
				field.getAttribute("value") ?? "",
			]);
			return app.post(path, { ...Object.fromEntries(values), intent: "restore" }, { as: admin });
		};
		const html = await plainSourceOf(await app.get(path, { as: admin, language: "en" }));
		expect(html).toContain("Sent by the pilot, logged in.");
		expect(html).toContain("Sent without a login.");
		await choose(second.json.sha256);
		expect(await counting()).toBe(second.json.sha256);
		await send({ ...strangers, fixes: 310 });
		expect(await counting()).toBe(second.json.sha256);
		await choose(first.json.sha256);
		expect(await counting()).toBe(first.json.sha256);
		const actions = (await db.select().from(auditLog)).map(({ action }) => action);
		expect(actions.filter((action) => action === "igc.restore")).toHaveLength(2);
	});
});

test("a stranger's log that organisers chose does not move the competitor's own with it", async () => {
	const yesterday = "2025-07-14";
	await send({ ...own, date: yesterday }, pilot);
	const sent = await app.post("/igc", uploadBody(entry, days.today, { ...strangers, date: yesterday }));
	const receipt = sent.headers.get("Location")?.split("?")[0] ?? "";
	const cookie = sent.headers.getSetCookie().find((text) => text.startsWith("igc-sender=")) ?? "";
	await db.update(igcFiles).set({ currentVersionId: receipt.split("/").at(-1) });
	const moved = await app.post(receipt, {}, { headers: { Cookie: cookie.split(";")[0] ?? "" } });
	expect(moved.status).toBe(403);
	expect((await storedIgc()).flights.map(({ dayId }) => dayId)).toEqual([days.today]);
});

describe("the competitor's own log", () => {
	test("counts over those of others", async () => {
		await send(strangers);
		const mine = await send(own, pilot);
		expect([mine.status, await counting()]).toEqual([200, mine.json.sha256]);
	});

	test("is own when somebody else sent the same bytes before", async () => {
		const crew = await send(own);
		expect((await send(own, pilot)).status).toBe(200);
		await send(strangers);
		expect(await counting()).toBe(crew.json.sha256);
	});
});

describe("the competitor hears by mail", () => {
	const language = { cs: "Někdo za vás nahrál záznam letu", en: "Somebody uploaded a flight log for you" };

	test.each(["cs", "en"] as const)("of a log that somebody else sent (%s)", async (spoken) => {
		pilot = await createUser({ language: spoken });
		entry = (await createRegistration({ userId: pilot.id, accepted: true })).id;
		await send(strangers);
		const [mail, ...others] = await mailsTo(pilot.email);
		const { versions } = await storedIgc();
		expect(others).toEqual([]);
		expect(mail?.subject).toContain(language[spoken]);
		expect(mail?.text).toContain(`/igc/receipt/${versions[0]?.id}`);
		await send(own, pilot);
		expect(await mailsTo(pilot.email)).toHaveLength(1);
	});

	test("whether it counts", async () => {
		await send(own, pilot);
		await send(strangers);
		const [mail] = await mailsTo(pilot.email);
		expect(mail?.text.replaceAll("\u00a0", " ")).toContain("Nadále platí záznam, který jste nahráli sami.");
	});

	test("that the organisers have decided which log counts, theirs or another one of somebody else", async () => {
		await send({ ...strangers, fixes: 310 }, admin);
		await send(strangers);
		const texts = (await mailsTo(pilot.email)).map(({ text }) => text.replaceAll("\u00a0", " "));
		expect(texts).toEqual([
			expect.stringContaining("Podle rozhodnutí pořadatelů platí jiný záznam tohoto letu."),
			expect.stringContaining("Záznam je od pořadatelů a platí."),
		]);
		expect(texts.join()).not.toContain("sami");
	});

	test("three times a day at most, however many logs come", async () => {
		for (let count = 0; count < 6; count++) await send({ ...strangers, fixes: 300 + count });
		expect(await mailsTo(pilot.email)).toHaveLength(3);
	});
});

test("many logs of strangers leave the competitor the right to upload", async () => {
	await send(strangers);
	await db.update(throttles).set({ count: 60 }).where(like(throttles.key, "igc-others:%"));
	const refused = await send({ ...strangers, fixes: 310 });
	expect([refused.status, refused.json.msg]).toEqual([429, "Too many requests, try again later."]);
	expect((await send(own, pilot)).status).toBe(200);
	const others = uploadBody(entry, days.today, { fixes: 320 });
	expect((await app.api("POST", "/api/igc", others, { as: await createAdmin() })).status).toBe(201);
});

test("many logs of one network leave others the right to upload", async () => {
	const from = (ip: string, fixes: number) =>
		app.api("POST", "/api/igc", uploadBody(entry, days.today, { fixes }), {
			headers: { "CF-Connecting-IP": ip },
		});
	await from("192.0.2.1", 300);
	// A hundred times the fifteen of production: here every client may be the same machine.
	await db.update(throttles).set({ count: 1_500 }).where(like(throttles.key, "igc-network:%"));
	expect((await from("192.0.2.1", 301)).status).toBe(429);
	expect((await from("192.0.2.2", 302)).status).toBe(201);
});

describe("a day that is still to come", () => {
	test("takes no log, and the page does not offer it", async () => {
		const sent = await app.api("POST", "/api/igc", uploadBody(entry, days.tomorrow));
		expect([sent.status, await sent.json()]).toEqual([
			400,
			{ msg: "Invalid day", errors: { day: "igc.form.day.unknown" } },
		]);
		const html = await plainSourceOf(await app.get("/igc"));
		expect(elementsIn(html, `option[value="${days.tomorrow}"]`)).toEqual([]);
		const midnight = createApp({ clock: "2025-07-15T22:00:00Z" });
		expect((await midnight.api("POST", "/api/igc", uploadBody(entry, days.tomorrow))).status).toBe(201);
	});

	test("gets no log by a move either", async () => {
		const body = uploadBody(entry, days.today, { date: "2025-07-16" });
		expect((await app.post("/igc", body, { as: pilot })).status).toBe(400);
		expect((await storedIgc()).flights).toEqual([]);
	});

	test("leaves a page without a form before the first one", async () => {
		const early = createApp({ clock: "2025-06-01T10:00:00Z" });
		const html = await plainSourceOf(await early.get("/igc", { language: "en" }));
		expect(elementsIn(html, "#igc-form")).toEqual([]);
		expect(html).toContain("There is no day yet to upload a flight log for.");
	});
});
