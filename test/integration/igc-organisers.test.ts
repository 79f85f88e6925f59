import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, competitionClasses, igcFiles } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { elementsIn, sourceOf } from "~test/support/html";
import {
	currentVersion,
	deleteLogs,
	evening,
	flagsOf,
	type IgcJson,
	storedIgc,
	upload,
} from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { dayOn, test } from "~test/support/world";
import { igcFile } from "../../scripts/demo/igc-generator";

const db = databaseOf();
const { faults, bucket } = faultyBucket(env.FILES);
const app = createApp({ clock: evening, env: { FILES: bucket } });
let admin: { id: string };
let pilot: string;
const day = dayOn("2025-07-15");
const otherDay = dayOn("2025-07-14");

beforeEach(async () => {
	delete faults.get;
	await deleteLogs();
	await db.delete(auditLog);
	admin = await createAdmin();
	const user = await createUser({ name: "Ema", surname: "Žižková" });
	pilot = (await createRegistration({ userId: user.id, accepted: true, startNumber: "7K" })).id;
});

const manage = (id: string, fields: Record<string, string>) => app.post(`/igc/${id}`, fields, { as: admin });

describe("the API", () => {
	test("lists the flights of a day by class, with all classes", async () => {
		const classes = await db.select().from(competitionClasses);
		const kombi = classes.find(({ type }) => type === "18_meter")?.id ?? "";
		const other = await createRegistration({
			accepted: true,
			startNumber: "12",
			competitionClassId: kombi,
		});
		await upload(app, pilot, day);
		await upload(app, other.id, day);
		await upload(app, pilot, otherDay, { date: "2025-07-14" });
		const response = await app.api("GET", `/api/igc/${day}`, undefined, { as: admin });
		const groups = (await response.json()) as { _id: string; name: string; igcFiles: IgcJson[] }[];
		expect(groups.map(({ name, igcFiles }) => [name, igcFiles.map((file) => file.startNumber)])).toEqual([
			["Klub", ["7K"]],
			["Kombi", ["12"]],
		]);
		expect(groups[0]?.igcFiles[0]).toMatchObject({ user: { name: "Ema", surname: "Žižková" }, day });
		expect(groups[0]?.igcFiles[0]?.path).toMatch(
			/^http:\/\/(?:2025\.)?localhost:\d+\/api\/igc\/file\/[^?]+\?expires=/,
		);
	});

	test("changes exactly the flags that are sent", async () => {
		const { json } = await upload(app, pilot, day);
		const put = async (body: unknown) =>
			(await app.api("PUT", `/api/igc/${json._id}`, body, { as: admin })).json();
		expect(await put({ downloaded: true })).toMatchObject({ downloaded: true, processed: false });
		expect(await put({ processed: true })).toMatchObject({ downloaded: true, processed: true });
		expect(await put({ downloaded: false })).toMatchObject({ downloaded: false, processed: true });
		expect(await put({})).toMatchObject({ downloaded: false, processed: true });
		const actions = await db.select({ action: auditLog.action }).from(auditLog);
		expect(actions.filter(({ action }) => action === "igc.flags")).toHaveLength(3);
		// Two organisers at once: neither sets back what the other one has set.
		await db.update(igcFiles).set({ downloaded: false, processed: false });
		const answers = await Promise.all([put({ downloaded: true }), put({ processed: true })]);
		expect(answers).toContainEqual(expect.objectContaining({ downloaded: true, processed: true }));
		expect(await flagsOf(json._id)).toEqual({ downloaded: true, processed: true });
	});

	test("refuses flags that are no booleans", async () => {
		const { json } = await upload(app, pilot, day);
		const response = await app.api("PUT", `/api/igc/${json._id}`, { processed: "maybe" }, { as: admin });
		expect(response.status).toBe(400);
		expect(await flagsOf(json._id)).toEqual({ downloaded: false, processed: false });
	});
});

describe("a flag set on the page", () => {
	test("comes back to the list it was set in", async () => {
		const { json } = await upload(app, pilot, day);
		const response = await manage(json._id, {
			intent: "flags",
			processed: "on",
			seenVersionId: await currentVersion(json._id),
			returnTo: `/igc?day=${day}`,
		});
		expect([response.status, response.headers.get("Location")]).toEqual([303, `/igc?day=${day}`]);
		expect(await flagsOf(json._id)).toEqual({ downloaded: false, processed: true });
	});

	test("does not hit a log that has come since", async () => {
		const { json } = await upload(app, pilot, day);
		const seenVersionId = await currentVersion(json._id);
		await upload(app, pilot, day, { pilot: "Another header" });
		const response = await manage(json._id, { intent: "flags", processed: "on", seenVersionId });
		expect(response.headers.get("Set-Cookie")).toContain("server.stale");
		expect(await flagsOf(json._id)).toEqual({ downloaded: false, processed: false });
	});

	test("does not lead to another site", async () => {
		const { json } = await upload(app, pilot, day);
		const response = await manage(json._id, { intent: "flags", processed: "on", returnTo: "//evil.example" });
		expect(response.headers.get("Location")).toBe("/");
	});
});

describe("restoring", () => {
	test("lets the earlier log count again and takes the marks away", async () => {
		const { json } = await upload(app, pilot, day);
		const first = await currentVersion(json._id);
		await upload(app, pilot, day, { pilot: "Another header" });
		await db.update(igcFiles).set({ downloaded: true, processed: true });
		const seenVersionId = await currentVersion(json._id);
		const response = await manage(json._id, { intent: "restore", versionId: first, seenVersionId });
		expect(response.headers.get("Set-Cookie")).toContain("igc.restore.success");
		expect(await currentVersion(json._id)).toBe(first);
		expect(await flagsOf(json._id)).toEqual({ downloaded: false, processed: false });
		expect((await storedIgc()).versions).toHaveLength(2);
	});

	test("judges the log anew where the flight was reassigned since it came", async () => {
		const { json } = await upload(app, pilot, day, { date: "2025-07-14" });
		const first = await currentVersion(json._id);
		await upload(app, pilot, day, { date: "2025-07-14", pilot: "Another header" });
		const second = await currentVersion(json._id);
		await manage(json._id, { intent: "reassign", pilot, day: otherDay });
		faults.get = "before";
		const without = await manage(json._id, { intent: "restore", versionId: first, seenVersionId: second });
		expect(without.headers.get("Set-Cookie")).toContain("server.storage-failed");
		delete faults.get;
		await manage(json._id, { intent: "restore", versionId: first, seenVersionId: second });
		const version = (await storedIgc()).versions.find(({ id }) => id === first);
		expect(await currentVersion(json._id)).toBe(first);
		expect(version?.warnings).not.toContainEqual(expect.objectContaining({ reason: "wrongDay" }));
	});

	test("changes nothing when a newer log has come since", async () => {
		const { json } = await upload(app, pilot, day);
		const first = await currentVersion(json._id);
		await upload(app, pilot, day, { pilot: "Another header" });
		const seenVersionId = await currentVersion(json._id);
		await upload(app, pilot, day, { pilot: "The newest header" });
		const newest = await currentVersion(json._id);
		const response = await manage(json._id, { intent: "restore", versionId: first, seenVersionId });
		expect(response.headers.get("Set-Cookie")).toContain("server.stale");
		expect(await currentVersion(json._id)).toBe(newest);
	});
});

describe("reassigning", () => {
	test("moves the flight, behind those that are there, and looks at its log anew", async () => {
		const right = await createRegistration({
			accepted: true,
			startNumber: "XY",
			registrationNumber: "OK-4321",
		});
		await upload(app, right.id, otherDay, { date: "2025-07-14", competitionNumber: "XY" });
		const { json } = await upload(app, pilot, day, {
			date: "2025-07-14",
			start: "15:00:00",
			competitionNumber: "XY",
		});
		expect(json.warnings.map(({ reason }) => reason)).toContain("wrongDay");
		const response = await manage(json._id, { intent: "reassign", pilot: right.id, day: otherDay });
		expect(response.headers.get("Set-Cookie")).toContain("igc.reassign.success");
		const { flights, versions } = await storedIgc();
		expect(flights.find(({ id }) => id === json._id)).toMatchObject({
			registrationId: right.id,
			dayId: otherDay,
			flightNumber: 2,
		});
		const moved = versions.find(({ igcFileId }) => igcFileId === json._id);
		expect(moved?.warnings).toEqual([{ reason: "anotherFlight", values: {} }]);
	});

	test("lets the same bytes for the wrong pilot lead to where they are now", async () => {
		const right = await createRegistration({ accepted: true, startNumber: "XY" });
		const { json } = await upload(app, pilot, day);
		await manage(json._id, { intent: "reassign", pilot: right.id, day });
		for (const id of [pilot, right.id]) {
			const again = await upload(app, id, day);
			expect(again.status).toBe(200);
			expect(again.json).toMatchObject({ _id: json._id, startNumber: "XY" });
		}
	});

	test("is done by nothing but its own button", async () => {
		const { json } = await upload(app, pilot, day);
		const before = await storedIgc();
		const other = await createRegistration({ accepted: true, startNumber: "XY" });
		for (const intent of ["", "remove"]) {
			const response = await manage(json._id, { intent, pilot: other.id, day: otherDay });
			expect(response.headers.get("Set-Cookie")).toContain("server.invalid-fields");
		}
		expect(await storedIgc()).toEqual(before);
	});

	test("to a pilot or day there is none of, or without the bucket, changes nothing", async () => {
		const { json } = await upload(app, pilot, day);
		const before = await storedIgc();
		const waiting = await createRegistration();
		await manage(json._id, { intent: "reassign", pilot: waiting.id, day });
		await manage(json._id, { intent: "reassign", pilot, day: "never" });
		faults.get = "before";
		const response = await manage(json._id, { intent: "reassign", pilot, day: otherDay });
		expect(response.headers.get("Set-Cookie")).toContain("server.storage-failed");
		expect(await storedIgc()).toEqual(before);
	});
});

describe("a download", () => {
	test("marks the flight and leads to the bytes", async () => {
		const bytes = igcFile({ fixes: 300 });
		const { json } = await upload(app, pilot, day, bytes);
		const versionId = await currentVersion(json._id);
		const response = await manage(json._id, { intent: "download", versionId });
		expect(response.status).toBe(303);
		const file = await app.get(response.headers.get("Location") ?? "");
		expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
		expect(await flagsOf(json._id)).toEqual({ downloaded: true, processed: false });
	});

	test("of a superseded log does not mark the flight", async () => {
		const { json } = await upload(app, pilot, day);
		const first = await currentVersion(json._id);
		await upload(app, pilot, day, { pilot: "Another header" });
		expect((await manage(json._id, { intent: "download", versionId: first })).status).toBe(303);
		expect(await flagsOf(json._id)).toEqual({ downloaded: false, processed: false });
	});

	test("of an absent log is not found", async () => {
		const { json } = await upload(app, pilot, day);
		expect((await manage(json._id, { intent: "download", versionId: "nothing" })).status).toBe(404);
	});
});

describe("the archive of a day", () => {
	const archive = async () => {
		const response = await app.post("/igc/archive", { day }, { as: admin });
		return response.headers.get("Location") ?? "";
	};

	test("holds all logs that count under names of their own, and marks them", async () => {
		const twin = await createRegistration({ accepted: true, startNumber: "7k" });
		const first = igcFile({ fixes: 200 });
		const second = igcFile({ fixes: 250 });
		await upload(app, pilot, day, { pilot: "Superseded" });
		await upload(app, pilot, day, first);
		await upload(app, twin.id, day, second);
		const response = await app.get(await archive());
		expect(response.headers.get("Content-Disposition")).toContain("igc-2025-07-15.zip");
		const members = unzipSync(new Uint8Array(await response.arrayBuffer()));
		const names = Object.keys(members).map((name) => name.toLowerCase());
		expect(names.sort()).toEqual(["club/2025-07-15_7k.igc", "club/2025-07-15_7k_2.igc"]);
		const lengths = Object.values(members).map(({ length }) => length);
		expect(lengths.sort()).toEqual([first.length, second.length].sort());
		expect((await storedIgc()).flights.every(({ downloaded }) => downloaded)).toBe(true);
	});

	test("taken by an organiser's token, without a link, is written down, if more than its head is asked for, and marks nothing", async () => {
		await upload(app, pilot, day);
		const noted = () => db.$count(auditLog, eq(auditLog.action, "igc.download-day"));
		const path = `/api/igc/archive/${day}`;
		expect((await app.api("HEAD", path, undefined, { as: admin })).status).toBe(200);
		expect(await noted()).toBe(0);
		const response = await app.api("GET", path, undefined, { as: admin });
		expect(Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))).toHaveLength(1);
		expect(await noted()).toBe(1);
		expect((await storedIgc()).flights.some(({ downloaded }) => downloaded)).toBe(false);
		await (await app.get(await archive())).arrayBuffer();
		expect(await noted()).toBe(2);
	});

	test("is not begun when the bucket does not answer", async () => {
		await upload(app, pilot, day);
		const path = await archive();
		faults.get = "before";
		expect((await app.get(path)).status).toBe(503);
	});

	test("breaks off rather than leave a log out", async () => {
		const other = await createRegistration({ accepted: true, startNumber: "AA" });
		await upload(app, pilot, day);
		await upload(app, other.id, day, { fixes: 250 });
		const path = await archive();
		const lost = (await storedIgc()).versions.find(({ key }) => key.includes(other.id));
		await env.FILES.delete(lost?.key ?? "");
		await expect(app.get(path)).rejects.toThrow();
	});

	test("of a day without flights is not there, and its link opens no other day", async () => {
		await upload(app, pilot, day);
		const path = await archive();
		expect((await app.get(path.replace(day, otherDay))).status).toBe(401);
		const response = await app.post("/igc/archive", { day: otherDay }, { as: admin });
		expect(response.headers.get("Set-Cookie")).toContain("server.not-found");
	});
});

test("organisers find the form and what they have sent on the page of the logs, others do not", async () => {
	const form = 'form[action="/igc?many"]';
	expect(elementsIn(await sourceOf(await app.get("/igc", { as: admin })), form)).toHaveLength(1);
	expect(elementsIn(await sourceOf(await app.get("/igc")), form)).toEqual([]);
	const logs = [new File([igcFile({ fixes: 300 }) as BlobPart], "a.igc")];
	await app.post("/igc?many", multipart({ logs }), { as: admin });
	const [sent] = elementsIn(await sourceOf(await app.get("/igc", { as: admin })), "#waiting-title");
	expect(sent).toBeDefined();
	expect(
		elementsIn(await sourceOf(await app.get("/igc", { as: await createAdmin() })), "#waiting-title"),
	).toEqual([]);
	const moved = await app.get("/admin/logs?received=2025-07-15T15:00", { as: admin });
	expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/igc?received=2025-07-15T15%3A00"]);
});
