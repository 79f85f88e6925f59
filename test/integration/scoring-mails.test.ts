import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { flownFile, place } from "~test/support/flown";
import { runScheduleAt, uploadBody } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();

test("the pilot gets one mail about a log and a version of the task, unless it is switched off", async () => {
	await scored.publish(scoredTask);
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	await scored.app.post("/user-profile", { intent: "score-mails-off" }, { as: { id: eva.userId } });
	await scored.fly(adam, { hops: home });
	await scored.fly(eva, { hops: short });
	const mailed = async () => {
		const own = inArray(outbox.userId, [adam.userId, eva.userId]);
		const rows = await db
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "log-evaluated"), own));
		return rows.map(({ userId, payload }) => ({ userId, payload }));
	};
	// Alone with N 1 she has all points of the day, 675.6.
	const first = { distanceM: 197_000, points: 676, rank: 1, logs: 1, findings: 0, registrationId: adam.id };
	expect(await mailed()).toMatchObject([{ userId: adam.userId, payload: first }]);
	await db.update(tasks).set({ state: "superseded" });
	await scored.publish(scoredTask, { id: "task-b", number: 2 });
	await runScheduleAt("2025-07-15T18:05:00Z");
	await runScheduleAt("2025-07-15T18:10:00Z");
	expect(await mailed()).toHaveLength(2);
});

test("many logs that others send bring the pilot three mails about scores, and the own logs one each", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	const eva = await scored.pilot("Polní", "E2");
	const mailed = ({ userId }: { userId: string }) =>
		db.$count(outbox, and(eq(outbox.kind, "log-evaluated"), eq(outbox.userId, userId)));
	const admin = await createAdmin();
	for (let minute = 0; minute < 5; minute++) {
		const app = createApp({ clock: `2025-07-15T18:0${minute}:00Z` });
		const options = { hops: short, pressureAtField: 450 + minute };
		await app.post(
			"/igc",
			uploadBody(adam.id, scored.day.id, flownFile({ ...options, pressureAtField: 550 + minute })),
			{ as: admin },
		);
		await scored.fly(eva, options, app);
	}
	expect([await mailed(adam), await mailed(eva)]).toEqual([3, 5]);
});

test("logs that do not score bring no mail, also when the pilot's own log is scored beside them", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	for (const begins of ["05:00:00", "06:00:00"]) {
		const log = flownFile({ hops: [{ to: place(-4000), height: 0 }], begins });
		await scored.app.post("/igc", uploadBody(adam.id, scored.day.id, log));
	}
	await scored.fly(adam, { hops: short });
	const isScoreMail = and(eq(outbox.kind, "log-evaluated"), eq(outbox.userId, adam.userId));
	expect(await db.$count(outbox, isScoreMail)).toBe(1);
});
