import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { missingStatuses, statusesForNewStarter } from "~/lib/entries/status-rows.server";
import { competitionDays, pilotDays, registrations } from "~db/schema";
import { createRegistration, databaseOf, seedReference, statusOf } from "~test/support/factories";
import { nthDay } from "~test/support/world";

const db = databaseOf();
const now = new Date("2025-07-12T08:00:00Z");

await seedReference();

test("every starter begins the day on the ground, and nobody else", async () => {
	const accepted = await createRegistration({ accepted: true });
	const waiting = await createRegistration();
	await missingStatuses(db, nthDay(0), now);
	expect(await statusOf(accepted, nthDay(0))).toMatchObject({
		status: "DNF",
		statusAt: now,
		statusBy: null,
	});
	expect(await statusOf(waiting, nthDay(0))).toBeUndefined();
});

test("making the statuses again leaves those there are as they are", async () => {
	const entry = await createRegistration({ accepted: true });
	await missingStatuses(db, nthDay(1), now);
	await db.update(pilotDays).set({ status: "FLYING" }).where(eq(pilotDays.registrationId, entry.id));
	await missingStatuses(db, nthDay(1), now);
	expect(await statusOf(entry, nthDay(1))).toMatchObject({ status: "FLYING" });
});

test("a competitor accepted later is added to the days that have statuses or a task", async () => {
	await createRegistration({ accepted: true });
	await missingStatuses(db, nthDay(2), now);
	await db
		.update(competitionDays)
		.set({ task: "TASK" })
		.where(eq(competitionDays.id, nthDay(3)));
	const late = await createRegistration();
	await statusesForNewStarter(db, late.id, now);
	expect(await statusOf(late, nthDay(2))).toBeUndefined();

	await db.update(registrations).set({ accepted: true }).where(eq(registrations.id, late.id));
	await statusesForNewStarter(db, late.id, now);
	await statusesForNewStarter(db, late.id, now);
	expect(await statusOf(late, nthDay(2))).toMatchObject({ status: "DNF", statusBy: null });
	expect(await statusOf(late, nthDay(3))).toMatchObject({ status: "DNF" });
	expect(await statusOf(late, nthDay(4))).toBeUndefined();
});
