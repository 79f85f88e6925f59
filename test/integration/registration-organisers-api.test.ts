import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditLog, competitionDays, outbox, pilotDays, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import {
	contentVersion,
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();

describe("organisers and entries", () => {
	test("an entry is read with what organisers add", async ({ admin }) => {
		const user = await createUser({ name: "Ota", surname: "Ševčík" });
		const entry = await createRegistration({ userId: user.id, igcId: 77 });
		const response = await app.api("GET", `/api/registration/${entry.id}`, undefined, { as: admin });
		expect(response.status).toBe(200);
		expect(await json(response)).toMatchObject({
			_id: entry.id,
			registrationCompleted: false,
			igcId: 77,
			version: 1,
			user: { _id: user.id, name: "Ota", surname: "Ševčík", email: user.email },
		});
	});

	test.each([
		["grouped", (body: ReturnType<typeof entryBody>) => body],
		[
			"flat",
			({ glider, accomodation, ...rest }: ReturnType<typeof entryBody>) => ({
				...rest,
				...glider,
				...accomodation,
			}),
		],
	])("the change may come %s", async (_what, shape) => {
		const admin = await createAdmin();
		const entry = await createRegistration();
		const body = { ...shape(entryBody(ids)), registrationCompleted: true, igcId: "1234", version: 1 };
		const response = await app.api("PUT", `/api/registration/${entry.id}`, body, { as: admin });
		expect(response.status).toBe(200);
		expect(await json(response)).toMatchObject({
			glider: { startNumber: "7K", hasEngine: true },
			accomodation: { quantity: 2 },
			registrationCompleted: true,
			igcId: 1234,
			version: 2,
		});
	});

	test("what organisers add stays as it is where it is absent, and an empty number means none", async ({
		admin,
	}) => {
		const entry = await createRegistration({ registrationCompleted: true, igcId: 5 });
		const path = `/api/registration/${entry.id}`;
		const kept = await json(await app.api("PUT", path, entryBody(ids), { as: admin }));
		expect(kept).toMatchObject({ registrationCompleted: true, igcId: 5 });
		const emptied = await app.api("PUT", path, { ...entryBody(ids), igcId: "" }, { as: admin });
		expect((await json(emptied)).igcId).toBeNull();
	});

	test.each([
		["igcId", "abc", "form.field.number"],
		["registrationCompleted", "perhaps", "form.field.choice"],
	])("bad %s", async (field, value, key) => {
		const admin = await createAdmin();
		const entry = await createRegistration();
		const body = { ...entryBody(ids), [field]: value };
		const response = await app.api("PUT", `/api/registration/${entry.id}`, body, { as: admin });
		expect(response.status).toBe(400);
		expect((await json(response)).errors).toEqual({ [field]: key });
	});

	test("the second of two editors of one version gets 409 and the first one's change stands", async ({
		admin,
		entry,
	}) => {
		const path = `/api/registration/${entry.id}`;
		const put = (aeroclub: string) =>
			app.api("PUT", path, { ...entryBody(ids), aeroclub, version: 1 }, { as: admin });
		expect((await put("První")).status).toBe(200);
		const second = await put("Druhý");
		expect([second.status, await json(second)]).toEqual([
			409,
			{ msg: "Somebody else has changed this in the meantime." },
		]);
		expect((await json(await app.api("GET", path, undefined, { as: admin }))).aeroclub).toBe("První");
	});

	test("an unknown entry is not found", async ({ admin }) => {
		expect((await app.api("GET", "/api/registration/nothing", undefined, { as: admin })).status).toBe(404);
		const put = await app.api("PUT", "/api/registration/nothing", entryBody(ids), { as: admin });
		expect(put.status).toBe(404);
		const quick = await app.api(
			"PUT",
			"/api/registration/nothing/quick-actions",
			{ paid: true },
			{ as: admin },
		);
		expect(quick.status).toBe(404);
	});

	test("an admin of another edition is nobody here", async () => {
		const other = createApp({ host: "2024.localhost" });
		await seedReference(2024);
		const foreigner = await createAdmin({}, 2024);
		const entry = await createRegistration();
		const headers = { Authorization: `Bearer ${await other.token(foreigner)}` };
		const response = await app.api("GET", `/api/registration/${entry.id}`, undefined, { headers });
		expect(response.status).toBe(401);
	});
});

describe("quick actions", () => {
	test("exactly the flags that are sent change, and the version stays", async ({ admin }) => {
		const entry = await createRegistration({ isReserve: true });
		const path = `/api/registration/${entry.id}/quick-actions`;
		const response = await app.api("PUT", path, { paid: true }, { as: admin });
		expect(response.status).toBe(200);
		expect(await json(response)).toMatchObject({ paid: true, accepted: false, isReserve: true, version: 1 });
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toEqual({ ...entry, paid: true, updatedAt: expect.any(Date) });
		const [audit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, entry.id));
		expect(audit).toMatchObject({ before: { paid: false }, after: { paid: true }, actorId: admin.id });
	});

	test.each([
		["no flag", {}],
		["an unknown flag", { registrationCompleted: true }],
		["null", { paid: null }],
		["a number", { paid: 1 }],
		["a word", { accepted: "yes" }],
	])("%s is refused", async (_what, body) => {
		const admin = await createAdmin();
		const entry = await createRegistration();
		const path = `/api/registration/${entry.id}/quick-actions`;
		const response = await app.api("PUT", path, body, { as: admin });
		expect(response.status).toBe(400);
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toEqual(entry);
	});

	test("the pilot is told once that the entry was accepted, however many click at once", async ({
		admin,
		entry,
	}) => {
		const path = `/api/registration/${entry.id}/quick-actions`;
		const clicks = Array.from({ length: 5 }, () => app.api("PUT", path, { accepted: true }, { as: admin }));
		expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual(Array(5).fill(200));
		const mails = await db.select().from(outbox).where(eq(outbox.userId, entry.userId));
		expect(mails.map(({ kind, state }) => [kind, state])).toEqual([["entry-accepted", "sent"]]);
		expect(await db.$count(auditLog, eq(auditLog.subjectId, entry.id))).toBe(1);
	});

	test("visitors' pages are made anew only by what they show", async ({ admin, entry }) => {
		const click = (flags: object) =>
			app.api("PUT", `/api/registration/${entry.id}/quick-actions`, flags, { as: admin });
		const before = await contentVersion();
		await click({ paid: true });
		await click({ isReserve: true });
		expect(await contentVersion()).toBe(before);
		await click({ accepted: true });
		expect(await contentVersion()).toBe(before + 1);
		await click({ accepted: true });
		expect(await contentVersion()).toBe(before + 1);
		await click({ accepted: false });
		expect(await contentVersion()).toBe(before + 2);
	});

	test("who is accepted later is added to the days whose statuses were made", async ({ admin }) => {
		const [day] = await db.select().from(competitionDays).limit(1);
		await db
			.update(competitionDays)
			.set({ task: "TASK" })
			.where(eq(competitionDays.id, day?.id ?? ""));
		const entry = await createRegistration();
		const of = eq(pilotDays.registrationId, entry.id);
		expect(await db.$count(pilotDays, of)).toBe(0);
		await app.api("PUT", `/api/registration/${entry.id}/quick-actions`, { accepted: true }, { as: admin });
		const rows = await db.select().from(pilotDays).where(of);
		expect(rows).toMatchObject([{ dayId: day?.id, status: "DNF" }]);
		await db.update(competitionDays).set({ task: "NO_TASK" });
	});
});
