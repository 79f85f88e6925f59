import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, flightResults, outbox } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { elementsIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { setTask } from "~test/support/result-sheets";
import { short } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored, path, decide, read } = pair;

test("the API has the day's numbers, and for organisers what was decided", async () => {
	const answer = await read();
	expect(answer).toMatchObject({
		status: "preliminary",
		published: true,
		task: { _id: scored.taskId, version: "A" },
		engine: "12",
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
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalties: [], override: null, official: null });
});

test("an answer has the keys of its description, and none more", async () => {
	const keysOf = (thing: object = {}) => Object.keys(thing).toSorted().join(" ");
	const rowKeys =
		"pilot startNumber handicap status start finish distanceM timeS speedKmh points penalty rank";
	const forVisitors = `${rowKeys} guest findings`;
	const forAdmins = `${forVisitors} penalties override official`;
	const sorted = (keys: string) => keys.split(" ").toSorted().join(" ");
	for (const [answer, ofRow] of [
		[await read(), forVisitors],
		[await read(pair.admin), forAdmins],
	] as const) {
		expect(keysOf(answer)).toBe(
			sorted(
				"status published state stateSince protestsUntil revision task computedAt engine logs expected presumed evaluating day rows",
			),
		);
		expect(keysOf(answer.day)).toBe(sorted("pm f fcr pdm pvm n n1 n2 doM voKmh toS"));
		expect(answer.rows.map(keysOf)).toEqual([sorted(ofRow), sorted(ofRow)]);
		expect(keysOf(answer.rows[1]?.findings[0])).toBe(sorted("kind at valueM proposedPoints text"));
	}
	expect(keysOf(await (await decide(pair.adam, { guest: true })).json<object>())).toBe(sorted(forAdmins));
});

test("a class, a day or an entry there is none of is not found, and nothing is decided without a reason", async () => {
	const statusOf = async (method: string, path: string, body?: object) =>
		(await scored.app.api(method, path, body, { as: pair.admin })).status;
	expect(await statusOf("GET", `/api/scoring/${scored.day.id}/nothing`)).toBe(404);
	expect(await statusOf("GET", `/api/scoring/nothing/${scored.club}`)).toBe(404);
	expect((await decide({ id: "nothing" }, { guest: true })).status).toBe(404);
	expect(await statusOf("PATCH", path(), { published: false })).toBe(400);
	expect(await statusOf("PATCH", `${path()}/${pair.adam.id}`, { guest: true })).toBe(400);
	expect((await read()).rows).toMatchObject([{ guest: false }, { guest: false }]);
});

test("a text that is not well-formed, or turns its line around, is refused", async () => {
	for (const text of ["Pozdě\ud800", "Pozdě\u202e", "Pozdě\u0000"]) {
		expect((await decide(pair.adam, { penalties: [{ points: 1, text }] })).status).toBe(400);
		expect((await decide(pair.adam, { guest: true, reason: text })).status).toBe(400);
	}
});

test("penalties come off, a guest counts in nothing, a disqualified flight has 0 points; null takes back", async () => {
	const penalised = await decide(pair.adam, { penalties: [{ points: 60, text: "Vysoký odlet" }] });
	expect(await penalised.json()).toMatchObject({ points: 362, penalty: 60, rank: 1 });
	expect(rowsIn(await scored.daily())[0]).toContain("60: Vysoký odlet");
	// The list is the whole list.
	const pev = { points: 20, text: "Bez PEV" };
	expect(await (await decide(pair.adam, { penalties: [pev] })).json()).toMatchObject({
		penalty: 20,
		penalties: [pev],
	});
	expect(await (await decide(pair.adam, { penalties: [] })).json()).toMatchObject({
		points: 422,
		penalty: 0,
		penalties: [],
	});
	expect(await (await decide(pair.adam, { disqualified: true })).json()).toMatchObject({
		status: "dsq",
		points: 0,
	});
	await decide(pair.adam, { disqualified: false, penalties: [], guest: true });
	// Evová alone: N 1, n1 0.
	const answer = await read();
	expect(answer.day).toMatchObject({ n: 1, n1: 0 });
	expect((await read(pair.admin)).rows.find(({ startNumber }) => startNumber === "A1")).toMatchObject({
		rank: null,
	});
	await decide(pair.adam, { guest: false });
	const decided = await decide(pair.eva, { override: { distanceM: 197_000, timeS: 7880 } });
	expect(await decided.json()).toMatchObject({ status: "finished", rank: 1 });
	const page = await scored.app.get(`/scores/${scored.day.id}/${pair.eva.id}`, { language: "en" });
	expect((await sourceOf(page)).replaceAll("\u00a0", " ")).toContain(
		"Set by the scorer: Distance 197.00 km; Time 2:11:20.",
	);
	// Both finish: N, n1 and n2 are 2, so both have all points of the day: 675.6.
	expect((await read()).rows.map(({ points }) => points)).toEqual([676, 676]);
	expect(await (await decide(pair.eva, { override: null })).json()).toMatchObject({
		status: "out",
		points: 86,
	});
	const audited = await db.select().from(auditLog);
	expect(audited.filter(({ action }) => action === "score.decide").length).toBeGreaterThanOrEqual(6);
});

test("a later start by the scorer makes the time shorter", async () => {
	// Half an hour later: 6,080 s.
	const decided = await decide(pair.adam, { override: { start: "2025-07-15T12:37:40+02:00" } });
	expect(await decided.json()).toMatchObject({
		timeS: 6080,
		start: "2025-07-15T10:37:40.000Z",
		override: { start: "2025-07-15T10:37:40.000Z" },
	});
	const page = await scored.app.get(`/scores/${scored.day.id}/${pair.adam.id}`, { language: "en" });
	expect(await sourceOf(page)).toContain("Set by the scorer: Start 12:37:40.");
	// A finish alone counts from the start of the log; null takes that one back alone.
	const finished = await decide(pair.adam, { override: { start: null, finish: "2025-07-15T12:29:00Z" } });
	expect(await finished.json()).toMatchObject({
		status: "finished",
		start: "2025-07-15T10:07:40.000Z",
		timeS: 8480,
		override: { start: null, finish: "2025-07-15T12:29:00.000Z" },
	});
	// Nobody finishes before the start, neither the typed one nor that of the log.
	for (const override of [
		{ start: "2025-07-15T12:37:40Z", finish: "2025-07-15T12:37:40Z" },
		{ start: "2025-07-15T12:29:01Z" },
		{ finish: "2025-07-15T10:07:40Z" },
	])
		expect((await decide(pair.adam, { override })).status).toBe(400);
	expect((await read(pair.admin)).rows[0]).toMatchObject({ status: "finished", timeS: 8480 });
});

test("no decision gives a flight that is faster than a log may be", async () => {
	const before = (await read(pair.admin)).rows;
	for (const override of [
		{ distanceM: 500_000, timeS: 1 },
		{ distanceM: 2_000_000 },
		{ timeS: 1000 },
		{ start: "2025-07-15T10:00:00Z", finish: "2025-07-15T10:10:00Z" },
	]) {
		const refused = await decide(pair.adam, { override });
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ errors: { time: "scoringAdmin.tooFast" } });
	}
	expect((await read(pair.admin)).rows).toEqual(before);
	// Who is out has no time, however far.
	const out = await decide(pair.eva, { override: { distanceM: 900_000, timeS: 1, out: true } });
	expect(await out.json()).toMatchObject({ status: "out", distanceM: 900_000 });
	await decide(pair.eva, { override: null });
});

test("a flight without a log counts as the scorer decides, and its score is explained", async () => {
	const bara = await scored.pilot("Bílá", "B3");
	const score = `/scores/${scored.day.id}/${bara.id}`;
	expect((await scored.app.get(score)).status).toBe(404);
	const dayOf = async () => (await read()).day;
	// A handicap says nothing of a launch, a start does: N 3.
	await decide(bara, { override: { handicap: 1.05 } });
	expect(await dayOf()).toMatchObject({ n: 2 });
	const launched = await decide(bara, { override: { start: "2025-07-15T10:30:00.5Z" } });
	expect(await launched.json()).toMatchObject({ status: "flying", points: null, rank: null });
	expect(await dayOf()).toMatchObject({ n: 3, n1: 2, n2: 2 });
	const out = await decide(bara, { override: { start: null, distanceM: 120_000.5, out: true } });
	expect(await out.json()).toMatchObject({
		status: "out",
		distanceM: 120_000.5,
		timeS: null,
		rank: 2,
		handicap: 1,
		findings: [],
	});
	await decide(bara, { override: { distanceM: 120_000 }, guest: true });
	expect((await read()).rows.find(({ startNumber }) => startNumber === "B3")).toMatchObject({
		guest: true,
		rank: null,
		points: 171,
	});
	const links = elementsIn(await scored.daily(), "table a").map((a) => a.getAttribute("href"));
	expect(links).toContain(score);
	const html = (await sourceOf(await scored.app.get(score, { language: "en" }))).replaceAll("\u00a0", " ");
	expect(html).toContain("Set by the scorer: Distance 120.00 km; Handicap 1.050; did not finish.");
	expect(textsIn(html, ".score-verdict span")).toEqual(["flies as a guest: points, but no place"]);
});

test("a hidden class is for organisers only", async () => {
	await scored.app.api("PATCH", path(), { published: false, reason: "Chyba v úloze" }, { as: pair.admin });
	expect((await read()).rows).toEqual([]);
	expect((await read(pair.admin)).rows).toHaveLength(2);
	expect(rowsIn(await scored.daily())).toEqual([]);
	await scored.app.api("PATCH", path(), { published: true, reason: "Opraveno" }, { as: pair.admin });
	expect(rowsIn(await scored.daily())).toHaveLength(2);
});

test("visitors of a day that is cancelled, or has no task any more, see no scores; brought back, it has them again", async () => {
	const flight = elementsIn(await scored.daily(), 'table a[href^="/igc/"]')[0]?.getAttribute("href") ?? "";
	const hidden = { task: null, computedAt: null, engine: null, logs: 0, day: null, rows: [] };
	const shownOnFlight = async () =>
		textsIn(await sourceOf(await scored.app.get(flight, { language: "en" })), ".headlines a");
	expect(await shownOnFlight()).not.toEqual([]);
	const forClass = (body: object) =>
		scored.app.api("PATCH", path(), { ...body, reason: "Bouřka" }, { as: pair.admin });
	const notices = async () =>
		textsIn(await sourceOf(await scored.app.get("/days/4", { language: "en" })), "#club .notice");
	expect(await notices()).toEqual([]);
	await forClass({ cancelled: true });
	expect(await notices()).toEqual(["The scorer has cancelled this day: it does not count for the class."]);
	expect(await read()).toMatchObject({ status: "cancelled", ...hidden });
	expect(await read(pair.admin)).toMatchObject({ status: "cancelled", rows: [{}, {}] });
	await forClass({ cancelled: false });
	expect(await read()).toMatchObject({ status: "preliminary", rows: [{}, {}] });
	for (const [task, status] of [
		["TASK_CANCELLED", "cancelled"],
		["NO_TASK", "none"],
	] as const) {
		await setTask(scored.day.id, task);
		expect(await read()).toMatchObject({ status, ...hidden });
		expect(await shownOnFlight()).toEqual([]);
	}
	const mails = () => db.$count(outbox, eq(outbox.kind, "log-evaluated"));
	const before = await mails();
	await scored.fly(await scored.pilot("Bílá", "B3"), { hops: short });
	expect(await mails()).toBe(before);
});

test("a decision while logs are evaluated anew keeps the whole class in its scores", async () => {
	const [first] = await db.select().from(flightResults);
	await db.delete(flightResults).where(eq(flightResults.id, first?.id ?? ""));
	const decided = await decide(pair.eva, { penalties: [{ points: 6, text: "Pozdní záznam" }] });
	expect(await decided.json()).toMatchObject({ points: 80, penalty: 6, rank: 2 });
	expect((await read()).rows.map(({ points }) => points)).toEqual([422, 80]);
});

test("two who decide at once lose nothing", async () => {
	await Promise.all([
		decide(pair.adam, { penalties: [{ points: 10, text: "Jedna" }] }),
		decide(pair.eva, { penalties: [{ points: 20, text: "Druhá" }] }),
	]);
	expect((await read(pair.admin)).rows.map(({ penalty }) => penalty)).toEqual([10, 20]);
	// Who loses every time is told so, and may try again.
	const ddl = (statement: string) => env.DB_2025?.prepare(statement).run();
	await ddl("CREATE TRIGGER faster BEFORE UPDATE ON score_sheets BEGIN SELECT RAISE(IGNORE); END");
	try {
		expect((await decide(pair.adam, { guest: true })).status).toBe(409);
	} finally {
		await ddl("DROP TRIGGER faster");
	}
});
