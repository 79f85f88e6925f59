import { env } from "cloudflare:test";
import { eq, gt } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { runEvaluations } from "~/lib/scoring/run-evaluations.server";
import type { StoredTask } from "~/lib/tasks/tasks-queries.server";
import { dayScores, flightResults, igcFiles, outbox, tasks } from "~db/schema";
import { contextOf } from "~test/support/context";
import { createAdmin, databaseOf } from "~test/support/factories";
import { attributeIn, sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { home, moreFlights, scoredClass, scoredTask, short } from "~test/support/scored-class";

/* A class of 45 logs: one of each of five pilots, and more flights of theirs. */

const db = databaseOf();
const scored = scoredClass();
const logs = 45;
const desk = "/admin/scoring/2025-07-15/club";
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeEach(async () => {
	admin = await createAdmin();
	for (const number of ["1", "2", "3", "4", "5"]) {
		await scored.fly(await scored.pilot(`Pilot${number}`, number), {
			hops: number === "1" ? home : short,
			interval: 20 + Number(number),
		});
	}
	await moreFlights(logs);
});

const evaluated = () => db.$count(flightResults);
async function nextStep() {
	const token = await scored.app.token(admin);
	const request = new Request(scored.app.url("/admin/evaluation"), {
		method: "POST",
		headers: {
			Cookie: `token=${token}`,
			Origin: scored.app.url("").replace(/\/$/, ""),
			"Sec-Fetch-Site": "same-origin",
		},
	});
	return scored.app.fetch(request);
}

test("the page of who published asks for step after step, and every page says how far it is until the last", async () => {
	await scored.publish(scoredTask);
	const shown: string[] = [];
	for (const count of [20, 40, 45]) {
		expect((await nextStep()).status).toBe(204);
		expect(await evaluated()).toBe(count);
		const said = /Evaluating (\d+ of \d+)/.exec(await scored.daily())?.[1] ?? "whole";
		const html = await sourceOf(await scored.app.get(desk, { as: admin }));
		const api = await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
		const { evaluating } = (await api.json()) as { evaluating: object | null };
		shown.push(`${said}; ${attributeIn(html, "progress", "value") ?? "done"}; ${JSON.stringify(evaluating)}`);
	}
	expect(shown).toEqual([
		'20 of 45; 20; {"done":20,"of":45}',
		'40 of 45; 40; {"done":40,"of":45}',
		"whole; done; null",
	]);
});

test("without scripts a button asks, and leads back", async () => {
	await scored.publish(scoredTask);
	const html = await sourceOf(await scored.app.get(desk, { as: admin, language: "en" }));
	expect(html).toContain("Evaluate the next ones");
	const sent = await scored.app.post("/admin/evaluation", { returnTo: desk }, { as: admin });
	expect([sent.status, sent.headers.get("Location"), await evaluated()]).toEqual([303, desk, 20]);
});

test("logs that nobody has confirmed come after those that score, and keep a class from nothing", async () => {
	await db.update(igcFiles).set({ standing: "unconfirmed" }).where(gt(igcFiles.flightNumber, 1));
	await db.update(igcFiles).set({ standing: "kept" }).where(eq(igcFiles.flightNumber, 2));
	await scored.publish(scoredTask);
	await nextStep();
	expect(await evaluated()).toBe(20);
	const [stored] = await db.select().from(dayScores);
	expect(stored?.sheet).toMatchObject({ logs: 5 });
	expect(stored?.sheet).not.toHaveProperty("evaluating");
	expect(await scored.daily()).not.toContain("Evaluating");
	const html = await sourceOf(await scored.app.get(desk, { as: admin }));
	expect(attributeIn(html, "progress", "value")).toBeUndefined();
	await nextStep();
	await nextStep();
	expect(await evaluated()).toBe(logs - 1);
});

test("two at once share no log: who comes second leaves it to the first, until that one is given up", async () => {
	await scored.publish(scoredTask);
	const set = (evaluatedUntil: Date) => db.update(tasks).set({ evaluatedUntil });
	await set(new Date("2025-07-15T18:00:30Z"));
	await nextStep();
	expect(await evaluated()).toBe(0);
	await set(new Date("2025-07-15T17:59:59Z"));
	await nextStep();
	expect(await evaluated()).toBe(20);
	expect((await db.select().from(tasks)).map(({ evaluatedUntil }) => evaluatedUntil)).toEqual([null]);
});

test("a step that outlasts its lease leaves the lease of the next one", async () => {
	await scored.publish(scoredTask);
	const [task] = await db.select().from(tasks);
	const taken = new Date("2025-07-15T18:01:30Z");
	const ctx = contextOf({ now: new Date("2025-07-15T18:00:00Z") });
	// The first log is read so late that another invocation has begun.
	const get: R2Bucket["get"] = async (key: string) => {
		await db.update(tasks).set({ evaluatedUntil: taken });
		return env.FILES.get(key);
	};
	const slow = new Proxy(env.FILES, {
		get: (target, name) => (name === "get" ? get : Reflect.get(target, name)),
	});
	const stored = { ...task, date: scored.day.date } as StoredTask;
	expect(
		await runEvaluations({ ...ctx, files: slow }, { dayId: scored.day.id, classId: scored.club }, stored, {
			most: 1,
			taken: new Set(),
		}),
	).toBe(1);
	expect((await db.select().from(tasks)).map(({ evaluatedUntil }) => evaluatedUntil)).toEqual([taken]);
});

test("a new version keeps the scores of the one before and says so, and its mails wait for the whole", async () => {
	await scored.publish(scoredTask);
	const versionShown = async () => {
		const [stored] = await db.select().from(dayScores);
		return stored?.sheet.task.number;
	};
	const isWhole = async () => (await versionShown()) === 1 && !(await scored.daily()).includes("Evaluating");
	// What the uploads have left to do after their answers may hold the lease of a run.
	for (let run = 0; run < 6 && !(await isWhole()); run += 1) await runScheduleAt("2025-07-15T18:00:00Z");
	expect(await isWhole()).toBe(true);
	await db.delete(outbox);
	await db.update(tasks).set({ state: "superseded" });
	await scored.publish(scoredTask, { id: "task-b", number: 2 });
	const mails = async () => (await db.select().from(outbox)).length;
	const states: unknown[] = [];
	for (const step of [nextStep, nextStep, () => runScheduleAt("2025-07-15T18:03:00Z")]) {
		await step();
		states.push([await versionShown(), (await scored.daily()).includes("Evaluating"), (await mails()) > 0]);
	}
	// The first step may hold a log of every pilot, as it takes them in the order of their random ids: then the new version shows.
	expect(states.at(0)).toEqual([expect.any(Number), true, false]);
	expect(states.at(-1)).toEqual([2, false, true]);
});

test("another airspace checks the logs in steps too, and its page shows them", async () => {
	await scored.publish(scoredTask);
	for (let run = 0; run < 3; run += 1) await nextStep();
	const space = ["AC R", "AN Les", "AL GND", "AH FL 95", "V X=49:31:52 N 015:52:28 E", "DC 3"].join("\r");
	const form = multipart({ kind: "airspace", chart: new File([space], "prostory.txt") });
	const path = "/admin/waypoints-and-airspace";
	// Somebody else is at work, so the work behind the answer evaluates nothing.
	await db.update(tasks).set({ evaluatedUntil: new Date("2025-07-15T18:00:30Z") });
	await scored.app.post(path, form, { as: admin });
	await db.update(tasks).set({ evaluatedUntil: null });
	const progress = async () =>
		attributeIn(await sourceOf(await scored.app.get(path, { as: admin })), "progress", "value");
	expect(await progress()).toBe("0");
	await nextStep();
	expect(await progress()).toBe("20");
	await nextStep();
	expect(await progress()).toBe("40");
	await nextStep();
	expect(await progress()).toBeUndefined();
});
