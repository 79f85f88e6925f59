import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, lastPositions } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf, recordStatus } from "~test/support/factories";
import { upload } from "~test/support/igc";
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
	const places = [
		[near, { latitude: 49.9, longitude: 15.1 }],
		[far, { latitude: 49.2, longitude: 16.5 }],
	] as const;
	for (const [entry, flight] of places) {
		const log = { fixes: 1500, start: "11:00:00", flight };
		expect((await upload(app, entry.id, dayOn(date), log)).status).toBe(201);
	}
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
	expect(html).not.toContain(far.registrationNumber);
	const rows = await db.select().from(lastPositions).where(eq(lastPositions.registrationId, missing.id));
	expect(rows).toMatchObject([
		{ latitude: 49.9, seenAt: new Date(`${date}T11:05:00Z`), createdBy: admin.id },
	]);
	const [audited] = await db.select().from(auditLog).where(eq(auditLog.subjectId, missing.id));
	expect(audited).toMatchObject({ action: "overdue.position", actorId: admin.id });
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
