import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dayScores, igcFiles } from "~db/schema";
import { createAdmin, databaseOf } from "~test/support/factories";
import { type FlownOptions, flownFile } from "~test/support/flown";
import { plainSourceOf, textsIn } from "~test/support/html";
import { pilotOf, uploadBody } from "~test/support/igc";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";

/* One flight in several files, as of a recorder that was restarted, or changed in the air. A whole one takes 8,592 s from the first fix. */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;
let entry: { id: string };

beforeEach(async () => {
	await scored.publish(scoredTask);
	entry = await scored.pilot("Žižková", "7K");
	await scored.fly(await scored.pilot("Malá", "AB"), { hops: home });
});

/** The part of the flight between two times, in seconds after the first fix. */
const piece = (from: number, to: number, options: Partial<FlownOptions> = {}) =>
	flownFile({
		hops: home,
		recorder: "ALXV6MS",
		change: (line, elapsed) => (elapsed >= from && elapsed <= to ? line : null),
		...options,
	});

/** The first piece, with two fixes whose times are half an hour ahead. */
const pieceWithFixesAhead = () =>
	piece(0, 4000, {
		change: (line, elapsed) => {
			if (elapsed > 4000) return null;
			return elapsed === 3600 || elapsed === 3604 ? `B${clockOf(line, 1800)}${line.slice(7)}` : line;
		},
	});

function clockOf(line: string, later: number): string {
	const [hours, minutes, seconds] = [1, 3, 5].map((place) => Number(line.slice(place, place + 2)));
	const time = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + later;
	return new Date(time * 1000).toISOString().slice(11, 19).replaceAll(":", "");
}

async function send(bytes: Uint8Array, day = scored.day.id) {
	const response = await app.api("POST", "/api/igc", uploadBody(entry.id, day, bytes), {
		as: await pilotOf(entry.id),
	});
	const { _id, warnings } = await response.json<{ _id: string; warnings: { reason: string }[] }>();
	return { status: response.status, _id, reasons: warnings.map(({ reason }) => reason) };
}

async function versionOf(igcFileId: string) {
	const [file] = await db.select().from(igcFiles).where(eq(igcFiles.id, igcFileId));
	return file?.currentVersionId;
}

async function row() {
	const [sheet] = await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id));
	return sheet?.sheet.rows.find(({ registrationId }) => registrationId === entry.id);
}

/** What the whole flight in one file is worth. */
async function whole() {
	await send(piece(0, 9000));
	expect(await pieces()).toEqual([]);
	const { status, start, finish, points } = (await row()) ?? {};
	await db
		.update(igcFiles)
		.set({ currentVersionId: null, standing: "kept" })
		.where(eq(igcFiles.registrationId, entry.id));
	await db.delete(dayScores);
	return { status, start, finish, points };
}

const valuesOf = async (sought: "pieces" | "seam") =>
	((await row())?.flight?.findings ?? []).flatMap(({ kind, value }) => (kind === sought ? [value] : []));
const seams = () => valuesOf("seam");
const pieces = () => valuesOf("pieces");

describe("a flight in two files", () => {
	test("is a finisher's, with an id for each file", async () => {
		const expected = await whole();
		const [one, other] = [await send(piece(0, 4000)), await send(piece(4004, 9000))];
		expect([one.status, other.status]).toEqual([201, 201]);
		expect(one._id).not.toBe(other._id);
		expect(other.reasons).toContain("continuesFlight");
		expect(other.reasons).not.toContain("anotherFlight");
		expect(await row()).toMatchObject({ ...expected, status: "finished" });
		expect(await seams()).toEqual([]);
	});

	test.each([
		["whose first file has fixes half an hour ahead", [pieceWithFixesAhead(), piece(4004, 9000)]],
		["sent in the other order", [piece(4004, 9000), piece(0, 4000)]],
		["of two recorders", [piece(0, 4000), piece(4004, 9000, { recorder: "AFLA7B2" })]],
		["that overlap by ten fixes", [piece(0, 4040), piece(4000, 9000)]],
		[
			"of two recorders that overlap by half an hour",
			[piece(0, 6000), piece(4200, 9000, { recorder: "AFLA7B2" })],
		],
		[
			"three of them, two of which overlap by ten fixes",
			[piece(0, 2000), piece(2004, 4040), piece(4000, 9000)],
		],
	])("%s is the same flight", async (_, files) => {
		const expected = await whole();
		for (const file of files) await send(file);
		expect(await row()).toMatchObject({ ...expected, status: "finished" });
		expect(await seams()).toEqual([]);
		expect(await pieces()).toEqual([files.length]);
	});

	test("names a seam of more than a minute, on the desk and on the page of the score", async () => {
		await send(piece(0, 4000));
		await send(piece(4060, 9000));
		expect(await seams()).toEqual([]);
		await send(piece(4064, 9000));
		expect(await seams()).toEqual([64]);
		const admin = await createAdmin();
		const desk = `/admin/scoring/${scored.day.date}/club`;
		for (const path of [desk, `/scores/${scored.day.id}/${entry.id}`]) {
			const html = await plainSourceOf(await app.get(path, { as: admin, language: "en" }));
			expect(html.includes("flight in 2 files, evaluated as one"), path).toBe(true);
			expect(html.includes("no fixes for 64 s between two files of the flight"), path).toBe(true);
			expect(html.includes("For the scorer to decide"), path).toBe(false);
		}
	});

	test("is shown whole on the page of each file", async () => {
		const pageOf = async (id: string) => plainSourceOf(await app.get(`/igc/${id}`, { language: "en" }));
		const facts = (html: string) => textsIn(html, ".flight dd, .facts dd").join(" ");
		const [one, other] = [await send(piece(0, 4000)), await send(piece(4004, 9000))];
		const [shown, also] = [await pageOf(one._id), await pageOf(other._id)];
		expect(facts(shown)).toContain("2 h 20 min");
		expect(facts(also)).toContain("2 h 20 min");
		expect(shown).not.toContain("not known</dd><dt>Flight time");
		const file = await app.get(`/igc/receipt/${await versionOf(one._id)}`, { language: "en" });
		expect(facts(await plainSourceOf(file))).not.toContain("2 h 20 min");
	});

	test("that landed in between are two flights", async () => {
		await send(flownFile({ hops: home, recorder: "ALXV6MS" }));
		const later = await send(flownFile({ hops: home, recorder: "ALXV6MS", begins: "14:00:00" }));
		expect(later.reasons).toContain("anotherFlight");
		const files = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, entry.id));
		expect(files.map(({ continues }) => continues)).toEqual([null, null]);
	});

	test("one of which belongs to another day are not joined", async () => {
		const other = scored.days.find(({ date }) => date < scored.day.date);
		await send(piece(0, 4000), other?.id);
		await send(piece(4004, 9000));
		const files = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, entry.id));
		expect(files.map(({ continues, flownAs }) => [continues, flownAs])).toEqual([
			[null, null],
			[null, null],
		]);
	});

	test("are parted when one is discarded, and joined again", async () => {
		await send(piece(0, 4000));
		const { _id } = await send(piece(4004, 9000));
		const admin = await createAdmin();
		const act = (intent: string, fields = {}) =>
			app.post(`/igc/${_id}`, { intent, reason: "a test", ...fields }, { as: admin });
		const [file] = await db.select().from(igcFiles).where(eq(igcFiles.id, _id));
		const versionId = file?.currentVersionId ?? "";
		expect(await row()).toMatchObject({ status: "finished" });
		await act("discard", { versionId });
		expect(await row()).toMatchObject({ status: "out" });
		expect(await pieces()).toEqual([]);
		await act("take-back", { versionId });
		expect(await row()).toMatchObject({ status: "finished" });
	});

	test("are evaluated anew when a piece is superseded", async () => {
		await send(piece(0, 3000));
		await send(piece(4004, 9000));
		expect(await seams()).toEqual([1004]);
		const again = await send(piece(0, 4000));
		expect(again.status).toBe(200);
		expect(await seams()).toEqual([]);
	});
});
