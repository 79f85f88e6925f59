import { beforeEach, describe, expect, test } from "vitest";
import type { Task } from "~/lib/tasks/task";
import {
	auditLog,
	competitorStatuses,
	dailyResults,
	igcFiles,
	igcFileVersions,
	performances,
	registrations,
	resultSheets,
	scoreDecisions,
	scoreSheets,
	tasks,
} from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { type FlownOptions, flownFile, outAndReturn, place } from "~test/support/flown";
import { elementsIn, rowsIn, sourceOf } from "~test/support/html";
import { runScheduleAt, uploadBody } from "~test/support/igc";
import { publishTask } from "~test/support/published-task";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";

/*
 * A task of 197 km, and flights at 25 m/s as in the tests of the engine: a finisher needs 7,880 s, 90 km/h. The day is
 * 15 July 2025; the tests read its results in the evening.
 */
const db = databaseOf();
const evening = createApp({ clock: "2025-07-15T18:00:00Z" });
const task = outAndReturn({ scoring: { handicaps: false } });
const towed = [{ to: place(-400), height: 0 }, { to: place(-5000) }];
const home = [
	...towed,
	{ to: place(100_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];
const short = [...towed, { to: place(60_000), height: 0, stay: 120 }];

let day: { id: string; date: string };
let club: string;
const taskId = "task-a";

beforeEach(async () => {
	await db.batch([
		db.delete(scoreSheets),
		db.delete(scoreDecisions),
		db.delete(performances),
		db.delete(tasks),
		db.update(igcFiles).set({ currentVersionId: null }),
		db.delete(igcFileVersions),
		db.delete(igcFiles),
		db.delete(competitorStatuses),
		db.delete(dailyResults),
		db.delete(resultSheets),
		db.update(registrations).set({ accepted: false }),
	]);
	const reference = await seedReference();
	const found = reference.competitionDays.find(({ date }) => date === "2025-07-15");
	if (!found) throw new Error("no such day");
	day = found;
	club = reference.competitionClasses.find(({ type }) => type === "club")?.id ?? "";
	await setTask(day.id);
});

const publish = (published: Task, id = taskId, number = 1) =>
	publishTask(published, { dayId: day.id, classId: club, id, number });

async function pilot(surname: string, startNumber: string) {
	const user = await createUser({ name: "Jana", surname });
	return createRegistration({ userId: user.id, accepted: true, startNumber, competitionClassId: club });
}

async function fly(entry: { id: string }, options: FlownOptions, app = evening): Promise<string> {
	const response = await app.post("/igc", uploadBody(entry.id, day.id, flownFile(options)));
	expect(response.status).toBe(303);
	return response.headers.get("Location") ?? "";
}

async function daily(app = evening): Promise<string> {
	const response = await app.get(`/results?view=daily&class=${club}&day=${day.id}`, { language: "en" });
	return (await sourceOf(response)).replaceAll("\u00a0", " ");
}

describe("from the upload to the table", () => {
	test("points, start, finish, distance and speed are there with the answer to the upload", async () => {
		await publish(task);
		const [adam, eva] = [await pilot("Adamová", "A1"), await pilot("Evová", "E2")];
		await pilot("Bílá", "B3");
		await fly(eva, { hops: short });
		await fly(adam, { hops: home });
		const html = await daily();
		// N 2, n1 1, n2 1: Do 197 km, To 7880 s. Pm = min(1000, 1250·197/250 − 250 = 735, 400·2.189 − 200 = 675.6) = 675.6.
		// F = 1.25/2 = 0.625, FCR = 1, Pvm = 2/3·1/2·675.6 = 225.2, Pdm = 450.4. A: 0.625·675.6 = 422; E: 0.625·450.4·60/197 = 86.
		expect(rowsIn(html).map((row) => [row[0], row[1], row[2], row[6], row[7], row[8], row[9]])).toEqual([
			["1", "Jana Adamová", "422", "12:07", "14:19", "197.0", "90.0"],
			["2", "Jana Evová", "86", "12:07", "out", "60.0", ""],
			["", "Jana Bílá", "0", "", "", "", ""],
		]);
		expect(html).toContain("Preliminary");
		expect(html).toContain("2 of 3 logs");
	});

	test("the explained score holds the flight, the formula and what the scorer has to decide", async () => {
		await publish(outAndReturn({ rules: { startAltitudeM: 1488 }, scoring: { handicaps: false } }));
		const entry = await pilot("Adamová", "A1");
		const receipt = await sourceOf(await evening.get(await fly(entry, { hops: home }), { language: "en" }));
		expect(receipt).toContain("Preliminary: 676 points, place 1");
		const [link] = elementsIn(await daily(), "table a");
		const html = (
			await sourceOf(await evening.get(link?.getAttribute("href") ?? "", { language: "en" }))
		).replaceAll("\u00a0", " ");
		expect(elementsIn(html, "h1")[0]?.textContent).toBe("A1 Jana Adamová");
		expect(elementsIn(html, "dd").map(({ textContent }) => textContent)).toEqual([
			"12:01:04",
			// 1,000 m above the field of the edition, at 548 m.
			"12:07:40, 1,548 m, 89 km/h",
			"13:14:00",
			"14:19:00, 675 m",
			"197.00 km",
			"2:11:20",
			"90.00 km/h",
		]);
		expect(html).toContain("start 60 m too high");
		expect(html).toContain("(proposed penalty: 60)");
		// N 1: Pm 675.6, F 1, FCR 1: the proposed penalty is not in the points.
		expect(rowsIn(html).at(-1)?.at(-1)).toBe("676");
	});

	test("what was lost after the answer, the scheduler does; a task that changes scores anew", async () => {
		const entry = await pilot("Adamová", "A1");
		await fly(entry, { hops: home });
		expect(rowsIn(await daily())).toEqual([]);
		await publish(task);
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(rowsIn(await daily())[0]?.[8]).toBe("197.0");
		await db.update(tasks).set({ state: "superseded" });
		await publish({ ...task, scoring: { ...task.scoring, subtractFinishRadius: false } }, "task-b", 2);
		await runScheduleAt("2025-07-15T18:10:00Z");
		expect(rowsIn(await daily())[0]?.[8]).toBe("200.0");
	});

	test("nothing is written when nothing has changed", async () => {
		await publish(task);
		await fly(await pilot("Adamová", "A1"), { hops: home });
		const before = await db.select().from(scoreSheets);
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(await db.select().from(scoreSheets)).toEqual(before);
		expect(await db.select().from(performances)).toHaveLength(1);
	});

	test("who is in the air is presumed and has no points; after the day the log is missing", async () => {
		await publish(task);
		const [adam, eva] = [await pilot("Adamová", "A1"), await pilot("Evová", "E2")];
		await db.insert(competitorStatuses).values({
			id: crypto.randomUUID(),
			dayId: day.id,
			registrationId: eva.id,
			status: "FLYING",
			updatedAt: new Date("2025-07-15T10:00:00Z"),
		});
		await fly(adam, { hops: home });
		const html = await daily();
		expect(rowsIn(html)[1]?.slice(0, 3)).toEqual(["", "Jana Evová", "in the air"]);
		expect(html).toContain("1 competitor without a log yet is presumed");
		await runScheduleAt("2025-07-15T22:05:00Z");
		expect(rowsIn(await daily())[1]?.slice(0, 3)).toEqual(["", "Jana Evová", "0"]);
	});
});

test("an official sheet takes the place of the preliminary one, and the old API never holds ours", async () => {
	await publish(task);
	await fly(await pilot("Adamová", "A1"), { hops: home });
	const api = () => evening.api("GET", `/api/results/daily/${club}/${day.id}`);
	expect(await (await api()).json()).toEqual([]);
	expect(elementsIn(await daily(), "table a")).toHaveLength(1);
	const path = elementsIn(await daily(), "table a")[0]?.getAttribute("href") ?? "";
	await createSheet({ competitionClassId: club, dayId: day.id }, [resultOf("A1", { points: 700 })], {
		status: "preliminary",
	});
	const html = await daily();
	expect(rowsIn(html).map((row) => row[2])).toEqual(["700"]);
	expect(html).not.toContain("of 1 logs");
	expect((await evening.get(path)).status).toBe(404);
});

describe("the scorer", () => {
	let admin: { id: string };
	let adam: { id: string };
	let eva: { id: string };
	const scoring = () => `/api/scoring/${day.id}/${club}`;
	const decide = (entry: { id: string }, body: Record<string, unknown>) =>
		evening.api("PATCH", `${scoring()}/${entry.id}`, { reason: "Rozhodnuto", ...body }, { as: admin });
	const rowsOf = async (as?: { id: string }) => {
		const response = await evening.api("GET", scoring(), undefined, { as });
		return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
	};

	beforeEach(async () => {
		admin = await createAdmin();
		await publish(task);
		[adam, eva] = [await pilot("Adamová", "A1"), await pilot("Evová", "E2")];
		await fly(adam, { hops: home });
		await fly(eva, { hops: short });
	});

	test("the API has the day's numbers, and for organisers what was decided", async () => {
		const answer = await (await evening.api("GET", scoring())).json();
		expect(answer).toMatchObject({
			status: "preliminary",
			published: true,
			task: { _id: taskId, version: "A" },
			engine: "1",
			logs: 2,
			expected: 2,
			presumed: 0,
			day: { n: 2, n1: 1, n2: 1, doM: 197_000, f: 0.625, fcr: 1 },
			rows: [
				{
					startNumber: "A1",
					status: "finished",
					start: "2025-07-15T10:07:40.000Z",
					finish: "2025-07-15T12:19:00.000Z",
					distanceM: 197_000,
					timeS: 7880,
					points: 422,
					rank: 1,
				},
				{ startNumber: "E2", status: "out", points: 86, rank: 2, findings: [{ kind: "pointNotReached" }] },
			],
		});
		expect(Object.keys((await rowsOf())[0] ?? {})).not.toContain("override");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalties: [], override: null, official: null });
	});

	test("penalties come off, a guest counts in nothing, a disqualified flight has 0 points; null takes back", async () => {
		const penalised = await decide(adam, { penalties: [{ points: 60, text: "Vysoký odlet" }] });
		expect(await penalised.json()).toMatchObject({ points: 362, penalty: 60, rank: 1 });
		expect(await (await decide(adam, { disqualified: true })).json()).toMatchObject({
			status: "dsq",
			points: 0,
		});
		await decide(adam, { disqualified: false, penalties: [], guest: true });
		// Evová alone: N 1, n1 0.
		const answer = (await (await evening.api("GET", scoring())).json()) as { day: object };
		expect(answer.day).toMatchObject({ n: 1, n1: 0 });
		expect((await rowsOf(admin)).find(({ startNumber }) => startNumber === "A1")).toMatchObject({
			rank: null,
		});
		await decide(adam, { guest: false });
		expect(await (await decide(eva, { override: { distanceM: 197_000, timeS: 7880 } })).json()).toMatchObject(
			{
				status: "finished",
				rank: 1,
			},
		);
		// Both finish: N, n1 and n2 are 2, so both have all points of the day: 675.6.
		expect((await rowsOf()).map(({ points }) => points)).toEqual([676, 676]);
		expect(await (await decide(eva, { override: null })).json()).toMatchObject({ status: "out", points: 86 });
		const audited = await db.select().from(auditLog);
		expect(audited.filter(({ action }) => action === "score.decide").length).toBeGreaterThanOrEqual(6);
	});

	test("a later start by the scorer makes the time shorter", async () => {
		// Half an hour later: 6,080 s.
		const decided = await decide(adam, { override: { start: "2025-07-15T12:37:40+02:00" } });
		expect(await decided.json()).toMatchObject({ timeS: 6080, start: "2025-07-15T10:37:40.000Z" });
	});

	test("a hidden class is for organisers only", async () => {
		await evening.api("PATCH", scoring(), { published: false, reason: "Chyba v úloze" }, { as: admin });
		expect(await rowsOf()).toEqual([]);
		expect(await rowsOf(admin)).toHaveLength(2);
		expect(rowsIn(await daily())).toEqual([]);
		await evening.api("PATCH", scoring(), { published: true, reason: "Opraveno" }, { as: admin });
		expect(rowsIn(await daily())).toHaveLength(2);
	});

	test("the page decides without scripts, and compares with the official results", async () => {
		const path = `/admin/scoring/${day.date}/club`;
		const fields = {
			registrationId: adam.id,
			penaltyPoints: "12,5",
			penaltyText: "Vzdušný prostor",
			intent: "decide",
		};
		const refused = await evening.post(path, fields, { as: admin });
		expect(refused.status).toBe(303);
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 0 });
		await evening.post(path, { ...fields, reason: "Podle záznamu" }, { as: admin });
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 12.5, points: 409.5 });
		await createSheet({ competitionClassId: club, dayId: day.id }, [
			resultOf("A1", { points: 409.5, registrationId: adam.id }),
			resultOf("E2", { points: 90, registrationId: eva.id }),
		]);
		const html = await sourceOf(await evening.get(path, { as: admin, language: "en" }));
		expect(html).toContain("Agrees with the official results: 1 of 2");
	});

	test("two who decide at once lose nothing", async () => {
		await Promise.all([
			decide(adam, { penalties: [{ points: 10, text: "Jedna" }] }),
			decide(eva, { penalties: [{ points: 20, text: "Druhá" }] }),
		]);
		expect((await rowsOf(admin)).map(({ penalty }) => penalty)).toEqual([10, 20]);
	});
});
