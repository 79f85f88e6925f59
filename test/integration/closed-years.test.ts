import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { runSchedule } from "~/worker/schedule.server";
import { editionSettings, jobFuses, outbox } from "~db/schema";
import { editionOfYear } from "~editions/index";
import { createApp, json } from "~test/support/app";
import { countedDatabase } from "~test/support/counted-database";
import { createUser, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { runScheduleAt } from "~test/support/igc";
import { testEdition } from "~test/support/test-edition";

/* The year before the newest one, which has been flown. */

const year = 2024;
const db = databaseOf(year);
const minute = 60_000;

/** The runs of the platform from a time on, every minute and every fifth. @returns what the database of the year was asked */
async function runFor(minutes: number, from: string, bindings: Partial<Env> = {}) {
	const { binding, asked } = countedDatabase(env.DB_2024 as D1Database);
	const edition = editionOfYear(year);
	if (!edition) throw new Error(`no edition ${year}`);
	const season = { newest: testEdition, drafts: [] };
	const execution = createExecutionContext();
	const all = { ...env, DB_2024: binding, ...bindings, CLOCK: "" } as Env;
	for (let at = Date.parse(from), n = 0; n < minutes; at += minute, n += 1) {
		const crons = (at / minute) % 5 === 0 ? ["* * * * *", "*/5 * * * *"] : ["* * * * *"];
		for (const cron of crons)
			await runSchedule(
				{ editions: [edition], season },
				{ scheduledTime: at, cron },
				{ env: all, execution },
				() => {},
			);
	}
	await waitOnExecutionContext(execution);
	return asked.statements;
}

const jobsBetween = async (from: string, to: string) =>
	(await db.select().from(jobFuses))
		.filter(({ beganAt }) => beganAt >= new Date(from) && beganAt < new Date(to))
		.map(({ job }) => job)
		.toSorted();

/** Names of all jobs, as the newest edition has run them. */
async function allJobs(): Promise<string[]> {
	await runScheduleAt("2025-03-02T02:00:00Z");
	return (await databaseOf().select().from(jobFuses)).map(({ job }) => job).toSorted();
}

beforeEach(async () => {
	const { objects } = await env.FILES.list({ prefix: "awake/" });
	await env.FILES.delete(objects.map(({ key }) => key));
	await db.delete(jobFuses);
	await db.delete(outbox);
});

test("a day of runs asks a closed year once, with every job", async () => {
	// A day of runs asks the real one for minutes.
	const idle = { list: async () => ({ objects: [] }) } as unknown as R2Bucket;
	expect(await runFor(2 * 60, "2025-03-02T00:00:00Z", { FILES: idle })).toBe(0);
	const daily = await runFor(1, "2025-03-02T02:00:00Z");
	expect(await jobsBetween("2025-03-02T02:00:00Z", "2025-03-02T02:01:00Z")).toEqual(await allJobs());
	expect(await runFor(22 * 60 - 1, "2025-03-02T02:01:00Z", { FILES: idle })).toBe(0);
	expect(daily).toBeLessThan(150);
	const health = createApp({ host: `${year}.localhost`, clock: "2025-03-03T01:59:00Z" });
	const { checks } = await json(await health.api("GET", "/api/health"));
	expect(checks.schedule).toBe("ok");
});

test("what a request leaves in a closed year is done within minutes", async () => {
	const { email } = await createUser({}, year);
	const app = createApp({ host: `${year}.localhost`, clock: "2025-03-02T10:00:00Z" });
	await app.post("/password-reset", { email });
	expect(await db.$count(outbox)).toBe(1);
	expect(await runFor(5, "2025-03-02T10:01:00Z")).toBeGreaterThan(0);
	expect(await jobsBetween("2025-03-02T10:01:00Z", "2025-03-02T10:06:00Z")).toEqual(await allJobs());
	const untilAsleep = await runFor(1, "2025-03-02T15:59:00Z");
	expect(untilAsleep).toBeGreaterThan(0);
	expect(await runFor(120, "2025-03-02T17:01:00Z")).toBe(0);
});

test("so it is in a closed year whose organisers have moved its days ahead", async () => {
	const made = { version: 1, changedBy: null, changedAt: new Date(), reason: null };
	await db.insert(editionSettings).values({ ...made, key: "competition.to", value: { is: "2025-03-09" } });
	onTestFinished(async () => void (await db.delete(editionSettings)));
	const { email } = await createUser({}, year);
	const app = createApp({ host: `${year}.localhost`, clock: "2025-03-02T10:00:00Z" });
	await app.post("/password-reset", { email });
	expect(await runFor(5, "2025-03-02T10:01:00Z")).toBeGreaterThan(0);
});

test("without the bucket a closed year waits for its daily run", async () => {
	const { email } = await createUser({}, year);
	const app = createApp({ host: `${year}.localhost`, clock: "2025-03-02T10:00:00Z" });
	await app.post("/password-reset", { email });
	const { bucket } = faultyBucket(env.FILES, { list: "before" });
	expect(await runFor(5, "2025-03-02T10:01:00Z", { FILES: bucket })).toBe(0);
	expect(await runFor(1, "2025-03-03T02:00:00Z", { FILES: bucket })).toBeGreaterThan(0);
});

test("a year that is still flown is asked every minute, whatever has been added behind it", async () => {
	expect(await runFor(3, "2024-07-05T10:01:00Z")).toBeGreaterThan(10);
});
