import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { runSchedule } from "~/worker/schedule.server";
import { flightResults, igcFileVersions, pilotDays, registrations, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { runScheduleAt } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { moreFlights, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";

/* How much of a class of 100 logs an invocation evaluates: work behind an answer, or a run of the schedule. */

const db = databaseOf();
const scored = scoredClass();
const logs = 100;
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeEach(async () => {
	admin = await createAdmin();
	for (const number of ["1", "2", "3", "4"]) {
		const pilot = await scored.pilot(`Pilot${number}`, number);
		await scored.fly(pilot, { hops: short, interval: 20 + Number(number) });
	}
	await moreFlights(logs);
	// What the uploads have evaluated is of another task.
	await db.delete(flightResults);
});

const evaluated = () => db.$count(flightResults, eq(flightResults.unfinished, 0));

/** The keys of the logs that are read, in their order. */
function countedFiles() {
	const keys: string[] = [];
	const get: R2Bucket["get"] = (key: string) => {
		if (key.includes("/igc/")) keys.push(key);
		return env.FILES.get(key);
	};
	const files = new Proxy(env.FILES, {
		get: (target, name) => {
			const value = Reflect.get(target, name);
			if (name === "get") return get;
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { keys, files };
}

async function draft(id: string, number: number): Promise<void> {
	await insertTask(scoredTask, {
		id,
		dayId: scored.day.id,
		competitionClassId: scored.club,
		number,
		state: "draft",
	});
}

const publish = (id: string, app = scored.app) =>
	app.api("PATCH", `/api/tasks/${id}`, { published: true }, { as: admin });

test("a new version of a task with 100 logs is evaluated by the press and one run of the schedule", async () => {
	await scored.publish(scoredTask);
	await draft("task-b", 2);
	expect((await publish("task-b")).status).toBe(200);
	expect(await evaluated()).toBe(60);
	await runScheduleAt("2025-07-15T18:01:00Z");
	expect(await evaluated()).toBe(logs);
	expect(await scored.daily()).not.toContain("Evaluating");
});

test("100 logs whose evaluation ends with its isolate after 60 are evaluated by the next run after its lease, none twice", async () => {
	await scored.publish(scoredTask);
	await runScheduleAt("2025-07-15T18:00:00Z");
	expect(await evaluated()).toBe(60);
	const [one] = await db.select().from(flightResults).limit(1);
	if (!one) throw new Error("nothing is evaluated");
	const begun = { ...one, id: "begun", sha256: await dueDigest(), result: null, unfinished: 1 };
	await db.batch([
		db.insert(flightResults).values(begun),
		db.update(tasks).set({ evaluatedUntil: new Date("2025-07-15T18:00:45Z") }),
	]);
	const { keys, files } = countedFiles();
	await runScheduleAt("2025-07-15T18:00:44Z", { FILES: files });
	expect([await evaluated(), keys.length]).toEqual([60, 0]);
	await runScheduleAt("2025-07-15T18:01:00Z", { FILES: files });
	expect([await evaluated(), new Set(keys).size]).toEqual([logs, 40]);
});

/** The digest of a log that has no result. */
async function dueDigest(): Promise<string> {
	const all = await db.select({ sha256: igcFileVersions.sha256 }).from(igcFileVersions);
	const known = new Set((await db.select().from(flightResults)).map(({ sha256 }) => sha256));
	const due = all.find(({ sha256 }) => !known.has(sha256));
	if (!due) throw new Error("every log is evaluated");
	return due.sha256;
}

test("a version that is published twice at once is in force once, and none of its logs is evaluated twice", async () => {
	await draft("task-a", 1);
	const { keys, files } = countedFiles();
	const app = createApp({ clock: "2025-07-15T18:00:00Z", env: { FILES: files } });
	const answers = await Promise.all([publish("task-a", app), publish("task-a", app)]);
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	await runScheduleAt("2025-07-15T18:01:00Z", { FILES: files });
	expect(await evaluated()).toBe(logs);
	expect(keys).toHaveLength(new Set(keys).size);
});

test("a log that the bucket does not give is asked for once by an invocation, and again by the next one", async () => {
	await scored.publish(scoredTask);
	const [lost] = await db.select().from(igcFileVersions).limit(1);
	await env.FILES.delete(lost?.key ?? "");
	const { keys, files } = countedFiles();
	await runScheduleAt("2025-07-15T18:01:00Z", { FILES: files });
	await runScheduleAt("2025-07-15T18:02:00Z", { FILES: files });
	await runScheduleAt("2025-07-15T18:03:00Z", { FILES: files });
	expect(await evaluated()).toBe(logs - 1);
	expect(keys.filter((key) => key === lost?.key).length).toBeLessThanOrEqual(3);
});

test("the editions of a run of the schedule share what it may compute", async () => {
	const { competitionClasses } = await seedReference();
	const other = competitionClasses.find(({ id }) => id !== scored.club)?.id ?? "";
	await scored.publish(scoredTask);
	await insertTask(scoredTask, {
		id: "task-other",
		dayId: scored.day.id,
		competitionClassId: other,
		number: 1,
	});
	// Half of the pilots, and so of the logs, are of another class.
	await db.batch([
		db.delete(pilotDays),
		db
			.update(registrations)
			.set({ competitionClassId: other })
			.where(inArray(registrations.startNumber, ["3", "4"])),
	]);
	const execution = createExecutionContext();
	const run = { scheduledTime: Date.parse("2025-07-15T18:01:00Z"), cron: "* * * * *" };
	// One edition twice: each takes the lease of one class.
	const twice = { editions: [testEdition, testEdition], season: { newest: testEdition, drafts: [] } };
	await runSchedule(twice, run, { env, execution }, () => {});
	await waitOnExecutionContext(execution);
	// Each has one log at hand when the last one is counted.
	expect(await evaluated()).toBeGreaterThanOrEqual(60);
	expect(await evaluated()).toBeLessThanOrEqual(61);
});
