import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { eraseSafetyCards } from "~/lib/desk/safety-card.server";
import { auditLog, igcFiles, lastPositions, safetyCards } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createAdmin, createRegistration, databaseOf, recordStatus } from "~test/support/factories";
import { cylinder, outAndReturn, point } from "~test/support/flown";
import { elementsIn, textsIn } from "~test/support/html";
import { upload } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();
const date = "2025-07-15";
const app = createApp({ clock: `${date}T19:30:00Z` });
const sheetOf = ({ id }: { readonly id: string }) => `/outlandings/overdue/${date}/${id}`;
const note = { position: "49.9, 15.1", time: "13:05", source: "OGN, poslední bod" };

async function flying() {
	const entry = await createRegistration({ accepted: true });
	await recordStatus(entry.id, dayOn(date), "FLYING");
	return entry;
}

test("the sheet has what the rescue centre asks for, and who flew near the last position by the logs", async ({
	admin,
}) => {
	const [missing, near, far] = [await flying(), await flying(), await flying()];
	const [doubtful, wrong] = [await flying(), await flying()];
	const places = [
		[near, { latitude: 49.9, longitude: 15.1 }],
		[doubtful, { latitude: 49.9, longitude: 15.1 }],
		[wrong, { latitude: 49.9, longitude: 15.1 }],
		[far, { latitude: 49.2, longitude: 16.5 }],
	] as const;
	for (const [entry, flight] of places) {
		const log = { fixes: 1500, start: "11:00:00", flight };
		expect((await upload(app, entry.id, dayOn(date), log)).status).toBe(201);
	}
	for (const [{ id }, standing] of [
		[doubtful, "unconfirmed"],
		[wrong, "discarded"],
	] as const)
		await db.update(igcFiles).set({ standing }).where(eq(igcFiles.registrationId, id));
	const read = async () => (await app.get(sheetOf(missing), { as: admin, language: "en" })).text();
	const before = await read();
	for (const text of [
		missing.registrationNumber,
		missing.phone,
		"112",
		"Sunset",
		"Nobody has entered one yet",
	])
		expect(before).toContain(text);
	expect((await app.post(sheetOf(missing), note, { as: admin })).status).toBe(303);
	const html = await read();
	for (const text of ["13:05", "49°\u00a054.000′\u00a0N", "OGN, poslední bod", near.registrationNumber])
		expect(html).toContain(text);
	for (const { registrationNumber } of [far, wrong]) expect(html).not.toContain(registrationNumber);
	const flewNear = textsIn(html, ".near-flights li");
	for (const [{ startNumber }, isDoubtful] of [
		[near, false],
		[doubtful, true],
	] as const)
		expect(flewNear.find((text) => text.startsWith(`${startNumber} `))?.includes(", unconfirmed log, ")).toBe(
			isDoubtful,
		);
	const rows = await db.select().from(lastPositions).where(eq(lastPositions.registrationId, missing.id));
	expect(rows).toMatchObject([
		{ latitude: 49.9, seenAt: new Date(`${date}T11:05:00Z`), createdBy: admin.id },
	]);
	const [audited] = await db.select().from(auditLog).where(eq(auditLog.subjectId, missing.id));
	expect(audited).toMatchObject({ action: "overdue.position", actorId: admin.id });
});

test("each position keeps its own list of who flew near, its source and its age, and all stand on the map", async ({
	admin,
}) => {
	const [missing, early, late] = [await flying(), await flying(), await flying()];
	const [first, second] = [
		{ latitude: 49.9, longitude: 15.1 },
		{ latitude: 49.3, longitude: 15.4 },
	];
	for (const [entry, flight, start] of [
		[early, first, "11:00:00"],
		[late, second, "14:00:00"],
	] as const)
		expect((await upload(app, entry.id, dayOn(date), { fixes: 1500, start, flight })).status).toBe(201);
	const report = { pilot: late.id, day: dayOn(date), position: "49.6, 15.3", condition: "well" };
	await app.post("/outlandings/report", report, { as: admin });
	await app.post(sheetOf(missing), note, { as: admin });
	const radio = { position: "49.3, 15.4", time: "16:10", source: "rádio 122,405" };
	await app.post(sheetOf(missing), radio, { as: admin });
	const html = await (await app.get(sheetOf(missing), { as: admin, language: "en" })).text();
	const [latest = "", earlier = "", ...more] = textsIn(html, "section[aria-labelledby^=position-]");
	expect(more).toEqual([]);
	for (const text of ["16:10", "rádio 122,405", "5:20", late.startNumber]) expect(latest).toContain(text);
	expect(latest).not.toContain(early.startNumber);
	for (const text of ["13:05", "OGN", "8:25", early.startNumber]) expect(earlier).toContain(text);
	expect(earlier).not.toContain(late.startNumber);
	expect(elementsIn(html, ".map-view circle.stroke-danger")).toHaveLength(2);
	expect(elementsIn(html, ".map-view rect.stroke-warning")).toHaveLength(1);
	expect(textsIn(html, ".map-wide .map-point text")).toEqual(
		expect.arrayContaining(["16:10", "13:05", late.startNumber]),
	);
	// Sheet, red list and board say the same last news, and the filter of the desk finds who has had none since.
	expect(html).toContain("Last news: a position, 16:10");
	const desk = await (await app.get("/statuses?duty=on&only=none", { as: admin, language: "en" })).text();
	expect(desk).toContain("Last news: a position, 16:10");
	expect(textsIn(desk, ".duty-row .start-number")).toContain(missing.startNumber);
	expect(textsIn(desk, ".duty-row .start-number")).not.toContain(late.startNumber);
	const board = await (await app.get("/statuses?view=board", { language: "en" })).text();
	const onBoard = textsIn(board, ".chip-danger").filter((text) => text.startsWith(`${missing.startNumber} `));
	expect(onBoard.join()).toContain("5:20\u00a0h ago");
	expect(textsIn(board, ".board-cell.bg-danger").join()).toContain(missing.startNumber);
	for (const path of ["/grid", "/outlandings"]) {
		const page = await (await app.get(path, { as: admin, language: "en" })).text();
		expect(textsIn(page, ".notice-danger").join(), path).toContain("Missing: ");
		expect(await (await app.get(path, { language: "en" })).text()).not.toContain("Missing: ");
	}
	expect(gzipSync(html).byteLength).toBeLessThanOrEqual(35_000);
});

test("a position that was noted by mistake is removed from the sheet, and stays in the audit log", async ({
	admin,
}) => {
	const [missing, other] = [await flying(), await flying()];
	for (const pilot of [missing, other]) await app.post(sheetOf(pilot), note, { as: admin });
	const notesOf = ({ id }: { readonly id: string }) =>
		db.select().from(lastPositions).where(eq(lastPositions.registrationId, id));
	const [wrong] = await notesOf(missing);
	const remove = { intent: "remove", id: wrong?.id ?? "" };
	await app.post(sheetOf(other), remove, { as: admin });
	expect(await notesOf(missing)).toHaveLength(1);
	expect((await app.post(sheetOf(missing), remove, { as: admin })).status).toBe(303);
	expect(await notesOf(missing)).toEqual([]);
	expect(await notesOf(other)).toHaveLength(1);
	const audited = await db.select().from(auditLog).where(eq(auditLog.subjectId, missing.id));
	expect(audited.at(-1)).toMatchObject({
		action: "overdue.position",
		before: expect.objectContaining({ source: note.source }),
		after: null,
	});
});

test.each([
	["without a position", { position: "" }],
	["with words for a position", { position: "u rybníka" }],
	["at no time", { time: "25:00" }],
	["without a source", { source: "" }],
])("a note %s is refused", async (_, fields) => {
	const admin = await createAdmin();
	const missing = await flying();
	expect((await app.post(sheetOf(missing), { ...note, ...fields }, { as: admin })).status).toBe(400);
	expect(await db.$count(lastPositions, eq(lastPositions.registrationId, missing.id))).toBe(0);
});

test("a day or a pilot that there is not has no sheet", async ({ admin, entry }) => {
	expect((await app.get(sheetOf({ id: "nobody" }), { as: admin })).status).toBe(404);
	expect((await app.get(`/outlandings/overdue/2025-01-01/${entry.id}`, { as: admin })).status).toBe(404);
});

test("without a position the sheet names who flew along the task, and the ZIP leaves what the scorer has marked", async ({
	admin,
}) => {
	const [missing, beside] = [await flying(), await flying()];
	const log = { fixes: 1500, start: "11:00:00", flight: { latitude: 49.9, longitude: 15.1 } };
	expect((await upload(app, beside.id, dayOn(date), log)).status).toBe(201);
	const points = [15, 15.2].map((longitude) => point({ latitude: 49.9, longitude }, cylinder(500)));
	const where = { id: "task-of-the-day", dayId: dayOn(date), number: 1 };
	await insertTask(
		{ ...outAndReturn(), points },
		{ ...where, competitionClassId: missing.competitionClassId },
	);
	const html = await (await app.get(sheetOf(missing), { as: admin, language: "en" })).text();
	const along = textsIn(html, "section[aria-labelledby=overdue-along]").join(" ");
	expect(along).toContain(beside.startNumber);
	const answer = await app.post(sheetOf(missing), { intent: "logs" }, { as: admin });
	const zip = await app.get(answer.headers.get("Location") ?? "");
	expect(zip.headers.get("Content-Type")).toBe("application/zip");
	await zip.arrayBuffer();
	const flights = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, beside.id));
	expect(flights).toMatchObject([{ downloaded: false }]);
	const audited = await db.select().from(auditLog).where(eq(auditLog.action, "igc.download-day"));
	expect(audited).toHaveLength(1);
});

test("a safety card is for the pilot, organisers and the desk, and is gone a month after the last day", async ({
	admin,
	user,
}) => {
	const entry = await createRegistration({ userId: user.id, accepted: true });
	await recordStatus(entry.id, dayOn(date), "FLYING");
	const path = "/registration/safety-card";
	const card = {
		colours: "bílý, červené konce",
		crewPhone: "+420 602 000 111",
		flarmId: "DD8E2F",
		persons: "1",
	};
	expect((await app.post(path, { ...card, flarmId: "nothing" }, { as: user })).status).toBe(400);
	expect((await app.post(path, card, { as: user })).status).toBe(303);
	expect(await (await app.get(path, { as: user })).text()).toContain("DD8E2F");
	const sheet = await (await app.get(sheetOf(entry), { as: admin })).text();
	for (const text of [card.colours, card.crewPhone, card.flarmId]) expect(sheet).toContain(text);
	await app.post(
		"/outlandings/report",
		{ pilot: entry.id, day: dayOn(date), position: "49.6543, 15.3321", condition: "well" },
		{ as: user },
	);
	const desk = await (await app.get("/outlandings", { as: admin })).text();
	for (const text of [card.colours, card.crewPhone, card.flarmId]) expect(desk).toContain(text);
	for (const reader of [null, user])
		expect(await (await app.get("/outlandings", { as: reader })).text()).not.toContain(card.flarmId);
	const logged = await db.select().from(auditLog).where(eq(auditLog.action, "safety-card.save"));
	expect(JSON.stringify(logged)).not.toContain("DD8E2F");
	const erased = async (time: string) => eraseSafetyCards(contextOf({ now: new Date(time) }));
	expect(await erased("2025-08-19T20:00:00Z")).toBe(0);
	expect(await erased("2025-08-20T04:00:00Z")).toBe(1);
	expect(await db.$count(safetyCards)).toBe(0);
});
