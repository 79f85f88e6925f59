import { env } from "cloudflare:test";
import { zipSync } from "fflate";
import { beforeEach, describe, expect } from "vitest";
import { incomingLogs, outbox } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { attributeIn, elementsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { deleteLogs, evening, runScheduleAt, storedIgc, upload } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { dayOn, test } from "~test/support/world";
import { type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";

const db = databaseOf();
const { faults, bucket } = faultyBucket(env.FILES);
const app = createApp({ clock: evening, env: { FILES: bucket } });
const path = "/igc?many";
let admin: { id: string };
let ema: { id: string };
let petr: { id: string };
const day = dayOn("2025-07-15");
const dayBefore = dayOn("2025-07-14");

beforeEach(async () => {
	for (const name of ["put", "get", "delete"] as const) delete faults[name];
	await db.delete(incomingLogs);
	await env.FILES.delete(await incomingKeys());
	await deleteLogs();
	admin = await createAdmin();
	ema = await entryOf("Ema", "Žižková", {
		startNumber: "7K",
		registrationNumber: "OK-7777",
		logger: "LXV 6MS",
	});
	petr = await entryOf("Petr", "Novák", { startNumber: "8V", registrationNumber: "OK-8888", logger: "" });
});

/** What the bucket keeps of files that are laid aside. */
async function incomingKeys(): Promise<string[]> {
	return (await env.FILES.list({ prefix: "2025/incoming/" })).objects.map(({ key }) => key);
}

/** Entries of other tests' people do not stand in the way: each has numbers of its own. */
async function entryOf(name: string, surname: string, values: Parameters<typeof createRegistration>[0]) {
	await env.DB_2025?.prepare("UPDATE registrations SET accepted = 0 WHERE start_number = ?")
		.bind(values?.startNumber)
		.run();
	const { id } = await createUser({ name, surname });
	return createRegistration({ userId: id, accepted: true, ...values });
}

const logOf = (options: IgcFileOptions = {}) => igcFile({ fixes: 300, ...options });
const emasLog = { recorder: "ALXV6MS", pilot: "", competitionNumber: "", registration: "" };
const petrsLog = {
	recorder: "AXCSAAA",
	pilot: "",
	competitionNumber: "8v",
	registration: "OK 8888",
	date: "2025-07-14",
};
const unknownLog = { recorder: "AXCSBB1", pilot: "", competitionNumber: "", registration: "" };

/** Sends files by name, as a form without scripts does. */
async function send(files: Readonly<Record<string, Uint8Array | string>>) {
	const logs = Object.entries(files).map(([name, content]) => new File([content as BlobPart], name));
	return app.post(path, multipart({ logs }), { as: admin, language: "en" });
}

const zipOf = (files: Parameters<typeof zipSync>[0]) => zipSync(files);
const pageOf = async (as = admin) => sourceOf(await app.get(path, { as, language: "en" }));

/** Each log that waits: its file, and what is chosen for it. */
async function waiting() {
	const html = await pageOf();
	return Object.fromEntries(
		elementsIn(html, "section[aria-labelledby=waiting-title] tbody tr").map((row) => {
			const pilot = attributeIn(row, "select", "name") ?? "";
			const id = pilot.slice("pilot-".length);
			const sign = textsIn(row, "td").at(-1) ?? "";
			return [
				textsIn(row, "th > span")[0] ?? "",
				{ id, pilot: valueIn(row, pilot) ?? "", day: valueIn(row, `day-${id}`) ?? "", sign },
			];
		}),
	);
}

/** Stores what the table suggests, with changes by the file. */
async function store(changes: Readonly<Record<string, { pilot?: string; day?: string }>> = {}) {
	const rows = await waiting();
	const fields = Object.entries(rows).flatMap(([file, row]) => {
		const { id, pilot, day: chosen } = { ...row, ...changes[file] };
		return [
			[`pilot-${id}`, pilot],
			[`day-${id}`, chosen],
		];
	});
	return app.post(path, Object.fromEntries(fields), { as: admin, language: "en" });
}

const flash = (response: Response) => decodeURIComponent(response.headers.get("Set-Cookie") ?? "");

describe("files of several pilots", () => {
	test("are matched one by one, each with the sign that decided, and nothing is stored before", async () => {
		const response = await send({
			"a.igc": logOf(emasLog),
			"b.IGC": logOf(petrsLog),
			"c.igc": logOf({ ...unknownLog, pilot: "NOVAK Petr" }),
		});
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/igc"]);
		expect(await waiting()).toEqual({
			"a.igc": expect.objectContaining({ pilot: ema.id, day, sign: "recorder" }),
			"b.IGC": expect.objectContaining({
				pilot: petr.id,
				day: dayBefore,
				sign: "start number, registration",
			}),
			"c.igc": expect.objectContaining({ pilot: petr.id, day, sign: "name" }),
		});
		expect((await storedIgc()).versions).toEqual([]);
	});

	test("are stored as uploads of the organiser, each for its pilot and day, with its warnings", async () => {
		await db.delete(outbox);
		await send({ "a.igc": logOf(emasLog), "b.igc": logOf({ ...petrsLog, signed: false }) });
		const response = await store();
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/igc"]);
		expect(flash(response)).toContain("igc.many.done.stored");
		const { flights, versions } = await storedIgc();
		expect(flights.map(({ registrationId, dayId }) => [registrationId, dayId]).toSorted()).toEqual(
			[
				[ema.id, day],
				[petr.id, dayBefore],
			].toSorted(),
		);
		expect(versions.every(({ uploadedBy, state }) => uploadedBy === admin.id && state === "ready")).toBe(
			true,
		);
		const html = await pageOf();
		expect(textsIn(html, "#stored-title")).toEqual(["2 logs are stored"]);
		expect(elementsIn(html, 'main a[href^="/igc/receipt/"]')).toHaveLength(2);
		expect(textsIn(html, ".lined .chip-warning")).toEqual(["1 warning"]);
		expect(textsIn(html, ".lined details li")).toEqual([expect.stringContaining("not signed")]);
		expect(elementsIn(html, "#waiting-title")).toEqual([]);
		const kinds = (await db.select({ kind: outbox.kind }).from(outbox)).map(({ kind }) => kind);
		expect(kinds).toEqual(["flight-log-sent", "flight-log-sent"]);
	});

	test("say when they were flown, by the local clock", async () => {
		await send({
			"a.igc": logOf(emasLog),
			"b.igc": logOf({ ...petrsLog, change: (fix) => ({ ...fix, time: fix.time + 3_600 }) }),
			"c.igc": logOf({ ...unknownLog, start: "11:00:00" }),
		});
		expect(textsIn((await pageOf()).replaceAll("\u00a0", " "), "tbody th p")).toEqual([
			"15 July 2025 · 11:32 – 11:48 · LXV 6MS",
			"14 July 2025 · 12:32 – 12:48 · XCS AAA · 8v · OK 8888",
			"15 July 2025 · 13:02 – 13:18 · XCS BB1",
		]);
	});

	test("lead to the desk of each day and class once they are stored", async () => {
		await send({
			"a.igc": logOf(emasLog),
			"b.igc": logOf(petrsLog),
			"c.igc": logOf({ ...emasLog, start: "14:00:00" }),
		});
		await store({ "c.igc": { pilot: ema.id, day } });
		const desks = elementsIn(await pageOf(), 'main a[href^="/admin/scoring/"]');
		expect(desks.map((link) => link.getAttribute("href"))).toEqual([
			"/admin/scoring/2025-07-14/club",
			"/admin/scoring/2025-07-15/club",
		]);
	});

	test("come in a ZIP as well, with folders and the files that systems add", async () => {
		await send({
			"day.zip": zipOf({
				"15. 7./Ema/a.igc": logOf(emasLog),
				"__MACOSX/15. 7./._a.igc": logOf(unknownLog),
				"..\\..\\evil/b.igc": logOf(petrsLog),
			}),
		});
		expect(Object.keys(await waiting())).toEqual(["a.igc", "b.igc"]);
		await store();
		expect((await storedIgc()).versions.map(({ originalName }) => originalName).toSorted()).toEqual([
			"a.igc",
			"b.igc",
		]);
	});

	test("go to whom the organiser chooses, whatever the table suggests", async () => {
		await send({ "a.igc": logOf(emasLog) });
		await store({ "a.igc": { pilot: petr.id, day: dayBefore } });
		const [flight] = (await storedIgc()).flights;
		expect([flight?.registrationId, flight?.dayId]).toEqual([petr.id, dayBefore]);
	});

	test("have the recorder of earlier days for a sign", async () => {
		await upload(app, petr.id, dayBefore, { ...unknownLog, date: "2025-07-14" });
		await send({ "c.igc": logOf(unknownLog) });
		expect((await waiting())["c.igc"]).toMatchObject({ pilot: petr.id, sign: "recorder" });
	});
});

describe("a doubtful log asks, and is left out until somebody has chosen", () => {
	test.each<[string, () => Record<string, Uint8Array>, string]>([
		["of nobody", () => ({ "a.igc": logOf(unknownLog) }), "The log names nobody."],
		[
			"that names two pilots",
			() => ({ "a.igc": logOf({ ...emasLog, competitionNumber: "8V" }) }),
			"start number: 8V Novák",
		],
		[
			"of the same flight as another",
			() => ({ "a.igc": logOf(emasLog), "b.igc": logOf({ ...emasLog, gliderType: "LS 8" }) }),
			"Another file shows the same flight of 7K Žižková.",
		],
		[
			"of no competition day",
			() => ({ "a.igc": logOf({ ...emasLog, date: "2025-06-15" }) }),
			"The log is not from a day for which logs are taken.",
		],
	])("%s", async (_, files, words) => {
		await send(files());
		for (const row of Object.values(await waiting())) {
			expect(row.sign).toContain(words);
			expect([row.pilot, row.day]).toContain("");
		}
	});

	test("whose bytes are stored for somebody else", async () => {
		await upload(app, petr.id, day, logOf(emasLog));
		await send({ "a.igc": logOf(emasLog) });
		const row = (await waiting())["a.igc"];
		expect(row).toMatchObject({ pilot: "" });
		expect(row?.sign).toContain("Stored already for 8V Novák Petr");
	});

	test("below the clear ones, with those stored", async () => {
		await send({ "a.igc": logOf(unknownLog), "b.igc": logOf(emasLog) });
		expect(Object.keys(await waiting())).toEqual(["b.igc", "a.igc"]);
		await store();
		expect((await storedIgc()).flights).toHaveLength(1);
		expect(Object.keys(await waiting())).toEqual(["a.igc"]);
		expect(flash(await store())).toContain("igc.many.done.nothing");
	});

	test("without a day it is not stored, and what was chosen stays", async () => {
		await send({ "a.igc": logOf({ ...emasLog, date: "2025-06-15" }), "b.igc": logOf(petrsLog) });
		const response = await store({ "a.igc": { pilot: petr.id } });
		expect(response.status).toBe(400);
		const html = await sourceOf(response);
		expect(textsIn(html, ".field-error")).toEqual(["Choose a day of the competition"]);
		const name = attributeIn(html, "tbody select", "name") ?? "";
		expect(valueIn(html, name)).toBe(petr.id);
		expect((await storedIgc()).flights.map(({ registrationId }) => registrationId)).toEqual([petr.id]);
		// What was done is a success, also beside what was not.
		expect(textsIn(html, ".notice-success")).toEqual(["1 log was stored."]);
		expect(textsIn(html, ".notice-danger")).toEqual(["1 log was not stored."]);
	});
});

describe("bad input", () => {
	test.each<[string, () => Record<string, Uint8Array | string>, string]>([
		["a file that is no log", () => ({ "notes.txt": "x" }), "notes.txt: The file name does not end in .igc."],
		[
			"a log without fixes",
			() => ({ "a.igc": "ALXV6MS\r\nHFDTE150725\r\n" }),
			"a.igc: The log has fewer than 10",
		],
		[
			"a ZIP in a ZIP",
			() => ({ "d.zip": zipOf({ "in.zip": zipOf({ "a.igc": logOf() }) }) }),
			"in.zip: The file is an archive",
		],
		[
			"a ZIP that calls itself a log inside a ZIP",
			() => ({ "d.zip": zipOf({ "a.igc": zipOf({ "a.igc": logOf() }) }) }),
			"a.igc: The file is an archive",
		],
		[
			"a bomb",
			() => ({ "d.zip": zipOf({ "a.igc": new Uint8Array(30_000_000) }) }),
			"a.igc: The file is larger than",
		],
		[
			"a damaged ZIP",
			() => ({ "d.zip": zipOf({ "a.igc": logOf() }).slice(0, -30) }),
			"d.zip: The ZIP archive, or this file in it, is damaged.",
		],
		["an empty ZIP", () => ({ "d.zip": zipOf({}) }), "d.zip: The ZIP archive holds no files."],
		[
			"a ZIP of 200 files",
			() => ({
				"d.zip": zipOf(
					Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.igc`, new Uint8Array()])),
				),
			}),
			"d.zip: The ZIP archive holds 200 files. At most 60 are read",
		],
	])("%s is named with the reason, and nothing waits", async (_, files, words) => {
		expect(flash(await send(files()))).toContain("igc.many.done.noLogs");
		const html = await pageOf();
		expect(textsIn(html, ".notice-warning li").join()).toContain(words);
		expect(elementsIn(html, "#waiting-title")).toEqual([]);
		expect(await incomingKeys()).toEqual([]);
	});

	test("of 200 files at once none is taken, and of none neither", async () => {
		const many = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}.igc`, "x"]));
		expect(flash(await send(many))).toContain("igc.many.done.tooLarge");
		expect(flash(await send({}))).toContain("igc.many.done.noFile");
		expect(await db.select().from(incomingLogs)).toEqual([]);
	});

	test("more bytes than fit into one form are refused in words", async () => {
		const response = await send({ "a.igc": new Uint8Array(21 * 1024 * 1024) });
		expect(flash(response)).toContain("igc.many.done.tooLarge");
	});

	test("the same file twice, or sent again, is there once", async () => {
		await send({ "a.igc": logOf(emasLog), "copy of a.igc": logOf(emasLog) });
		expect(flash(await send({ "a.igc": logOf(emasLog) }))).toContain("igc.many.done.again");
		expect(Object.keys(await waiting())).toHaveLength(1);
	});

	test("a row stored twice, in two tabs, is one log", async () => {
		await send({ "a.igc": logOf(emasLog) });
		const { id } = (await waiting())["a.igc"] ?? {};
		const fields = { [`pilot-${id}`]: ema.id, [`day-${id}`]: day };
		for (let tab = 0; tab < 2; tab++) expect((await app.post(path, fields, { as: admin })).status).toBe(303);
		expect((await storedIgc()).versions).toHaveLength(1);
	});

	test("an unknown pilot, and the file of another organiser, are not stored", async () => {
		await send({ "a.igc": logOf(emasLog) });
		const { id } = (await waiting())["a.igc"] ?? {};
		const fields = (pilot: string) => ({ [`pilot-${id}`]: pilot, [`day-${id}`]: day });
		expect((await app.post(path, fields("never"), { as: admin })).status).toBe(400);
		const other = await createAdmin();
		expect((await app.post(path, fields(ema.id), { as: other })).status).toBe(400);
		expect(elementsIn(await pageOf(other), "tbody tr")).toEqual([]);
		expect((await storedIgc()).versions).toEqual([]);
	});
});

describe("what was sent", () => {
	test("goes from table and bucket after an hour, stored or not, and the stored log stays", async () => {
		await send({ "a.igc": logOf(emasLog), "b.igc": logOf(unknownLog), "c.txt": "x" });
		await store();
		await runScheduleAt("2025-07-15T18:59:00Z");
		expect(await db.select().from(incomingLogs)).toHaveLength(3);
		await runScheduleAt("2025-07-15T19:00:01Z");
		expect(await db.select().from(incomingLogs)).toEqual([]);
		expect(await incomingKeys()).toEqual([]);
		const { versions, keys } = await storedIgc();
		expect(keys).toContain(versions[0]?.key);
	});

	test("is discarded at once, and can be sent again", async () => {
		await send({ "a.igc": logOf(emasLog) });
		const response = await app.post(path, { intent: "discard" }, { as: admin });
		expect(flash(response)).toContain("igc.many.done.discarded");
		expect(await waiting()).toEqual({});
		await send({ "a.igc": logOf(emasLog) });
		expect(Object.keys(await waiting())).toEqual(["a.igc"]);
	});
});

describe("with a bucket that fails", () => {
	test("the files are asked for again, and then they are there", async () => {
		faults.put = "before";
		expect(flash(await send({ "a.igc": logOf(emasLog) }))).toContain("igc.many.done.failed");
		expect(await waiting()).toEqual({});
		delete faults.put;
		await send({ "a.igc": logOf(emasLog) });
		expect(Object.keys(await waiting())).toEqual(["a.igc"]);
	});

	test("a log that cannot be read from it stays in the table and says so", async () => {
		await send({ "a.igc": logOf(emasLog) });
		const id = (await waiting())["a.igc"]?.id;
		faults.get = "before";
		const response = await app.post(
			path,
			{ [`pilot-${id}`]: ema.id, [`day-${id}`]: day },
			{ as: admin, language: "en" },
		);
		expect(response.status).toBe(400);
		delete faults.get;
		expect(Object.keys(await waiting())).toEqual(["a.igc"]);
		expect((await store()).status).toBe(303);
		expect((await storedIgc()).versions).toHaveLength(1);
	});
});
