import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { missingStatuses, statusesForNewStarter } from "~/lib/entries/status-rows.server";
import { competitionDays, competitorStatuses, registrations } from "~db/schema";
import { createAdmin, createRegistration, databaseOf, seedReference } from "~test/support/factories";

const db = databaseOf();
const now = new Date("2025-07-12T08:00:00Z");
let days: { id: string }[];
let adminId: string;

beforeAll(async () => {
	days = (await seedReference()).competitionDays;
	adminId = (await createAdmin()).id;
});

function dayId(index: number) {
	const id = days[index]?.id;
	if (!id) throw new Error("there is no such day");
	return id;
}

function statusOf(registrationId: string, day: string) {
	return db
		.select()
		.from(competitorStatuses)
		.where(and(eq(competitorStatuses.registrationId, registrationId), eq(competitorStatuses.dayId, day)));
}

test("every starter begins the day on the ground, and nobody else", async () => {
	const accepted = await createRegistration({ accepted: true });
	const waiting = await createRegistration();
	await missingStatuses(db, dayId(0), now, adminId);
	expect(await statusOf(accepted.id, dayId(0))).toMatchObject([
		{ status: "DNF", updatedAt: now, updatedBy: adminId },
	]);
	expect(await statusOf(waiting.id, dayId(0))).toEqual([]);
});

test("making the statuses again leaves those there are as they are", async () => {
	const entry = await createRegistration({ accepted: true });
	await missingStatuses(db, dayId(1), now, adminId);
	await db
		.update(competitorStatuses)
		.set({ status: "FLYING" })
		.where(eq(competitorStatuses.registrationId, entry.id));
	await missingStatuses(db, dayId(1), now, adminId);
	expect(await statusOf(entry.id, dayId(1))).toMatchObject([{ status: "FLYING" }]);
});

test("a competitor accepted later is added to the days that have statuses or a task", async () => {
	await createRegistration({ accepted: true });
	await missingStatuses(db, dayId(2), now, adminId);
	await db
		.update(competitionDays)
		.set({ task: "TASK" })
		.where(eq(competitionDays.id, dayId(3)));
	const late = await createRegistration();
	await statusesForNewStarter(db, late.id, now);
	expect(await statusOf(late.id, dayId(2))).toEqual([]);

	await db.update(registrations).set({ accepted: true }).where(eq(registrations.id, late.id));
	await statusesForNewStarter(db, late.id, now);
	await statusesForNewStarter(db, late.id, now);
	expect(await statusOf(late.id, dayId(2))).toMatchObject([{ status: "DNF", updatedBy: null }]);
	expect(await statusOf(late.id, dayId(3))).toMatchObject([{ status: "DNF" }]);
	expect(await statusOf(late.id, dayId(4))).toEqual([]);
});
