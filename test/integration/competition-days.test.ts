import { desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { currentDate, currentDay } from "~/lib/days/days-queries.server";
import { auditLog, competitionDays, outbox, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, statusOf } from "~test/support/factories";
import { runScheduleAt } from "~test/support/igc";
import { nthDay, test } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: "2025-07-12T08:00:00Z" });

async function dayOf(id: string) {
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.id, id));
	return day;
}

function mailsOf(recipient: string) {
	return db.select().from(outbox).where(eq(outbox.recipient, recipient));
}

test("the days are listed by date", async () => {
	const response = await app.api("GET", "/api/days");
	expect(response.status).toBe(200);
	const list = (await response.json()) as unknown[];
	expect(list).toHaveLength(9);
	expect(list[0]).toEqual({ _id: nthDay(0), name: "Den 1", date: "2025-07-12", task: "NO_TASK" });
	expect(list[8]).toMatchObject({ name: "Den 9", date: "2025-07-20" });
});

test.each(["2025-03-01", "2025-07-12", "2025-07-16", "2025-07-20", "2026-01-01"])(
	"the database's current day is that of the rule on %s",
	async (today) => {
		const list = await db.select().from(competitionDays).orderBy(competitionDays.date);
		const [row] = await db
			.select({ id: competitionDays.id })
			.from(competitionDays)
			.where(eq(competitionDays.date, currentDate(today)));
		expect(row?.id).toBe(currentDay(list, today)?.id);
	},
);

test("an admin sets the task of a day by the API, and a status is made for each accepted competitor", async ({
	admin,
}) => {
	const entry = await createRegistration({ accepted: true });
	const id = nthDay(0);
	const response = await app.api("PUT", `/api/days/${id}`, { task: "TASK" }, { as: admin });
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ _id: id, name: "Den 1", date: "2025-07-12", task: "TASK" });
	expect(await dayOf(id)).toMatchObject({ task: "TASK", version: 2 });
	expect(await statusOf(entry, id)).toMatchObject({ status: "DNF", statusBy: null });
	const [audit] = await db
		.select()
		.from(auditLog)
		.where(eq(auditLog.subjectId, id))
		.orderBy(desc(auditLog.at));
	expect(audit).toMatchObject({ action: "competition-day.update", actorId: admin.id });
	expect([audit?.before, audit?.after]).toEqual([{ task: "NO_TASK" }, { task: "TASK", email: false }]);
});

test("cancelling a task keeps the statuses there are", async ({ admin }) => {
	const id = nthDay(0);
	const before = await db.$count(pilotDays, eq(pilotDays.dayId, id));
	await app.api("PUT", `/api/days/${id}`, { task: "TASK_CANCELLED" }, { as: admin });
	expect(before).toBeGreaterThan(0);
	expect(await db.$count(pilotDays, eq(pilotDays.dayId, id))).toBe(before);
});

test("a task that is no task status is refused and changes nothing", async ({ admin }) => {
	const before = await dayOf(nthDay(1));
	for (const body of [{ task: "MAYBE" }, { task: "" }, {}, { task: 5 }, { task: ["TASK"] }]) {
		const response = await app.api("PUT", `/api/days/${nthDay(1)}`, body, { as: admin });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ errors: { task: expect.stringMatching(/^form\.field/) } });
	}
	expect(await dayOf(nthDay(1))).toEqual(before);
});

test("a change made on an older version is refused", async ({ admin }) => {
	const id = nthDay(2);
	const put = (version: number) =>
		app.api("PUT", `/api/days/${id}`, { task: "TASK", version }, { as: admin });
	expect((await put(1)).status).toBe(200);
	const second = await put(1);
	expect(second.status).toBe(409);
	expect((await dayOf(id))?.version).toBe(2);
});

test("of many changes made at once on one version exactly one is accepted", async ({ admin }) => {
	const id = nthDay(3);
	const statuses = await Promise.all(
		Array.from({ length: 8 }, () =>
			app
				.api("PUT", `/api/days/${id}`, { task: "TASK_CANCELLED", version: 1 }, { as: admin })
				.then(({ status }) => status),
		),
	);
	expect(statuses.filter((status) => status === 200)).toHaveLength(1);
	expect(statuses.filter((status) => status === 409)).toHaveLength(7);
	expect((await dayOf(id))?.version).toBe(2);
});

test("accepted competitors are told the task status when asked to, the others are not", async ({ admin }) => {
	const pilot = await createUser({ language: "en" });
	const waiting = await createUser();
	await createRegistration({ userId: pilot.id, accepted: true });
	await createRegistration({ userId: waiting.id });
	const path = `/api/days/${nthDay(4)}`;
	await app.api("PUT", path, { task: "TASK", email: false }, { as: admin });
	expect(await mailsOf(pilot.email)).toEqual([]);

	await app.api("PUT", path, { task: "TASK_CANCELLED", email: true }, { as: admin });
	expect(await mailsOf(waiting.email)).toEqual([]);
	expect(await mailsOf(pilot.email)).toMatchObject([
		{
			kind: "task-day",
			userId: pilot.id,
			language: "en",
			payload: { day: "Den 5", date: "2025-07-16", task: "TASK_CANCELLED" },
		},
	]);
	await runScheduleAt("2025-07-12T08:10:00Z");
	const mailbox = await (await app.get("/dev/mail.json")).json();
	const mail = (mailbox as { to: string; subject: string; text: string }[]).find(
		({ to }) => to === pilot.email,
	);
	expect(mail?.subject).toBe("Task cancelled: Wednesday 16\u00a0July – Glider Cup 2025");
	expect(mail?.text).toContain("/statuses?day=2025-07-16");
});

test("a day that there is none of is not found", async ({ admin }) => {
	const response = await app.api("PUT", "/api/days/nothing", { task: "TASK" }, { as: admin });
	expect(response.status).toBe(404);
});

test("a day is added once on a date", async ({ admin }) => {
	const day = { name: "Den 10", date: "2025-07-21", task: "TASK" };
	const response = await app.api("POST", "/api/days", day, { as: admin });
	expect(response.status).toBe(201);
	const added = (await response.json()) as { _id: string };
	expect(added).toEqual({ _id: expect.any(String), ...day });
	expect(await db.$count(pilotDays, eq(pilotDays.dayId, added._id))).toBeGreaterThan(0);

	const again = await app.api("POST", "/api/days", { ...day, name: "Jiný" }, { as: admin });
	expect(again.status).toBe(400);
	expect(await again.json()).toMatchObject({ errors: { date: "form.field.dayExists" } });
	await db.delete(pilotDays).where(eq(pilotDays.dayId, added._id));
	await db.delete(competitionDays).where(eq(competitionDays.id, added._id));
});

test("a day that is added needs a name and a date that exists", async ({ admin }) => {
	const post = async (body: unknown) => {
		const response = await app.api("POST", "/api/days", body, { as: admin });
		expect(response.status).toBe(400);
		return ((await response.json()) as { errors: unknown }).errors;
	};
	expect(await post({ name: " ", date: "2025-07-22" })).toEqual({ name: "form.field.required" });
	expect(await post({ name: "Den 11" })).toEqual({ date: "form.field.required" });
	expect(await post({ name: "Den 11", date: "2025-02-30" })).toEqual({ date: "form.field.date" });
	expect(await post({ name: "Den 11", date: "22. 7. 2025" })).toEqual({ date: "form.field.date" });
});
