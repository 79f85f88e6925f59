import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditLog, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { contentVersion, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();

describe("changing one's own entry", () => {
	test("without an entry there is nothing to change", async ({ user }) => {
		const read = await app.api("GET", "/api/registration", undefined, { as: user });
		expect([read.status, await json(read)]).toEqual([
			404,
			{ msg: "Registration does not exist for this user" },
		]);
		const written = await app.api("PUT", "/api/registration", entryBody(ids), { as: user });
		expect([written.status, await json(written)]).toEqual([
			404,
			{ msg: "Registration does not exist for this user" },
		]);
	});

	test("the change is written and the audit row says what was before", async ({ user }) => {
		const entry = await createRegistration({ userId: user.id });
		const body = { ...entryBody(ids), aeroclub: "Aeroklub Nový" };
		const response = await app.api("PUT", "/api/registration", body, { as: user });
		expect(response.status).toBe(200);
		expect(await json(response)).toMatchObject({ _id: entry.id, aeroclub: "Aeroklub Nový" });
		const [audit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, entry.id));
		expect(audit).toMatchObject({ action: "registration.update", actorId: user.id });
		expect(audit?.before).toMatchObject({ aeroclub: "Aeroklub Hůrka" });
		expect(audit?.after).toMatchObject({ aeroclub: "Aeroklub Nový" });
		expect(audit?.after).not.toHaveProperty("phone");
	});

	test("visitors' pages are made anew only when an accepted entry changes", async () => {
		const [waiting, accepted] = [await createUser(), await createUser()];
		await createRegistration({ userId: waiting.id });
		await createRegistration({ userId: accepted.id, accepted: true });
		const before = await contentVersion();
		await app.api("PUT", "/api/registration", entryBody(ids), { as: waiting });
		expect(await contentVersion()).toBe(before);
		await app.api("PUT", "/api/registration", entryBody(ids), { as: accepted });
		expect(await contentVersion()).toBe(before + 1);
	});

	test("visitors, who see how many wait in each class, see a waiting entry change its class", async ({
		user,
	}) => {
		await createRegistration({ userId: user.id });
		const before = await contentVersion();
		const body = entryBody(ids);
		const other = { competitionClass: ids.kombi, glider: { ...body.glider, gliderType: ids.kombiGlider } };
		const response = await app.api("PUT", "/api/registration", { ...body, ...other }, { as: user });
		expect(response.status).toBe(200);
		expect(await contentVersion()).toBe(before + 1);
	});

	test("a stale version is refused and nothing is written", async ({ user }) => {
		const entry = await createRegistration({ userId: user.id, version: 3 });
		const body = { ...entryBody(ids), version: 2 };
		const response = await app.api("PUT", "/api/registration", body, { as: user });
		expect(response.status).toBe(409);
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toEqual(entry);
	});

	test("of two changes of one version at once only one is written", async ({ user }) => {
		await createRegistration({ userId: user.id });
		const changes = ["První", "Druhý"].map((aeroclub) =>
			app.api("PUT", "/api/registration", { ...entryBody(ids), version: 1, aeroclub }, { as: user }),
		);
		expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 409]);
	});
});
