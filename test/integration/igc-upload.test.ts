import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, igcFiles } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, databaseOf, seedReference } from "~test/support/factories";
import { hostileLogs } from "~test/support/hostile-logs";
import { deleteLogs, evening, storedIgc, upload, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";
import { igcFile, igcLines } from "../../scripts/demo/igc-generator";

const db = databaseOf();
const app = createApp({ clock: evening });
const large = 10 * 1024 * 1024;
let pilot: string;
const day = dayOn("2025-07-15");

beforeEach(async () => {
	await deleteLogs();
	await db.delete(auditLog);
	const { objects } = await env.FILES.list();
	await env.FILES.delete(objects.map(({ key }) => key));
	pilot = (await createRegistration({ accepted: true, startNumber: "7K", registrationNumber: "OK-4321" })).id;
});

describe("a flight log", () => {
	test("is stored under year, day, entry and digest, never under its name", async () => {
		const { status, json } = await upload(app, pilot, day, {}, '../../Šotek 🛩 "x".IGC');
		expect(status).toBe(201);
		expect(json).toMatchObject({
			name: "2025-07-15_7K.igc",
			startNumber: "7K",
			day,
			downloaded: false,
			processed: false,
			warnings: [],
		});
		expect(json).not.toHaveProperty("editedAt");
		const { flights, versions, keys } = await storedIgc();
		expect(keys).toEqual([`2025/igc/${day}/${pilot}/${json.sha256}`]);
		expect(versions).toMatchObject([{ state: "ready", originalName: 'Šotek 🛩 "x".IGC', size: json.size }]);
		expect(flights).toMatchObject([{ id: json._id, currentVersionId: versions[0]?.id }]);
	});

	test("comes back byte by byte from the link that is good for an hour", async () => {
		const bytes = igcFile({ encoding: "windows-1250", pilot: "Žofie Černá", fixes: 300 });
		const { json } = await upload(app, pilot, day, bytes);
		const path = json.path.replace(/^http:\/\/[^/]+/, "");
		const response = await app.get(path);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
		expect(response.headers.get("Content-Disposition")).toContain('attachment; filename="2025-07-15_7K.igc"');
		expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
		const later = createApp({ clock: "2025-07-15T19:00:01Z" });
		expect((await later.get(path)).status).toBe(401);
		expect((await app.get(path.replace(/signature=...../, "signature=AAAAA"))).status).toBe(401);
	});

	test("of a flight that has one supersedes it and takes the marks of the organisers away", async () => {
		const first = await upload(app, pilot, day);
		await db.update(igcFiles).set({ downloaded: true, processed: true });
		const second = await upload(app, pilot, day, { pilot: "Another header" });
		expect(second.status).toBe(200);
		expect(second.json._id).toBe(first.json._id);
		expect(second.json.sha256).not.toBe(first.json.sha256);
		expect(second.json).toMatchObject({ downloaded: false, processed: false });
		expect(second.json.editedAt).toBe("2025-07-15T18:00:00.000Z");
		const { flights, versions, keys } = await storedIgc();
		expect([flights.length, versions.length, keys.length]).toEqual([1, 2, 2]);
	});

	test("of a second flight of the day is kept beside the first, with a warning", async () => {
		const first = await upload(app, pilot, day, { start: "08:00:00" });
		const second = await upload(app, pilot, day, { start: "13:00:00", flightOfDay: 2 });
		expect(second.status).toBe(201);
		expect(second.json._id).not.toBe(first.json._id);
		expect(second.json.name).toBe("2025-07-15_7K_2.igc");
		expect(second.json.warnings.map(({ reason }) => reason)).toContain("anotherFlight");
	});

	test("with the same bytes leads to the first upload and changes nothing", async () => {
		const first = await upload(app, pilot, day);
		await db.update(igcFiles).set({ processed: true });
		const before = await storedIgc();
		const second = await upload(app, pilot, day, {}, "other-name.igc");
		expect(second.status).toBe(200);
		expect(second.json).toMatchObject({ _id: first.json._id, processed: true });
		expect(await storedIgc()).toEqual(before);
	});

	test("that was superseded counts again when its bytes are brought once more", async () => {
		const first = await upload(app, pilot, day);
		await upload(app, pilot, day, { pilot: "Another header" });
		const again = await upload(app, pilot, day);
		expect([again.status, again.json.sha256]).toEqual([200, first.json.sha256]);
		expect((await storedIgc()).versions).toHaveLength(2);
	});

	test("of another pilot with the same bytes is another flight", async () => {
		const other = await createRegistration({ accepted: true, startNumber: "XX" });
		const first = await upload(app, pilot, day);
		const second = await upload(app, other.id, day);
		expect(second.status).toBe(201);
		expect(second.json._id).not.toBe(first.json._id);
		expect(second.json.warnings.map(({ reason }) => reason)).toContain("otherCompetitionNumber");
	});

	test("is in the audit once for each log, not for a repetition", async () => {
		await upload(app, pilot, day);
		await upload(app, pilot, day);
		expect(await db.select({ action: auditLog.action }).from(auditLog)).toEqual([{ action: "igc.upload" }]);
	});
});

describe("at once", () => {
	test("twenty equal logs are one", async () => {
		const body = igcFile({ fixes: 300 });
		const answers = await Promise.all(Array.from({ length: 20 }, () => upload(app, pilot, day, body)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
		expect(new Set(answers.map(({ json }) => json._id)).size).toBe(1);
		const { flights, versions, keys } = await storedIgc();
		expect([flights.length, versions.length, keys.length]).toEqual([1, 1, 1]);
	});

	test("ten logs of one flight are ten versions of it, and one counts", async () => {
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, index) => upload(app, pilot, day, { pilot: `Crew ${index}` })),
		);
		expect(answers.every(({ status }) => status < 300)).toBe(true);
		const { flights, versions } = await storedIgc();
		expect(flights).toHaveLength(1);
		expect(versions.filter(({ state }) => state === "ready")).toHaveLength(10);
		expect(versions.map(({ id }) => id)).toContain(flights[0]?.currentVersionId);
	});

	test("logs of five flights are five flights with numbers of their own", async () => {
		await Promise.all(
			[6, 8, 10, 12, 14].map((hour, index) =>
				upload(app, pilot, day, { start: `${hour}:00:00`.padStart(8, "0"), flightOfDay: index + 1 }),
			),
		);
		const { flights } = await storedIgc();
		expect(flights.map(({ flightNumber }) => flightNumber).sort()).toEqual([1, 2, 3, 4, 5]);
	});
});

const html = "<!DOCTYPE html><html><body>Log in</body></html>";
const withoutRecorder = igcFile({ recorder: null, fixes: 300 });
const month13 = igcFile({ dateHeader: { line: "HFDTE151325" }, fixes: 300 });
const voidFixes = igcFile({ fixes: 300, change: (fix) => ({ ...fix, valid: false }) });
const zip = Uint8Array.from([0x50, 0x4b, 3, 4, ...new Array(200).fill(7)]);
const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3)) % 256);
const tooLong = new Uint8Array(large + 1).fill(66);

const hostile = (dimension: string, size: number) => hostileLogs[dimension]?.file(size) ?? "";

describe("a file that is refused", () => {
	test.each([
		["an empty one", "", "x.igc", "empty"],
		["a web page", html, "x.igc", "html"],
		["no recorder", withoutRecorder, "x.igc", "noRecorder"],
		["month 13", month13, "x.igc", "invalidDate"],
		["no fixes", igcFile({ fixes: 0 }), "x.igc", "tooFewFixes"],
		["fixes without a position only", voidFixes, "x.igc", "tooFewFixes"],
		["no date", igcFile({ dateHeader: null }), "x.igc", "noDate"],
		["an archive with another name", zip, "x.igc", "archive"],
		["noise", noise, "x.igc", "notText"],
		["one byte more than 10 MB", tooLong, "x.igc", "tooLarge"],
		["another name", igcFile(), "x.igc.exe", "notIgc"],
		["a name of dots", igcFile(), "../..", "notIgc"],
		["100 announced fields", hostile("announced fields", 100), "x.igc", "tooManyFields"],
		["2,001 event lines", hostile("event lines", 2_001), "x.igc", "tooManyEvents"],
		["160,000 fixes", hostile("fixes", 160_000), "x.igc", "tooManyFixes"],
	])("%s: its reason is said and nothing is stored", async (_, content, name, reason) => {
		const { status, json } = await upload(app, pilot, day, content, name);
		expect(status).toBe(400);
		expect(json.errors).toEqual({ igc: `igc.refused.${reason}` });
		expect(json.msg).toMatch(/^[A-Z].*\.$/);
		expect(json.msg).not.toContain("{{");
		expect(await storedIgc()).toEqual({ flights: [], versions: [], keys: [] });
	});

	test("a file of 11 MB is too large", async () => {
		const { status, json } = await upload(app, pilot, day, new Uint8Array(11 * 1024 * 1024));
		expect([status, json.msg]).toEqual([413, "The request is too large."]);
	});

	test("an unknown pilot, one who is not accepted and one of another year are invalid", async () => {
		const waiting = await createRegistration();
		await seedReference(2024);
		const elsewhere = await createRegistration({ accepted: true }, 2024);
		for (const id of ["nobody", waiting.id, elsewhere.id]) {
			const { status, json } = await upload(app, id, day);
			expect([status, json.msg]).toEqual([400, "Invalid pilot"]);
		}
	});

	test("an unknown day is invalid", async () => {
		const { status, json } = await upload(app, pilot, "never");
		expect([status, json.msg]).toEqual([400, "Invalid day"]);
	});

	test("a form without a file, or with text in its place, is missing it", async () => {
		const without = uploadBody(pilot, day);
		without.delete("igc");
		const withText = uploadBody(pilot, day);
		withText.set("igc", igcLines().join("\n"));
		for (const form of [without, withText]) {
			const response = await app.api("POST", "/api/igc", form);
			expect(response.status).toBe(400);
			expect(await response.json()).toEqual({
				msg: "The flight log is required",
				errors: { igc: "form.field.required" },
			});
		}
	});

	test("bodies of other types and broken ones are refused", async () => {
		expect((await app.api("POST", "/api/igc", { pilot, day })).status).toBe(415);
		const broken = new Request(app.url("/api/igc"), {
			method: "POST",
			headers: { "Content-Type": "multipart/form-data; boundary=x" },
			body: "--y\r\nnothing",
		});
		expect((await app.fetch(broken)).status).toBe(400);
	});

	test("whatever the bytes and names are, the answer is never a failure", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(
					fc.uint8Array({ maxLength: 300 }),
					fc.string({ maxLength: 300, unit: "binary" }),
					fc
						.array(fc.constantFrom(...igcLines({ fixes: 15 })), { maxLength: 60 })
						.map((lines) => lines.join("\r\n")),
				),
				fc.string({ maxLength: 80 }).map((name) => `${name}.igc`),
				async (content, name) => {
					expect((await upload(app, pilot, day, content, name)).status).toBeLessThan(500);
				},
			),
			{ numRuns: 40 },
		);
	});
});

test("more than sixty uploads of one address in a minute have to wait", async () => {
	const production = createApp({ env: { MODE: "production" } });
	const send = (address: string) =>
		production.api("POST", "/api/igc", uploadBody("nobody", day, "x"), {
			headers: { "CF-Connecting-IP": address },
		});
	for (let count = 0; count < 60; count++) expect((await send("203.0.113.7")).status).toBe(400);
	const refused = await send("203.0.113.7");
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect((await send("203.0.113.8")).status).toBe(400);
});
