import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, trackingEntries } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, referenceOf } from "~test/support/factories";
import { test } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: "2025-07-12T08:00:00Z" });

const reference = referenceOf();

function ids(day: number, classType: "club" | "18_meter" = "club") {
	const dayId = reference.competitionDays[day]?.id;
	const classId = reference.competitionClasses.find(({ type }) => type === classType)?.id;
	if (!dayId || !classId) throw new Error("reference data is missing");
	return { dayId, classId };
}

test("a task address is set, replaced and removed, with its history in the audit log", async ({ admin }) => {
	const { dayId, classId } = ids(0);
	const path = `/api/tracking/${dayId}/${classId}`;
	const first = await app.api("POST", path, { taskUrl: " https://tasks.example.com/a.cup " }, { as: admin });
	expect(first.status).toBe(201);
	const entry = (await first.json()) as { _id: string };
	expect(entry).toEqual({
		_id: expect.any(String),
		taskUrl: "https://tasks.example.com/a.cup",
		competitionClass: { _id: classId, name: "Klub", type: "club" },
		day: { _id: dayId, name: "Den 1", date: "2025-07-12", task: "NO_TASK" },
	});

	const second = await app.api("POST", path, { taskUrl: "https://tasks.example.com/b.cup" }, { as: admin });
	expect(await second.json()).toEqual({ ...entry, taskUrl: "https://tasks.example.com/b.cup" });
	expect(await db.$count(trackingEntries, eq(trackingEntries.dayId, dayId))).toBe(1);

	const removed = await app.api("DELETE", path, undefined, { as: admin });
	expect(removed.status).toBe(200);
	expect(await removed.json()).toEqual({ success: true });
	expect((await app.api("DELETE", path, undefined, { as: admin })).status).toBe(404);
	const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, dayId));
	expect(audit.map(({ action }) => action)).toEqual(["tracking.set", "tracking.set", "tracking.remove"]);
});

test("the tracking of a day comes by class name", async ({ admin }) => {
	for (const classType of ["18_meter", "club"] as const) {
		const { dayId, classId } = ids(1, classType);
		const body = { taskUrl: `https://tasks.example.com/${classType}.cup` };
		await app.api("POST", `/api/tracking/${dayId}/${classId}`, body, { as: admin });
	}
	const response = await app.api("GET", `/api/tracking/${ids(1).dayId}`);
	expect(response.status).toBe(200);
	const list = (await response.json()) as { taskUrl: string; competitionClass: { name: string } }[];
	expect(list.map(({ competitionClass }) => competitionClass.name)).toEqual(["Klub", "Kombi"]);
	expect(await (await app.api("GET", `/api/tracking/${ids(2).dayId}`)).json()).toEqual([]);
	expect((await app.api("GET", "/api/tracking/nothing")).status).toBe(404);
});

test.for([
	["a script", "javascript:alert(1)"],
	["an address of another protocol", "ftp://tasks.example.com/a.cup"],
	["an address with a password", "https://jana:secret@tasks.example.com/"],
	["a bare host", "tasks.example.com"],
	["nothing", ""],
	["an address that is too long", `https://tasks.example.com/${"a".repeat(2_000)}`],
])("%s is refused as a task address", async ([, taskUrl], { admin }) => {
	const { dayId, classId } = ids(3);
	const response = await app.api("POST", `/api/tracking/${dayId}/${classId}`, { taskUrl }, { as: admin });
	expect(response.status).toBe(400);
	expect(await db.$count(trackingEntries, eq(trackingEntries.dayId, dayId))).toBe(0);
});

test("tracking of a day or a class that there is none of is not found", async ({ admin }) => {
	const { dayId, classId } = ids(3);
	const body = { taskUrl: "https://tasks.example.com/a.cup" };
	for (const path of [`/api/tracking/nothing/${classId}`, `/api/tracking/${dayId}/nothing`]) {
		expect((await app.api("POST", path, body, { as: admin })).status).toBe(404);
	}
});
