import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, igcFiles, outbox, performances, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { flownFile, outAndReturn } from "~test/support/flown";
import { elementsIn, hiddenIn, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();

describe("the scorer", () => {
	let admin: { id: string };
	let adam: { id: string };
	let eva: { id: string };
	const desk = () => `/admin/scoring/${scored.day.date}/club`;
	const scoring = () => `/api/scoring/${scored.day.id}/${scored.club}`;
	const decide = (entry: { id: string }, body: Record<string, unknown>) =>
		scored.app.api("PATCH", `${scoring()}/${entry.id}`, { reason: "Rozhodnuto", ...body }, { as: admin });
	const rowsOf = async (as?: { id: string }) => {
		const response = await scored.app.api("GET", scoring(), undefined, { as });
		return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
	};

	beforeEach(async () => {
		admin = await createAdmin();
		await scored.publish(scoredTask);
		[adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await scored.fly(adam, { hops: home });
		await scored.fly(eva, { hops: short });
	});

	test("the API has the day's numbers, and for organisers what was decided", async () => {
		const answer = await (await scored.app.api("GET", scoring())).json();
		expect(answer).toMatchObject({
			status: "preliminary",
			published: true,
			task: { _id: scored.taskId, version: "A" },
			engine: "7",
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
		expect((await rowsOf(admin))[0]).toMatchObject({ penalties: [], override: null, official: null });
	});

	test("an answer has the keys of its description, and none more", async () => {
		type Row = Record<string, unknown> & { findings: object[] };
		type Answer = Record<string, unknown> & { day: object; rows: Row[] };
		const read = async (as?: { id: string }) =>
			(await (await scored.app.api("GET", scoring(), undefined, { as })).json()) as Answer;
		const keysOf = (thing: object = {}) => Object.keys(thing).toSorted().join(" ");
		const rowKeys =
			"pilot startNumber handicap status start finish distanceM timeS speedKmh points penalty rank";
		const forVisitors = `${rowKeys} guest findings`;
		const forAdmins = `${forVisitors} penalties override official`;
		const sorted = (keys: string) => keys.split(" ").toSorted().join(" ");
		for (const [answer, ofRow] of [
			[await read(), forVisitors],
			[await read(admin), forAdmins],
		] as const) {
			expect(keysOf(answer)).toBe(
				sorted("status published task computedAt engine logs expected presumed day rows"),
			);
			expect(keysOf(answer.day)).toBe(sorted("pm f fcr pdm pvm n n1 n2 doM voKmh toS"));
			expect(answer.rows.map(keysOf)).toEqual([sorted(ofRow), sorted(ofRow)]);
			expect(keysOf(answer.rows[1]?.findings[0])).toBe(sorted("kind at valueM proposedPoints text"));
		}
		expect(keysOf((await (await decide(adam, { guest: true })).json()) as Row)).toBe(sorted(forAdmins));
	});

	test("a class, a day or an entry there is none of is not found, and nothing is decided without a reason", async () => {
		const statusOf = async (method: string, path: string, body?: object) =>
			(await scored.app.api(method, path, body, { as: admin })).status;
		expect(await statusOf("GET", `/api/scoring/${scored.day.id}/nothing`)).toBe(404);
		expect(await statusOf("GET", `/api/scoring/nothing/${scored.club}`)).toBe(404);
		expect((await decide({ id: "nothing" }, { guest: true })).status).toBe(404);
		expect(await statusOf("PATCH", scoring(), { published: false })).toBe(400);
		expect(await statusOf("PATCH", `${scoring()}/${adam.id}`, { guest: true })).toBe(400);
		expect(await rowsOf()).toMatchObject([{ guest: false }, { guest: false }]);
		// An intent that every object has is none of the page.
		const odd = await scored.app.post(desk(), { intent: "toString", reason: "Omyl" }, { as: admin });
		expect(odd.headers.get("Set-Cookie")).toContain("server.not-found");
	});

	test("a text that is not well-formed, or turns its line around, is refused", async () => {
		for (const text of ["Pozdě\ud800", "Pozdě\u202e", "Pozdě\u0000"]) {
			expect((await decide(adam, { penalties: [{ points: 1, text }] })).status).toBe(400);
			expect((await decide(adam, { guest: true, reason: text })).status).toBe(400);
		}
	});

	test("penalties come off, a guest counts in nothing, a disqualified flight has 0 points; null takes back", async () => {
		const penalised = await decide(adam, { penalties: [{ points: 60, text: "Vysoký odlet" }] });
		expect(await penalised.json()).toMatchObject({ points: 362, penalty: 60, rank: 1 });
		expect(rowsIn(await scored.daily())[0]).toContain("60: Vysoký odlet");
		// The list is the whole list.
		const pev = { points: 20, text: "Bez PEV" };
		expect(await (await decide(adam, { penalties: [pev] })).json()).toMatchObject({
			penalty: 20,
			penalties: [pev],
		});
		expect(await (await decide(adam, { penalties: [] })).json()).toMatchObject({
			points: 422,
			penalty: 0,
			penalties: [],
		});
		expect(await (await decide(adam, { disqualified: true })).json()).toMatchObject({
			status: "dsq",
			points: 0,
		});
		await decide(adam, { disqualified: false, penalties: [], guest: true });
		// Evová alone: N 1, n1 0.
		const answer = (await (await scored.app.api("GET", scoring())).json()) as { day: object };
		expect(answer.day).toMatchObject({ n: 1, n1: 0 });
		expect((await rowsOf(admin)).find(({ startNumber }) => startNumber === "A1")).toMatchObject({
			rank: null,
		});
		await decide(adam, { guest: false });
		const decided = await decide(eva, { override: { distanceM: 197_000, timeS: 7880 } });
		expect(await decided.json()).toMatchObject({ status: "finished", rank: 1 });
		const page = await scored.app.get(`/scores/${scored.day.id}/${eva.id}`, { language: "en" });
		expect((await sourceOf(page)).replaceAll("\u00a0", " ")).toContain(
			"Set by the scorer: Distance 197.00 km; Time 2:11:20.",
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
		expect(await decided.json()).toMatchObject({
			timeS: 6080,
			start: "2025-07-15T10:37:40.000Z",
			override: { start: "2025-07-15T10:37:40.000Z" },
		});
		const page = await scored.app.get(`/scores/${scored.day.id}/${adam.id}`, { language: "en" });
		expect(await sourceOf(page)).toContain("Set by the scorer: Start 12:37:40.");
		// A finish alone counts from the start of the log; null takes that one back alone.
		const finished = await decide(adam, { override: { start: null, finish: "2025-07-15T12:29:00Z" } });
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
			expect((await decide(adam, { override })).status).toBe(400);
		expect((await rowsOf(admin))[0]).toMatchObject({ status: "finished", timeS: 8480 });
	});

	test("a flight without a log counts as the scorer decides, and its score is explained", async () => {
		const bara = await scored.pilot("Bílá", "B3");
		const score = `/scores/${scored.day.id}/${bara.id}`;
		expect((await scored.app.get(score)).status).toBe(404);
		const dayOf = async () =>
			((await (await scored.app.api("GET", scoring())).json()) as { day: object }).day;
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
		expect((await rowsOf()).find(({ startNumber }) => startNumber === "B3")).toMatchObject({
			guest: true,
			rank: null,
			points: 171,
		});
		const links = elementsIn(await scored.daily(), "table a").map((a) => a.getAttribute("href"));
		expect(links).toContain(score);
		const html = (await sourceOf(await scored.app.get(score, { language: "en" }))).replaceAll("\u00a0", " ");
		expect(html).toContain("Set by the scorer: Distance 120.00 km; Handicap 1.05; landed out.");
		expect(textsIn(html, ".score-verdict span")).toEqual(["flies as a guest: points, and no place"]);
	});

	test("a hidden class is for organisers only", async () => {
		await scored.app.api("PATCH", scoring(), { published: false, reason: "Chyba v úloze" }, { as: admin });
		expect(await rowsOf()).toEqual([]);
		expect(await rowsOf(admin)).toHaveLength(2);
		expect(rowsIn(await scored.daily())).toEqual([]);
		await scored.app.api("PATCH", scoring(), { published: true, reason: "Opraveno" }, { as: admin });
		expect(rowsIn(await scored.daily())).toHaveLength(2);
	});

	test("visitors of a day that is cancelled, or has no task any more, see no scores; brought back, it has them again", async () => {
		const flight = elementsIn(await scored.daily(), 'table a[href^="/igc/"]')[0]?.getAttribute("href") ?? "";
		const read = async (as?: { id: string }) =>
			(await (await scored.app.api("GET", scoring(), undefined, { as })).json()) as Record<string, unknown>;
		const hidden = { task: null, computedAt: null, engine: null, logs: 0, day: null, rows: [] };
		const shownOnFlight = async () =>
			textsIn(await sourceOf(await scored.app.get(flight, { language: "en" })), ".headlines a");
		expect(await shownOnFlight()).not.toEqual([]);
		const forClass = (body: object) =>
			scored.app.api("PATCH", scoring(), { ...body, reason: "Bouřka" }, { as: admin });
		await forClass({ cancelled: true });
		expect(await read()).toMatchObject({ status: "cancelled", ...hidden });
		expect(await read(admin)).toMatchObject({ status: "cancelled", rows: [{}, {}] });
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
		const [first] = await db.select().from(performances);
		await db.delete(performances).where(eq(performances.id, first?.id ?? ""));
		const decided = await decide(eva, { penalties: [{ points: 6, text: "Pozdní záznam" }] });
		expect(await decided.json()).toMatchObject({ points: 80, penalty: 6, rank: 2 });
		expect((await rowsOf()).map(({ points }) => points)).toEqual([422, 80]);
	});

	test("the form decides without scripts, keeps what was typed when it is refused, and overwrites nobody", async () => {
		const form = `${desk()}?decide=${adam.id}`;
		const shown = await sourceOf(await scored.app.get(form, { as: admin }));
		const fields = {
			...hiddenIn(elementsIn(shown, "#decision-form")[0] ?? ""),
			start: "12:45",
			penaltyPoints: "12,5",
			penaltyText: "Vzdušný prostor",
		};
		const refused = await scored.app.post(form, fields, { as: admin });
		expect(refused.status).toBe(400);
		const html = await sourceOf(refused);
		expect(["start", "penaltyPoints", "penaltyText"].map((name) => valueIn(html, name))).toEqual([
			"12:45",
			"12,5",
			"Vzdušný prostor",
		]);
		expect(elementsIn(html, ".field-error")).toHaveLength(1);
		const impossible = { ...fields, time: "0:00:00", finish: "12:45", reason: "Podle záznamu" };
		const twice = await scored.app.post(form, impossible, { as: admin });
		expect(twice.status).toBe(400);
		expect(textsIn(await sourceOf(twice), "[role=alert] li").map((line) => line.split(":")[0])).toEqual([
			"Přílet (místní čas)",
			"Čas",
		]);
		expect(textsIn(html, "[role=alert] li")).toEqual([expect.stringMatching(/^Důvod: /)]);
		const decided = { ...fields, start: "", reason: "Podle záznamu" };
		expect((await scored.app.post(form, decided, { as: admin })).status).toBe(303);
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 12.5, points: 409.5 });
		// Somebody who opened the form before does not undo it unseen.
		const late = await scored.app.post(form, { ...decided, penaltyPoints: "40" }, { as: admin });
		expect(late.status).toBe(409);
		expect(valueIn(await sourceOf(late), "penaltyPoints")).toBe("40");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 12.5 });
	});

	test("a proposed penalty is given by one press, once, and the last decision is undone", async () => {
		// The starts at 1,548 m are 60 m above the limit. N 1 fast of 2: 422 points without a penalty.
		await db.update(tasks).set({ rules: { ...scoredTask.rules, startAltitudeM: 1488 } });
		await db.delete(performances);
		await runScheduleAt("2025-07-15T18:01:00Z");
		const rowOf = async () => {
			const html = await sourceOf(await scored.app.get(desk(), { as: admin, language: "en" }));
			return elementsIn(html, "tbody tr").find((row) => row.id === adam.id);
		};
		const press = async (words: string) => {
			const form = elementsIn((await rowOf()) ?? "", "form").find(({ textContent }) => textContent === words);
			const intent = form?.querySelector("button")?.getAttribute("value") ?? "";
			const fields = { ...hiddenIn(form ?? ""), intent };
			expect((await scored.app.post(desk(), fields, { as: admin })).status).toBe(303);
			return fields;
		};
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 0, points: 422 });
		const given = await press("Give 60 points");
		const again = await scored.app.post(desk(), given, { as: admin });
		expect(again.headers.get("Set-Cookie")).toContain("scoringAdmin.success");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 60, points: 362 });
		await press("Undo");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 0, points: 422 });
		await press("Undo");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 60 });
		await press("Take off");
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 0 });
	});

	test("the page says who differs from the official results, by how much and in which handicap", async () => {
		await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
			resultOf("A1", {
				points: 422,
				handicap: null,
				registrationId: adam.id,
				distanceM: 197_000,
				speedKmh: 90.1,
			}),
			resultOf("E2", { points: 90, handicap: 1.5, registrationId: eva.id }),
		]);
		const html = await sourceOf(await scored.app.get(desk(), { as: admin, language: "en" }));
		expect(html).toContain("Agrees with the official results: 1 of 2");
		const answer = await (await scored.app.api("GET", scoring(), undefined, { as: admin })).json();
		const official = { points: 422, distanceM: 197_000, speedKmh: 90.1 };
		expect(answer).toMatchObject({ status: "official", rows: [{ official }, {}] });
		expect(textsIn(html, ".notice-warning li")[0]).toBe("E2 differs by 4 points");
		expect(textsIn(html, ".notice-warning li")[1]).toMatch(/^E2 has the handicap .* and 1\.500 officially$/);
	});

	test("a log is tried against the draft, and nothing of it is stored", async () => {
		const body = new FormData();
		body.set("intent", "try");
		body.set("log", new File([flownFile({ hops: home }) as BlobPart], "zkouska.igc"));
		await db.update(tasks).set({ state: "superseded" });
		const nearer = outAndReturn({ scoring: { subtractFinishRadius: false } });
		await scored.publish(nearer, { id: "task-b", number: 2, state: "draft" });
		const before = await Promise.all([db.select().from(igcFiles), db.select().from(performances)]);
		const tried = await scored.app.post(desk(), body, { as: admin, language: "en" });
		const html = (await sourceOf(tried)).replaceAll("\u00a0", " ");
		expect(html).toContain("evaluated against draft B");
		expect(textsIn(html, "#try ~ div dd")).toContain("200.00 km");
		expect(await Promise.all([db.select().from(igcFiles), db.select().from(performances)])).toEqual(before);
		body.set("log", new File(["no log"], "zkouska.igc"));
		expect((await scored.app.post(desk(), body, { as: admin })).status).toBe(400);
	});

	test("a cancelled task takes its scores along, and the next version has them again", async () => {
		const [{ id: otherDay } = scored.day] = scored.days;
		await setTask(otherDay);
		await createSheet({ competitionClassId: scored.club, dayId: otherDay }, [resultOf("A1")]);
		const afterSeason = createApp({ clock: "2025-07-21T08:00:00Z" });
		const figures = async () =>
			textsIn(await sourceOf(await afterSeason.get("/", { language: "en" })), ".now-figures li");
		expect(await figures()).toHaveLength(4);
		await scored.app.api("PATCH", `/api/tasks/${scored.taskId}`, { cancelled: true }, { as: admin });
		const answer = await (await scored.app.api("GET", scoring())).json();
		expect(answer).toMatchObject({ status: "cancelled", task: null, day: null, rows: [] });
		expect(rowsIn(await scored.daily())).toEqual([]);
		expect(await figures()).toHaveLength(1);
		await scored.publish(scoredTask, { id: "task-b", number: 2 });
		await runScheduleAt("2025-07-15T18:01:00Z");
		expect(await (await scored.app.api("GET", scoring())).json()).toMatchObject({
			status: "preliminary",
			task: { _id: "task-b", version: "B" },
		});
	});

	test("two who decide at once lose nothing", async () => {
		await Promise.all([
			decide(adam, { penalties: [{ points: 10, text: "Jedna" }] }),
			decide(eva, { penalties: [{ points: 20, text: "Druhá" }] }),
		]);
		expect((await rowsOf(admin)).map(({ penalty }) => penalty)).toEqual([10, 20]);
		// Who loses every time is told so, and may try again.
		const ddl = (statement: string) => env.DB_2025?.prepare(statement).run();
		await ddl("CREATE TRIGGER faster BEFORE UPDATE ON score_sheets BEGIN SELECT RAISE(IGNORE); END");
		try {
			expect((await decide(adam, { guest: true })).status).toBe(409);
		} finally {
			await ddl("DROP TRIGGER faster");
		}
	});
});
