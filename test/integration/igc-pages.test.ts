import { env } from "cloudflare:test";
import { eq, like, sql } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { editionState, igcFileVersions, registrations, throttles } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	recordStatus,
} from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { attributeIn, elementsIn, sourceOf } from "~test/support/html";
import { deleteLogs, evening, storedIgc, upload, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: evening });
let pilot: { id: string };
let entry: string;
const day = dayOn("2025-07-15");

beforeEach(async () => {
	await deleteLogs();
	pilot = await createUser({ name: "Ema", surname: "Žižková" });
	entry = (
		await createRegistration({
			userId: pilot.id,
			accepted: true,
			startNumber: "7K",
			registrationNumber: "OK-4321",
		})
	).id;
});

/** The HTML of a page as it reads: without marks of React and no-break spaces. */
const text = async (response: Response) => (await sourceOf(response)).replaceAll("\u00a0", " ");
const selected = (html: string, value: string) =>
	elementsIn(html, `option[value="${value}"][selected]`).length > 0;

describe("the upload form", () => {
	test("leaves pilot and day to the log, and knows what the browser may match it by", async () => {
		for (const as of [undefined, pilot]) {
			const html = await text(await app.get("/igc", { language: "en", ...(as && { as }) }));
			expect([selected(html, day), selected(html, entry)]).toEqual([false, false]);
			expect(html.match(/<option value=""[^>]*>As the log says/g)).toHaveLength(2);
			const places = JSON.parse(attributeIn(html, "#igc-form", "data-known") ?? "");
			expect(places.own).toBe(as ? entry : null);
			expect(places.entries).toContainEqual({
				id: entry,
				startNumber: "7K",
				registrationNumber: "OK-4321",
				name: "Ema",
				surname: "Žižková",
			});
		}
	});

	test("offers accepted pilots and the days until today", async () => {
		const waiting = await createRegistration();
		const html = await text(await app.get("/igc", { language: "en" }));
		expect(html).toContain(`<option value="${entry}">7K – Žižková Ema</option>`);
		expect(html).not.toContain(waiting.id);
		expect(html).toContain("Day 4, Tuesday 15 July");
		expect(html).not.toContain("Wednesday 16 July");
	});

	test("leads to a receipt that says what was read", async () => {
		const response = await app.post("/igc", uploadBody(entry, day, { signed: false }));
		expect(response.status).toBe(303);
		const path = response.headers.get("Location") ?? "";
		const html = await text(await app.get(path, { language: "en" }));
		const words = html.replace(/<[^>]+>/g, "");
		const { versions } = await storedIgc();
		for (const said of ["LXV 6MS", "Jana Nováková", "LS 4, OK-4321, 7K", "11:30", versions[0]?.sha256]) {
			expect(words).toContain(said);
		}
		expect(html).toContain("The log is not signed");
	});

	test("is a cached page without React for visitors, and preselects nobody", async () => {
		const response = await app.get("/igc");
		expect(response.headers.get("X-Edge-Cache")).not.toBeNull();
		expect(elementsIn(await text(response), "script:not([src])")).toEqual([]);
	});

	test("comes back with its choices and the reason when the file is refused", async () => {
		const response = await app.post("/igc", uploadBody(entry, day, "<html>", "x.igc"), { language: "cs" });
		expect(response.status).toBe(400);
		const html = await text(response);
		expect(html).toContain("Soubor je webová stránka (začíná na řádku 1)");
		expect(selected(html, entry)).toBe(true);
		expect(html).toContain("<title>Chyba: ");
	});

	test("names what is missing", async () => {
		const form = multipart({ pilot: "", day: "", igc: new File([], "") });
		const html = await text(await app.post("/igc", form, { language: "en" }));
		expect(html).toContain("Choose the flight log");
	});

	test("says that a file is too large", async () => {
		const form = uploadBody(entry, day, new Uint8Array(11 * 1024 * 1024));
		const response = await app.post("/igc", form, { language: "en" });
		expect(response.status).toBe(413);
		expect(await text(response)).toContain("The file is larger than 10 MB.");
	});

	test("says how long to wait to somebody who came too often", async () => {
		await createApp({ clock: evening }).post("/igc", uploadBody(entry, day));
		await db.update(throttles).set({ count: 6_000 }).where(like(throttles.key, "igc:%"));
		const response = await app.post("/igc", uploadBody(entry, day), { language: "en" });
		await db.delete(throttles);
		expect(response.status).toBe(429);
		expect(response.headers.get("Retry-After")).toBe("60");
		expect(await text(response)).toContain("Too many attempts. Try again in 60 seconds.");
	});

	test("says that the log was not uploaded when the bucket fails, while pages work", async () => {
		const { faults, bucket } = faultyBucket(env.FILES);
		faults.put = "before";
		faults.get = "before";
		const failing = createApp({ clock: evening, env: { FILES: bucket } });
		const response = await failing.post("/igc", uploadBody(entry, day), { language: "en" });
		expect(response.status).toBe(503);
		const html = await text(response);
		expect(html).toContain("The flight log was not uploaded.");
		expect(html).toContain("try again");
		expect((await failing.get("/igc")).status).toBe(200);
	});
});

describe("the script of the form", () => {
	const send = async (form: FormData) => {
		const response = await app.post("/igc/upload", form, { as: pilot, language: "en" });
		return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
	};

	test("gets the receipt of a file, and the one who is logged in is remembered", async () => {
		const { status, reply } = await send(uploadBody(entry, day));
		expect(status).toBe(201);
		const { versions } = await storedIgc();
		const receipt = `/igc/receipt/${versions[0]?.id}`;
		expect(reply).toEqual({ receipt, fine: true, msg: "The flight log was uploaded." });
		expect(versions[0]?.uploadedBy).toBe(pilot.id);
		expect((await send(uploadBody(entry, day))).reply).toMatchObject({
			receipt: `${receipt}?outcome=repeated`,
		});
	});

	test("hears of warnings in a word", async () => {
		const { reply } = await send(uploadBody(entry, day, { signed: false }));
		expect(reply).toMatchObject({ fine: false, msg: "The flight log was uploaded. 1 warning" });
	});

	test("gets the complaint with the line to blame", async () => {
		const { status, reply } = await send(uploadBody(entry, day, "\n<html>", "x.igc"));
		expect(status).toBe(400);
		expect(reply.msg).toContain("(it starts on line 2)");
		expect((await send(uploadBody(entry, "never"))).reply).toEqual({
			msg: "Choose a day of the competition",
		});
	});

	test("a log that waited in the browser is not sent for another account", async () => {
		const before = (await storedIgc()).versions.length;
		const headers = { Accept: "application/json", "X-Account": "somebody else" };
		const log = uploadBody(entry, day, { fixes: 40 });
		const response = await app.post("/igc/upload", log, { as: pilot, headers });
		expect(response.status).toBe(401);
		expect((await storedIgc()).versions).toHaveLength(before);
	});
});

describe("the flight page", () => {
	test("is for everybody where tracks are published, and draws them without scripts", async () => {
		const { json } = await upload(app, entry, day);
		const response = await app.get(`/igc/${json._id}`, { language: "en" });
		expect(response.status).toBe(200);
		const html = await text(response);
		expect(html).toContain("Ema Žižková");
		const drawn = (page: string) =>
			elementsIn(page, ":is(.map-view, .barogram) path[data-fixes]").map((path) => path.getAttribute("d"));
		expect(drawn(html)).toHaveLength(2);
		expect(html).not.toContain('<script type="module"');
		expect(html).not.toContain("Reassign");
		expect(html).not.toContain(" style=");
		// A log that came before traces were stored.
		await db.update(igcFileVersions).set({ receipt: sql`json_remove(receipt, '$.trace', '$.climbs')` });
		const old = await app.get(`/igc/${json._id}`, { as: await createAdmin(), language: "en" });
		expect(drawn(await text(old))).toEqual(drawn(html));
	});

	test("is for organisers alone where they are not", async () => {
		const { json } = await upload(app, entry, day);
		changeEdition({ publishTracks: false });
		expect((await app.get(`/igc/${json._id}`)).status).toBe(404);
		expect((await app.get(`/igc/${json._id}`, { as: await createAdmin() })).status).toBe(200);
	});

	test("hides a pilot whose acceptance was taken back, and a flight that never arrived", async () => {
		const { json } = await upload(app, entry, day);
		await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, entry));
		expect((await app.get(`/igc/${json._id}`)).status).toBe(404);
		expect((await app.get("/igc/nothing")).status).toBe(404);
	});

	test("shows an organiser all versions and what looked wrong", async () => {
		await upload(app, entry, day, { signed: false }, "first.igc");
		const { json } = await upload(app, entry, day, { signed: false, pilot: "Other" }, "second.igc");
		const html = await text(await app.get(`/igc/${json._id}`, { as: await createAdmin(), language: "en" }));
		for (const said of ["first.igc", "second.igc", "Restore this version", "Reassign", "not signed"]) {
			expect(html).toContain(said);
		}
	});

	test("is made anew for everybody when a newer log comes", async () => {
		const versionNow = async () => (await db.select().from(editionState))[0]?.contentVersion;
		const { json } = await upload(app, entry, day, { gliderType: "LS 4" });
		expect(await text(await app.get(`/igc/${json._id}`))).toContain("LS 4");
		const before = await versionNow();
		await upload(app, entry, day, { gliderType: "Discus" });
		expect(await versionNow()).toBe((before ?? 0) + 1);
		expect(await text(await app.get(`/igc/${json._id}`))).toContain("Discus");
	});
});

describe("the organisers' part", () => {
	test("shows the day's flights with their labels and who has not delivered", async () => {
		const late = await createUser({ name: "Otto", surname: "Pomalý" });
		const { id } = await createRegistration({ userId: late.id, accepted: true, startNumber: "ZZ" });
		await recordStatus(id, day, "HOME");
		const reserve = await createUser({ name: "Rita", surname: "Náhradní" });
		await createRegistration({ userId: reserve.id, accepted: true, isReserve: true });
		await upload(app, entry, day);
		await upload(app, entry, day, { pilot: "Other" });
		const admin = await createAdmin();
		const html = await text(await app.get("/igc", { as: admin, language: "en" }));
		expect(html).toContain("Flight logs: Day 4, Tuesday 15 July");
		for (const said of ["Otto Pomalý", "edited", "Download all (ZIP)"]) expect(html).toContain(said);
		expect(html).not.toContain("Rita Náhradní, ");
		expect(await text(await app.get("/igc", { as: pilot }))).not.toContain("Otto Pomalý");
	});

	test("shows the day of the competition where the address names a day there is none of", async () => {
		await upload(app, entry, day);
		const admin = await createAdmin();
		const html = await text(await app.get("/igc?day=never", { as: admin, language: "en" }));
		expect(html).toContain("Flight logs: Day 4, Tuesday 15 July");
		expect(html).toContain("Download all (ZIP)");
	});

	test("shows a pilot the own flights", async () => {
		await upload(app, entry, day);
		expect(await text(await app.get("/igc", { as: pilot, language: "en" }))).toContain("Your flight logs");
		expect(await text(await app.get("/igc", { language: "en" }))).not.toContain("Your flight logs");
	});
});
