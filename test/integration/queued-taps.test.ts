import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { PilotStatus } from "~db/enums";
import { auditLog, competitionDays, outlandings, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	databaseOf,
	seedReference,
	statusOf,
	storeStatus,
} from "~test/support/factories";
import { attributeIn, elementsIn } from "~test/support/html";

/* What a script gets that sends the form of a page: JSON instead of a redirect, and a repetition changes nothing. */

const db = databaseOf();
const app = createApp({ clock: "2025-07-14T12:00:00Z" });

const reference = await seedReference();
const dayId = reference.competitionDays[2]?.id ?? "";
type Organiser = Awaited<ReturnType<typeof createAdmin>>;
let admin: Organiser;
let other: Organiser;
/** Stands on the ground. */
let entry: Awaited<ReturnType<typeof createRegistration>>;

beforeEach(async () => {
	// Nobody of another test flies.
	await db.delete(pilotDays);
	admin = await createAdmin({ name: "Olga", surname: "Pořádná" });
	other = await createAdmin({ name: "Ivan", surname: "Druhý" });
	entry = await createRegistration({ accepted: true, startNumber: "7X" });
	await store("DNF");
	await app.api("PUT", `/api/days/${dayId}`, { task: "TASK" }, { as: admin });
});

/** Lets the entry have a status since before all taps. */
const store = (status: PilotStatus) =>
	storeStatus({ registrationId: entry.id, dayId, status, statusAt: new Date("2025-07-14T08:00:00Z") });

type Fields = Readonly<Record<string, string>>;

function tap(path: string, fields: Fields, as: { id: string } | null, sender = as?.id ?? "") {
	return app.post(path, fields, {
		as,
		language: "en",
		headers: { Accept: "application/json", "X-Account": sender },
	});
}

async function statusOfEntry() {
	const row = await statusOf(entry, dayId);
	if (!row) throw new Error("there is no such status");
	return row;
}

/** A tap that nobody sends again. */
async function set(by: Organiser, seen: PilotStatus, status: PilotStatus) {
	const { statusId: id } = await statusOfEntry();
	return tap("/statuses", { id, seen, status, formKey: crypto.randomUUID() }, by);
}

const changesOf = (subjectId: string) => db.$count(auditLog, eq(auditLog.subjectId, subjectId));

test("a tap is answered with JSON", async () => {
	const { statusId: id } = await statusOfEntry();
	const response = await tap("/statuses", { id, seen: "DNF", status: "FLYING", formKey: "one" }, admin);
	expect(response.status).toBe(200);
	expect(response.headers.get("Set-Cookie")).toBeNull();
	expect(await response.json()).toEqual({
		msg: null,
		to: "/statuses",
		changed: true,
		version: expect.any(Number),
	});
	expect((await statusOfEntry()).status).toBe("FLYING");
});

test("the same tap again changes nothing, even after somebody else's change", async () => {
	const { statusId: id } = await statusOfEntry();
	const fields = { id, seen: "DNF", status: "FLYING", formKey: "again" };
	await tap("/statuses", fields, admin);
	await set(other, "FLYING", "HOME");
	const changes = await changesOf(id);
	const again = await tap("/statuses", fields, admin);
	expect(again.status).toBe(200);
	expect(await again.json()).toMatchObject({ changed: false });
	expect(await statusOfEntry()).toMatchObject({ status: "HOME", statusBy: other.id });
	expect(await changesOf(id)).toBe(changes);
});

test("a late tap does not overwrite what somebody else has set, and gets both", async () => {
	await set(other, "DNF", "HOME");
	const response = await set(admin, "DNF", "FLYING");
	expect(response.status).toBe(409);
	expect(await response.json()).toEqual({
		msg: "Meanwhile it is: Home (Ivan Druhý, 14:00)",
		values: { seen: "HOME", status: "Home", by: "Ivan Druhý", time: "14:00" },
		to: "/statuses",
		changed: false,
		version: expect.any(Number),
	});
	expect((await statusOfEntry()).status).toBe("HOME");
});

test("what somebody else has set meanwhile comes back in the answer to a script, and not in the cookie", async () => {
	const { statusId: id } = await statusOfEntry();
	await set(other, "DNF", "HOME");
	const fields = { id, seen: "DNF", status: "FLYING", formKey: "without scripts" };
	const response = await app.post("/statuses", fields, { as: admin });
	const cookie = response.headers.getSetCookie().find((text) => text.startsWith("flash=")) ?? "";
	expect(decodeURIComponent(cookie)).toContain('"competitorStatus.changed","values":{}');
	const page = await app.get("/statuses", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
	expect(await page.text()).toContain("Stav mezitím změnil někdo jiný.");
});

test("what somebody else has set to the same is no conflict and no change", async () => {
	const { statusId: id } = await statusOfEntry();
	await set(other, "DNF", "HOME");
	const changes = await changesOf(id);
	const response = await set(admin, "DNF", "HOME");
	expect(response.status).toBe(200);
	expect(await changesOf(id)).toBe(changes);
	expect((await statusOfEntry()).statusBy).toBe(other.id);
});

test("a flag that is sent twice stays as somebody else has set it meanwhile", async () => {
	const flag = (paid: string, formKey: string, as: { id: string }) =>
		tap("/starting-list", { intent: "flag", entry: entry.id, paid, formKey }, as);
	const first = await flag("true", "paid-1", admin);
	expect(await first.json()).toMatchObject({ msg: "The entry has been saved.", to: "/starting-list" });
	await flag("false", "paid-2", other);
	expect((await flag("true", "paid-1", admin)).status).toBe(200);
	const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
	expect(row?.paid).toBe(false);
});

test("a tap waits for the account that made it", async () => {
	const { statusId: id } = await statusOfEntry();
	for (const as of [other, null]) {
		const response = await tap(
			"/statuses",
			{ id, seen: "DNF", status: "HOME", formKey: "five" },
			as,
			admin.id,
		);
		expect(response.status).toBe(401);
		expect(await response.json()).toHaveProperty("msg");
	}
	expect((await statusOfEntry()).status).toBe("DNF");
});

test.each<[Fields, number]>([
	[{ id: "nothing", status: "HOME" }, 404],
	[{ status: "HOME" }, 400],
])("a refused tap %j says why", async (fields, expected) => {
	const response = await tap("/statuses", fields, admin);
	expect(response.status).toBe(expected);
	expect(await response.json()).toMatchObject({
		msg: "The competitor’s status could not be changed. Please try again.",
	});
});

test("every write raises the version that an answer carries, also one that visitors cannot see", async () => {
	const versionOf = async (response: Response) => ((await response.json()) as { version: number }).version;
	const first = await versionOf(await set(admin, "DNF", "HOME"));
	const flag = { intent: "flag", entry: entry.id, paid: "true", formKey: "paid-3" };
	const second = await versionOf(await tap("/starting-list", flag, other));
	const conflict = await versionOf(await set(admin, "DNF", "FLYING"));
	expect(second).toBeGreaterThan(first);
	expect(conflict).toBe(second);
});

test("the desk has the last taps of its organiser, each with what it has replaced, and of nobody else", async () => {
	await store("FLYING");
	await set(other, "FLYING", "HOME");
	await set(admin, "HOME", "DNF");
	await set(admin, "DNF", "FLYING");
	const undoOf = async (as: { id: string }) => {
		const page = await app.get(`/statuses?duty=on`, { as, language: "en" });
		return elementsIn(await page.text(), ".undo-taps button").map((button) => [
			button.getAttribute("value"),
			button.textContent,
		]);
	};
	expect(await undoOf(admin)).toEqual([["DNF", "Undo: 7X back to “On the ground”"]]);
	expect(await undoOf(other)).toEqual([["FLYING", "Undo: 7X back to “Flying”"]]);
	await set(admin, "FLYING", "DNF");
	// The tap before stands again: it has set DNF.
	expect(await undoOf(admin)).toEqual([["HOME", "Undo: 7X back to “Home”"]]);
});

test("an undo without scripts does not overwrite what somebody else has set meanwhile", async () => {
	const { statusId: id } = await statusOfEntry();
	await set(admin, "DNF", "HOME");
	const page = await (await app.get("/statuses?duty=on", { as: admin })).text();
	const seen = attributeIn(page, '.undo-taps input[name="seen"]', "value") ?? "";
	await set(other, "HOME", "OUTLANDING");
	await app.post("/statuses?duty=on", { id, seen, status: "DNF" }, { as: admin });
	expect((await statusOfEntry()).status).toBe("OUTLANDING");
});

test.each([
	[
		"a status",
		"/statuses",
		async () => ({ id: (await statusOfEntry()).statusId, seen: "FLYING", status: "DNF" }),
	],
	["a launch", "/grid", async () => ({ day: dayId, pilot: entry.id, launches: "1", seen: "0" })],
	["a flag", "/starting-list", async () => ({ intent: "flag", entry: entry.id, isReserve: "true" })],
	[
		"a report",
		"/outlandings",
		async () => ({ intent: "dismiss", id: await reportOfOther(), seen: "proposed" }),
	],
	["a day", "/competition-days", async () => ({ id: dayId, task: "TASK", version: await dayVersion() })],
])(
	"%s that arrives twice at once is taken once, and neither of the two is a conflict",
	async (_, path, fields) => {
		await store("FLYING");
		const form = { ...(await fields()), formKey: `twice ${path}` };
		const before = await db.$count(auditLog);
		const answers = await Promise.all([1, 2, 3].map(() => tap(path, form, admin)));
		expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
		expect(await db.$count(auditLog)).toBe(before + 1);
	},
);

async function reportOfOther() {
	const report = { pilot: entry.id, day: dayId, position: "49.6543, 15.3321", condition: "well" };
	await app.post("/outlandings/report", report);
	const [row] = await db.select({ id: outlandings.id }).from(outlandings);
	return row?.id ?? "";
}

async function dayVersion() {
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.id, dayId));
	return String(day?.version);
}

test("a tap that found nothing to change does not undo, sent again, what somebody else has set since", async () => {
	await store("HOME");
	const { statusId: id } = await statusOfEntry();
	const home = { id, seen: "FLYING", status: "HOME", formKey: "home too" };
	expect((await tap("/statuses", home, admin)).status).toBe(200);
	await set(other, "HOME", "FLYING");
	expect((await tap("/statuses", home, admin)).status).toBe(200);
	expect((await statusOfEntry()).status).toBe("FLYING");

	const unpaid = { intent: "flag", entry: entry.id, paid: "false", formKey: "not paid" };
	await tap("/starting-list", unpaid, admin);
	await tap("/starting-list", { ...unpaid, paid: "true", formKey: "paid now" }, other);
	await tap("/starting-list", unpaid, admin);
	const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
	expect(row?.paid).toBe(true);
});
