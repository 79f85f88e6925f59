import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { nthDay } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: "2025-07-12T14:00:00Z" });

interface StatusJson {
	_id: string;
	status: string;
	glider: { startNumber: string };
}

await seedReference();
const admin = await createAdmin();
for (const startNumber of ["AB", "12", "7"]) {
	const user = await createUser({ name: "Ema", surname: "Žižková" });
	await createRegistration({ userId: user.id, accepted: true, startNumber });
}

async function make(day: string) {
	const response = await app.api("POST", "/api/competitorstatuses", { day }, { as: admin });
	return { status: response.status, list: (await response.json()) as StatusJson[] };
}

async function list(day: string) {
	return (await (await app.api("GET", `/api/competitorstatuses/${day}`)).json()) as StatusJson[];
}

test("a day without statuses has an empty list, a day that there is none of is not found", async () => {
	expect(await list(nthDay(0))).toEqual([]);
	expect((await app.api("GET", "/api/competitorstatuses/nothing")).status).toBe(404);
});

test("the statuses of a day are made by one call, by start number, and again without doubles", async () => {
	const first = await make(nthDay(0));
	expect(first.status).toBe(201);
	expect(first.list.map(({ glider }) => glider.startNumber)).toEqual(["7", "12", "AB"]);
	expect(first.list[0]).toEqual({
		_id: expect.any(String),
		name: "Ema",
		surname: "Žižková",
		status: "DNF",
		day: nthDay(0),
		glider: {
			gliderType: { _id: expect.any(String), name: expect.any(String) },
			registrationNumber: expect.stringMatching(/^OK-/),
			startNumber: "7",
		},
	});
	const again = await Promise.all([make(nthDay(0)), make(nthDay(0)), make(nthDay(0))]);
	expect(again.map((made) => made.list)).toEqual([first.list, first.list, first.list]);
	expect(await list(nthDay(0))).toEqual(first.list);
});

test("statuses of a day that there is none of cannot be made", async () => {
	expect((await make("nothing")).status).toBe(400);
	expect((await make("")).status).toBe(400);
});

test("an admin sets any status and empties it, and the audit log keeps both", async () => {
	const [status] = (await make(nthDay(1))).list;
	const path = `/api/competitorstatuses/${status?._id}`;
	for (const value of ["FLYING", "OUTLANDING", "HOME", "DNF"]) {
		const response = await app.api("PUT", path, { status: value }, { as: admin });
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ ...status, status: value });
	}
	const emptied = await app.api("PUT", path, { status: null }, { as: admin });
	expect(await emptied.json()).toEqual({ ...status, status: "DNF", unset: true });
	expect(await list(nthDay(1))).toContainEqual({ ...status, status: "DNF", unset: true });
	const [row] = await db
		.select()
		.from(pilotDays)
		.where(eq(pilotDays.statusId, status?._id ?? ""));
	expect(row).toMatchObject({
		status: null,
		statusBy: admin.id,
		statusAt: new Date("2025-07-12T14:00:00Z"),
	});
	const audit = await db
		.select()
		.from(auditLog)
		.where(eq(auditLog.subjectId, status?._id ?? ""));
	expect(audit).toHaveLength(5);
	expect(audit).toContainEqual(
		expect.objectContaining({ before: { status: "HOME" }, after: { status: "DNF" } }),
	);
});

test("changes at one moment follow each other: what each began with was there", async () => {
	const [first] = (await make(nthDay(3))).list;
	const id = first?._id ?? "";
	await app.api("PUT", `/api/competitorstatuses/${id}`, { status: "DNF" }, { as: admin });
	await db.delete(auditLog);
	const sent = ["FLYING", "HOME", "OUTLANDING"];
	await Promise.all(
		sent.map((status) => app.api("PUT", `/api/competitorstatuses/${id}`, { status }, { as: admin })),
	);
	const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
	const began = rows.map(({ before }) => (before as { status: string }).status);
	const last = (await list(nthDay(3))).find(({ _id }) => _id === id)?.status;
	expect(began.toSorted()).toEqual(["DNF", ...sent.filter((status) => status !== last)].toSorted());
});

test("a status that is none is refused and changes nothing", async () => {
	const [status] = (await make(nthDay(2))).list;
	const path = `/api/competitorstatuses/${status?._id}`;
	for (const body of [{ status: "LOST" }, {}, { status: 1 }, { status: ["HOME"] }]) {
		expect((await app.api("PUT", path, body, { as: admin })).status).toBe(400);
	}
	expect((await list(nthDay(2))).map((row) => row.status)).toEqual(["DNF", "DNF", "DNF"]);
	expect(
		(await app.api("PUT", "/api/competitorstatuses/nothing", { status: "HOME" }, { as: admin })).status,
	).toBe(404);
});

test("who is no longer accepted is not listed, and comes back with the status there was", async () => {
	const entry = await createRegistration({ accepted: true, startNumber: "XX" });
	const made = (await make(nthDay(3))).list.find(({ glider }) => glider.startNumber === "XX");
	await app.api("PUT", `/api/competitorstatuses/${made?._id}`, { status: "OUTLANDING" }, { as: admin });
	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, entry.id));
	expect((await make(nthDay(3))).list.map(({ glider }) => glider.startNumber)).not.toContain("XX");
	await db.update(registrations).set({ accepted: true }).where(eq(registrations.id, entry.id));
	expect(await list(nthDay(3))).toContainEqual({ ...made, status: "OUTLANDING" });
});
