import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect } from "vitest";
import { auditLog } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { currentVersion, deleteLogs, evening, flagsOf, storedIgc, upload } from "~test/support/igc";
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
	pilot = (await createRegistration({ accepted: true, startNumber: "7K" })).id;
});

const manage = (id: string, fields: Record<string, string>) => app.post(`/igc/${id}`, fields, { as: admin });

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
