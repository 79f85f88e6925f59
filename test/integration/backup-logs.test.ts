import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, dayScores, editionState, igcFiles, igcFileVersions, registrations } from "~db/schema";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { type FlownOptions, flownFile } from "~test/support/flown";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf, uploadBody } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

/* Logs of two recorders in one glider. Žižková flies with them, Malá finishes beside. */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;
const [first, second] = ["ALXV6MS", "AFLA7B2"];
let entry: { id: string; userId: string };
let pilot: { id: string } | undefined;
let admin: { id: string };

beforeEach(async () => {
	await db.delete(auditLog);
	admin = await createAdmin();
	await scored.publish(scoredTask);
	entry = await scored.pilot("Žižková", "7K");
	pilot = await pilotOf(entry.id);
	await scored.fly(await scored.pilot("Malá", "AB"), { hops: home });
});

const bytesOf = (recorder: string, options: Partial<FlownOptions> = {}) =>
	flownFile({ hops: home, recorder, ...options });

interface Uploaded {
	readonly _id: string;
	readonly warnings: readonly { readonly reason: string }[];
}

async function upload(bytes: Uint8Array, as = pilot) {
	const response = await app.api("POST", "/api/igc", uploadBody(entry.id, scored.day.id, bytes), { as });
	return { status: response.status, ...(await response.json<Uploaded>()) };
}

const warningsOf = ({ warnings }: Uploaded) => warnings.map(({ reason }) => reason);

/** The row of the pilot in the stored scores. */
async function row() {
	const [sheet] = await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id));
	return sheet?.sheet.rows.find(({ registrationId }) => registrationId === entry.id);
}

const kindsOf = async () => ((await row())?.flight?.findings ?? []).map(({ kind }) => kind);

const standings = async () =>
	Object.fromEntries(
		(
			await db
				.select({ name: igcFileVersions.receipt, standing: igcFiles.standing })
				.from(igcFiles)
				.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
				.where(eq(igcFiles.registrationId, entry.id))
		).map(({ name, standing }) => [name.figures.recorder.serial, standing]),
	);

const deskPath = () => `/admin/scoring/${scored.day.date}/club`;
const desk = async () => sourceOf(await app.get(deskPath(), { as: admin, language: "en" }));

async function press(intent: string, values: Readonly<Record<string, string>>) {
	const body = { intent, registrationId: entry.id, ...values };
	return app.post(deskPath(), body, { as: admin });
}

async function versionOf(serial: string) {
	const versions = await db.select().from(igcFileVersions);
	const found = versions.find(({ receipt }) => receipt.figures.recorder.serial === serial);
	if (!found) throw new Error("no such version");
	return found;
}

const choose = async (as = pilot, serial = "7B2") =>
	app.post(`/igc/receipt/${(await versionOf(serial)).id}`, { intent: "choose" }, { as, language: "en" });

/** Drops the fixes between two times, in seconds after the first fix. */
const without = (from: number, to: number) => (line: string, elapsed: number) =>
	elapsed > from && elapsed < to ? null : line;

describe("a log of a second recorder", () => {
	test("is kept as a backup with an id of its own, and the first that came counts", async () => {
		const one = await upload(bytesOf(first));
		const other = await upload(bytesOf(second, { hops: short }));
		expect([one.status, other.status]).toEqual([201, 201]);
		expect(other._id).not.toBe(one._id);
		expect(warningsOf(one)).not.toContain("backup");
		expect(warningsOf(other)).toContain("backup");
		expect(warningsOf(other)).not.toContain("anotherFlight");
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": "backup" });
		expect(await row()).toMatchObject({ status: "finished" });
	});

	test("is listed by the API with its own bytes, and lies apart in the archive", async () => {
		await upload(bytesOf(first));
		await upload(bytesOf(second));
		const groups = await (await app.api("GET", `/api/igc/${scored.day.id}`, undefined, { as: admin })).json<
			{ igcFiles: { startNumber: string; path: string; sha256: string }[] }[]
		>();
		const files = groups
			.flatMap(({ igcFiles: its }) => its)
			.filter(({ startNumber }) => startNumber === "7K");
		expect(files).toHaveLength(2);
		const texts = await Promise.all(
			files.map(async ({ path }) =>
				(await app.get(new URL(path).pathname + new URL(path).search)).arrayBuffer(),
			),
		);
		const starts = texts.map((bytes) => new TextDecoder().decode(bytes.slice(0, 7)));
		expect(starts.toSorted()).toEqual([second, first].toSorted());
		const zip = await (
			await app.api("GET", `/api/igc/archive/${scored.day.id}`, undefined, { as: admin })
		).arrayBuffer();
		expect(new TextDecoder("latin1").decode(zip)).toContain("backup/club/2025-07-15_7K");
	});

	test("supersedes when it is of the same recorder, or has no serial", async () => {
		const one = await upload(bytesOf(first, { hops: short }));
		const longer = await upload(bytesOf(first));
		expect([longer.status, longer._id]).toEqual([200, one._id]);
		const plain = await upload(bytesOf("AXCSAAA"));
		expect([plain.status, plain._id]).toEqual([200, one._id]);
		expect(warningsOf(plain)).not.toContain("backup");
	});

	test("takes room as every log", async () => {
		const before = await db.$count(igcFileVersions);
		const [room] = await db.select().from(editionState);
		const bytes = bytesOf(second);
		await upload(bytesOf(first));
		const [one] = await db.select().from(editionState);
		await upload(bytes);
		const [both] = await db.select().from(editionState);
		expect(await db.$count(igcFileVersions)).toBe(before + 2);
		expect((both?.storedLogBytes ?? 0) - (one?.storedLogBytes ?? 0)).toBe(bytes.byteLength);
		expect(one?.storedLogBytes).toBeGreaterThan(room?.storedLogBytes ?? 0);
	});

	test("counts when the entry named it beforehand, and not when it names it afterwards", async () => {
		await upload(bytesOf(first, { hops: short }));
		await db.update(registrations).set({ logger: "FLA 7B2" }).where(eq(registrations.id, entry.id));
		await upload(bytesOf(second));
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
		expect(await row()).toMatchObject({ status: "finished" });
		await db.update(registrations).set({ logger: "LXV 6MS" }).where(eq(registrations.id, entry.id));
		await upload(bytesOf(second, { interval: 8 }));
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
	});

	test("counts when it is moved to a competitor whose entry names it", async () => {
		await upload(bytesOf(first, { hops: short }));
		await db.update(registrations).set({ logger: "FLA 7B2" }).where(eq(registrations.id, entry.id));
		const stray = await scored.pilot("Nová", "ZZ");
		await scored.fly(stray, { hops: home, recorder: second });
		const { igcFileId } = await versionOf("7B2");
		const to = { intent: "reassign", pilot: entry.id, day: scored.day.id };
		expect((await app.post(`/igc/${igcFileId}`, to, { as: admin })).status).toBe(303);
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
	});

	test("of a later launch is a flight of its own", async () => {
		await upload(bytesOf(first, { hops: short }));
		const later = await upload(bytesOf(second, { hops: short, begins: "14:00:00" }));
		expect(warningsOf(later)).toContain("anotherFlight");
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": "scores" });
	});

	test.each([
		["a second", "10:00:01", "backup"],
		["a minute", "10:01:00", "backup"],
		["an hour", "11:00:00", "backup"],
	])("whose clock differs by %s is a backup", async (_, begins, standing) => {
		await upload(bytesOf(first));
		await upload(bytesOf(second, { begins }));
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": standing });
	});
});

describe("a log on the desk", () => {
	/** What the first log of each row is called there, and what stands beside. */
	const named = async () =>
		elementsIn(await desk(), `[id="${entry.id}"] .muted:has(a[href^="/igc/"])`).map((log) => [
			log.querySelector("a")?.textContent,
			log.textContent.replaceAll("\u00a0", " ").split("Count ")[0]?.trim(),
		]);

	test("is called by its recorder, beside who has sent it", async () => {
		await upload(bytesOf(first));
		await upload(bytesOf(second));
		expect(await named()).toEqual([
			["LXV 6MS", "LXV 6MS The pilot, logged in"],
			["FLA 7B2", expect.stringMatching(/^FLA 7B2 The pilot, logged in backup \d+\.\d km$/)],
		]);
	});

	test.each(["AXCSAAA", "ALXV"])(
		"is called a flight when its recorder has no serial: %s",
		async (recorder) => {
			await upload(bytesOf(recorder));
			expect(await named()).toEqual([["Flight", "Flight The pilot, logged in"]]);
		},
	);
});

describe("the recorder that counts", () => {
	beforeEach(async () => {
		await upload(bytesOf(first, { hops: short }));
		await upload(bytesOf(second));
	});

	test("is chosen by the competitor on the receipt of the backup, and changed again", async () => {
		const receipt = `/igc/receipt/${(await versionOf("7B2")).id}`;
		const html = await sourceOf(await app.get(receipt, { as: pilot, language: "en" }));
		expect(html).toContain("Kept as a backup");
		expect(textsIn(html, "button")).toContain("Count this recorder’s log");
		expect((await choose(pilot)).status).toBe(303);
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
		expect(await row()).toMatchObject({ status: "finished" });
		expect((await choose(pilot, "6MS")).status).toBe(303);
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": "backup" });
	});

	test("is chosen by nobody else", async () => {
		const stranger = await createUser();
		expect((await choose(stranger)).status).toBe(403);
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": "backup" });
		const receipt = `/igc/receipt/${(await versionOf("7B2")).id}`;
		expect(textsIn(await sourceOf(await app.get(receipt, { language: "en" })), "button")).not.toContain(
			"Count this recorder’s log",
		);
	});

	test("is not chosen by the competitor once the results are announced, and by an organiser at any time", async () => {
		await db.update(dayScores).set({ state: "unofficial" }).where(eq(dayScores.dayId, scored.day.id));
		await choose(pilot);
		expect(await standings()).toEqual({ "6MS": "scores", "7B2": "backup" });
		await press("choose", { versionId: (await versionOf("7B2")).id });
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
		const acts = await db.select().from(auditLog).where(eq(auditLog.action, "igc.choose-recorder"));
		expect(acts.map(({ actorId }) => actorId)).toEqual([admin.id]);
	});

	test("stays when an organiser has chosen it", async () => {
		await press("choose", { versionId: (await versionOf("7B2")).id });
		await choose(pilot, "6MS");
		expect(await standings()).toEqual({ "6MS": "backup", "7B2": "scores" });
	});

	test("is not chosen twice, and not of a log that has been superseded", async () => {
		const { id } = await versionOf("7B2");
		expect((await press("choose", { versionId: id })).status).toBe(303);
		await press("choose", { versionId: id });
		expect(await db.$count(auditLog, eq(auditLog.action, "igc.choose-recorder"))).toBe(1);
	});
});

describe("a gap of the log that counts", () => {
	test("over the finish is named with the backup that covers it, and one press fills it and takes that back", async () => {
		await upload(bytesOf(first, { change: without(7600, 8700) }));
		await upload(bytesOf(second));
		expect(await kindsOf()).toContain("backupCovers");
		const before = await row();
		expect(before?.status).toBe("out");
		const html = await desk();
		expect(html).toContain("the backup FLA 7B2 goes on");
		expect(textsIn(html, "button")).toContain("Fill from the backup");
		await press("fill", { igcFileId: (await versionOf("7B2")).igcFileId });
		expect(await row()).toMatchObject({ status: "finished" });
		expect(await kindsOf()).toContain("backupUsed");
		expect(await kindsOf()).not.toContain("backupCovers");
		const explained = await sourceOf(
			await app.get(`/scores/${scored.day.id}/${entry.id}`, { language: "en" }),
		);
		expect(explained).toContain("come from the backup FLA 7B2");
		expect(textsIn(await desk(), "button")).toContain("Do not fill from the backup");
		await press("unfill", { igcFileId: (await versionOf("7B2")).igcFileId });
		expect(await row()).toEqual(before);
	});

	test("over the turn point is covered, and filled", async () => {
		await upload(bytesOf(first, { change: without(4100, 4700) }));
		await upload(bytesOf(second));
		expect(await kindsOf()).toContain("backupCovers");
		await press("fill", { igcFileId: (await versionOf("7B2")).igcFileId });
		expect(await kindsOf()).not.toContain("gap");
		expect(await row()).toMatchObject({ status: "finished" });
	});

	test("that changes nothing is not named", async () => {
		await upload(bytesOf(first, { change: without(2000, 2120) }));
		await upload(bytesOf(second));
		expect(await kindsOf()).not.toContain("backupCovers");
	});

	test("is not covered by a backup with a gap there", async () => {
		await upload(bytesOf(first, { change: without(4100, 4700) }));
		await upload(bytesOf(second, { change: without(4300, 4500) }));
		expect(await kindsOf()).not.toContain("backupCovers");
	});

	test.each([
		["a second", "10:00:01", "backupUsed"],
		["a minute", "10:01:00", "backupDiffers"],
		["an hour", "11:00:00", "backupDiffers"],
	])("is filled only by a backup that agrees: a clock that differs by %s", async (_, begins, kind) => {
		await upload(bytesOf(first, { change: without(4100, 4700) }));
		await upload(bytesOf(second, { begins }));
		await press("fill", { igcFileId: (await versionOf("7B2")).igcFileId });
		expect(await kindsOf()).toContain(kind);
	});

	test("is filled by nobody but organisers", async () => {
		await upload(bytesOf(first, { change: without(4100, 4700) }));
		await upload(bytesOf(second));
		const body = { intent: "fill", registrationId: entry.id, igcFileId: (await versionOf("7B2")).igcFileId };
		expect((await app.post(deskPath(), body, { as: pilot })).status).toBe(403);
		expect(await kindsOf()).toContain("backupCovers");
	});
});
