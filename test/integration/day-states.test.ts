import { eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { classDaysToScore } from "~/lib/scoring/scoring-queries.server";
import {
	auditLog,
	dailyResults,
	dayScores,
	type Finding,
	outbox,
	protests,
	registrations,
	resultTables,
	type ScoredRow,
} from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { databaseOf } from "~test/support/factories";
import { sourceOf, textsIn } from "~test/support/html";
import { pilotOf, runScheduleAt } from "~test/support/igc";
import { short } from "~test/support/scored-class";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/* How results become official here: preliminary, unofficial with a protest time, official, and reopened. */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;

const evening = scored.app;
/** The protest time of 15 July ends at 20:00 of the next day. */
const daysAfter = createApp({ clock: "2025-07-24T10:00:00Z" });

async function read(app = evening) {
	return (await app.api("GET", path(), undefined, { as: pair.admin })).json<{
		readonly state: string;
		readonly status: string;
		readonly revision: number;
		readonly protestsUntil: string | null;
		readonly stateSince: string | null;
		readonly rows: readonly { readonly startNumber: string; readonly points: number | null }[];
	}>();
}

const put = (state: string, { app = evening, reason }: { app?: typeof evening; reason?: string } = {}) =>
	app.api("PATCH", path(), { state, ...(reason ? { reason } : {}) }, { as: pair.admin });

async function refusalOf(answer: Promise<Response>) {
	const response = await answer;
	const { msg } = await response.json<{ readonly msg?: string }>();
	return [response.status, msg];
}

/** Adamová and Evová are scored, and what is found in Evová's log is asked about. */
async function makeOfficial() {
	expect((await put("unofficial")).status).toBe(200);
	expect((await put("official", { app: nextEvening, reason: "Zkontrolováno" })).status).toBe(200);
}

test("the schedule looks at recent scores, and not at final ones: official, or of a competition that is over", async () => {
	const lookedAt = async (day: string) =>
		(await classDaysToScore(contextOf({ now: new Date(`2025-07-${day}T10:00:00Z`) }), "2025-07-01")).length;
	expect(await lookedAt("16")).toBe(1);
	expect(await lookedAt("30")).toBe(0);
	await makeOfficial();
	expect(await lookedAt("16")).toBe(0);
});

test("results are preliminary by themselves, unofficial by a press with a protest time, and official after it", async () => {
	expect(await read()).toMatchObject({
		state: "preliminary",
		stateSince: null,
		protestsUntil: null,
		revision: 1,
	});
	expect((await put("unofficial")).status).toBe(200);
	expect(await read()).toMatchObject({
		state: "unofficial",
		stateSince: "2025-07-15T18:00:00.000Z",
		protestsUntil: "2025-07-16T18:00:00.000Z",
	});
	expect(await refusalOf(put("official", { reason: "Dříve" }))).toEqual([
		409,
		"The protest time is still running.",
	]);
	expect((await put("official", { app: nextEvening, reason: "Zkontrolováno" })).status).toBe(200);
	expect(await read(nextEvening)).toMatchObject({ state: "official", status: "official", revision: 1 });
});

test("official results are in the API of existing clients with places, points and handicaps; unofficial ones are not", async () => {
	const daily = () => nextEvening.api("GET", `/api/results/daily/${scored.club}/${scored.day.id}`);
	await put("unofficial");
	expect(await (await daily()).json()).toEqual([]);
	await put("official", { app: nextEvening, reason: "Zkontrolováno" });
	expect(await (await daily()).json()).toMatchObject([
		{ position: 1, name: "Jana Adamová", points: 422, flightId: null },
		{ position: 2, name: "Jana Evová", points: 86, flightId: null },
	]);
	const total = await nextEvening.api("GET", `/api/results/total/${scored.club}`);
	expect(await total.json()).toMatchObject([
		{ position: 1, points: 422 },
		{ position: 2, points: 86 },
	]);
});

test("the class gets a mail when its results are unofficial, with the end of the protest time, and when they are official", async () => {
	await db.delete(outbox);
	await makeOfficial();
	const mails = await db.select().from(outbox).where(eq(outbox.kind, "results-published"));
	expect(mails.map(({ payload }) => (payload as { state: string }).state).toSorted()).toEqual([
		"official",
		"official",
		"unofficial",
		"unofficial",
	]);
	// Each competitor reads the own place and points.
	const scoreOf = (payload: unknown) => (payload as { score?: unknown }).score;
	const scores = mails.map(({ payload }) => JSON.stringify(scoreOf(payload))).toSorted();
	const [winner, second] = [
		{ place: 1, points: 422 },
		{ place: 2, points: 86 },
	].map((one) => JSON.stringify(one));
	expect(scores).toEqual([winner, winner, second, second].toSorted());
});

test("the receipt of a log says how final its points are, and of one that comes after official results that it changes none", async () => {
	const late = await scored.pilot("Cihlářová", "CH");
	const textOfReceipt = async (receipt: string, app = evening) =>
		(await app.get(receipt, { language: "en" })).text();
	const inTime = await scored.fly(pair.adam, { hops: short }, evening);
	expect((await put("unofficial")).status).toBe(409);
	await put("unofficial", { reason: "Nálezy se prověřují" });
	expect(await textOfReceipt(inTime)).toContain("Unofficial: ");
	expect((await put("official", { app: nextEvening, reason: "Zkontrolováno" })).status).toBe(200);
	const official = await textOfReceipt(inTime, nextEvening);
	expect(official).toContain("Official: ");
	expect(official).not.toContain("may change");
	expect(official).not.toContain("changes no points");
	expect(await textOfReceipt(await scored.fly(late, { hops: short }, nextEvening), nextEvening)).toContain(
		"The results of this day are final. The log is stored; it changes no points.",
	);
});

test("the feed says that results are unofficial, and then that they are official", async () => {
	const feed = async (app = evening) => (await app.get("/news.atom", { language: "en" })).text();
	expect(await feed()).not.toContain("Unofficial");
	await put("unofficial");
	expect(await feed()).toContain("Unofficial</title>");
	expect(await feed()).toContain(`class=${scored.club}`);
	await put("official", { app: nextEvening, reason: "Zkontrolováno" });
	expect(await feed(nextEvening)).toContain("Official</title>");
});

async function alterRows(change: (row: ScoredRow) => Partial<ScoredRow>) {
	const [row] = await db.select().from(dayScores);
	const sheet = row?.sheet;
	if (!sheet) throw new Error("not scored");
	const rows = sheet.rows.map((one) => ({ ...one, ...change(one) }));
	await db.update(dayScores).set({ sheet: { ...sheet, rows } });
}

const proposal: Finding = { kind: "startHigh", at: null, value: 60, proposedPoints: 60, point: 0 };

test.each<[string, (row: ScoredRow) => Partial<ScoredRow>]>([
	["a log that is missing", () => ({ status: "missing" })],
	["a flight that nobody has looked at", () => ({ held: "findings" })],
	[
		"a finding that nobody has decided",
		({ flight }) => ({ flight: flight && { ...flight, findings: [proposal] } }),
	],
	[
		"more findings than a row can hold",
		({ flight }) => ({
			flight: flight && {
				...flight,
				findings: [{ ...proposal, kind: "tooManyFindings", proposedPoints: 0 }],
			},
		}),
	],
])("official results with %s need a reason, which the audit log keeps", async (_, doubt) => {
	await put("unofficial");
	await alterRows(doubt);
	expect((await put("official", { app: nextEvening })).status).toBe(409);
	expect((await put("official", { app: nextEvening, reason: "Záznamy se ztratily" })).status).toBe(200);
	const entries = await db.select().from(auditLog).where(eq(auditLog.action, "score.state"));
	expect(entries.map(({ after }) => after)).toContainEqual(
		expect.objectContaining({ state: "official", reason: "Záznamy se ztratily" }),
	);
});

test("results with a pilot in the air become unofficial with a reason only, which the desk asks for by the number", async () => {
	await alterRows((row) => (row.registrationId === pair.eva.id ? { status: "flying" } : {}));
	expect((await put("unofficial")).status).toBe(409);
	const desk = await evening.get("/admin/scoring/2025-07-15/club", { as: pair.admin, language: "en" });
	expect(textsIn(await sourceOf(desk), "#hindrances p")).toContainEqual(
		expect.stringContaining("the log is not due yet (E2)"),
	);
	expect((await put("unofficial", { reason: "Pilot je v poli" })).status).toBe(200);
});

test("a reopening needs a reason, is another revision, and takes the results out of the API until they are official again", async () => {
	await makeOfficial();
	expect((await put("preliminary", { app: nextEvening })).status).toBe(409);
	expect((await put("preliminary", { app: nextEvening, reason: "Protest uznán" })).status).toBe(200);
	expect(await read(nextEvening)).toMatchObject({ state: "preliminary", status: "preliminary", revision: 2 });
	expect(await db.select().from(resultTables)).toEqual([]);
	expect(await db.select().from(dailyResults)).toEqual([]);
});

test("points that change while results are unofficial begin a new protest time, of which the class gets one mail", async () => {
	await put("unofficial");
	await db.delete(outbox);
	const penalise = async (minute: string, points: number) => {
		const later = createApp({ clock: `2025-07-16T08:${minute}:00Z` });
		const decision = { reason: "Vysoký odlet", penalties: [{ points, text: "Vysoký odlet" }] };
		const answer = await later.api("PATCH", `${path()}/${pair.adam.id}`, decision, { as: pair.admin });
		expect(answer.status).toBe(200);
		return read(later);
	};
	expect(await penalise("00", 10)).toMatchObject({ protestsUntil: "2025-07-17T08:00:00.000Z" });
	// The second one takes the place of the first, which waited ten minutes.
	expect(await penalise("05", 20)).toMatchObject({ protestsUntil: "2025-07-17T08:05:00.000Z" });
	const mail = {
		kind: "results-published",
		state: "queued",
		payload: { state: "unofficial", changed: true, protestsUntil: "2025-07-17T08:05:00.000Z" },
		nextAttemptAt: new Date("2025-07-16T08:15:00Z"),
	};
	const mails = await db.select().from(outbox);
	expect(mails).toHaveLength(2);
	expect(mails).toMatchObject([mail, mail]);
});

test("a mail about changed points that still waits is not sent when the results are reopened", async () => {
	await put("unofficial");
	await pair.decide(pair.adam, { guest: true });
	expect(await db.$count(outbox, eq(outbox.state, "queued"))).toBe(2);
	await put("preliminary", { reason: "Protest uznán" });
	expect(await db.$count(outbox, eq(outbox.state, "queued"))).toBe(0);
});

test("after the day of unofficial results is cancelled nobody protests, and a protest that waits is still decided", async () => {
	await put("unofficial");
	const protest = async (entry: { readonly id: string }) => {
		const fields = { text: "Odlet byl otevřen pozdě" };
		const as = await pilotOf(entry.id);
		return (await evening.post("/protests/2025-07-15/club", fields, { as })).status;
	};
	expect(await protest(pair.eva)).toBe(303);
	const day = { task: "TASK_CANCELLED", email: false };
	await evening.api("PUT", `/api/days/${scored.day.id}`, day, { as: pair.admin });
	expect(await protest(pair.adam)).toBe(409);
	const [filed] = await db.select().from(protests);
	const decision = {
		intent: "protest",
		protest: filed?.id ?? "",
		outcome: "withdrawn",
		reason: "Zrušený den",
	};
	const desk = "/admin/scoring/2025-07-15/club";
	expect(await (await evening.get(desk, { as: pair.admin })).text()).toContain(filed?.id);
	expect((await evening.post(desk, decision, { as: pair.admin })).status).toBe(303);
	expect(await db.select().from(protests)).toMatchObject([{ outcome: "withdrawn" }]);
	for (const page of ["/results/sheet/total/club", "/results/export/total/club.csv"])
		expect((await evening.get(page)).status, page).toBe(404);
});

describe("the day", () => {
	test("of official results is not cancelled", async () => {
		await makeOfficial();
		const day = { task: "TASK_CANCELLED", email: false };
		const answer = nextEvening.api("PUT", `/api/days/${scored.day.id}`, day, { as: pair.admin });
		expect((await answer).status).toBe(409);
	});

	test("of unofficial results makes them preliminary when it is cancelled", async () => {
		await put("unofficial");
		const day = { task: "TASK_CANCELLED", email: false };
		expect((await evening.api("PUT", `/api/days/${scored.day.id}`, day, { as: pair.admin })).status).toBe(
			200,
		);
		expect(await db.select({ state: dayScores.state }).from(dayScores)).toEqual([{ state: "preliminary" }]);
	});
});

test("results cannot be official before they were unofficial, and unofficial ones not again", async () => {
	expect((await put("official", { app: nextEvening, reason: "Rovnou" })).status).toBe(409);
	await put("unofficial");
	expect((await put("unofficial")).status).toBe(200);
});

describe("two organisers at once", () => {
	const states = async () =>
		(await db.select().from(auditLog).where(eq(auditLog.action, "score.state"))).map(
			({ after }) => (after as { readonly state: string }).state,
		);

	beforeEach(() => db.delete(auditLog));

	test("make results unofficial once", async () => {
		const answers = await Promise.all([put("unofficial"), put("unofficial")]);
		expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
		expect(await states()).toEqual(["unofficial"]);
		expect((await read()).state).toBe("unofficial");
	});

	test("reopen official results once, as one revision", async () => {
		await makeOfficial();
		const reopen = () => put("preliminary", { app: nextEvening, reason: "Protest uznán" });
		await Promise.all([reopen(), reopen()]);
		expect(await read(nextEvening)).toMatchObject({ state: "preliminary", revision: 2 });
		expect(await states()).toEqual(["unofficial", "official", "preliminary"]);
	});

	test("who makes results official and who penalises: one of them is refused, and no official points change", async () => {
		await put("unofficial");
		const [official, penalty] = await Promise.all([
			put("official", { app: nextEvening, reason: "Zkontrolováno" }),
			pair.penalise(nextEvening),
		]);
		expect([official.status, penalty.status].toSorted()).toEqual([200, 409]);
		const { state, rows } = await read(nextEvening);
		expect(state).toBe(official.status === 200 ? "official" : "unofficial");
		expect(rows[0]?.points).toBe(penalty.status === 200 ? 412 : 422);
	});

	test("who reopens and who penalises: the penalty counts when it is taken, in the new revision", async () => {
		await makeOfficial();
		const [reopened, penalty] = await Promise.all([
			put("preliminary", { app: nextEvening, reason: "Protest uznán" }),
			pair.penalise(nextEvening),
		]);
		expect(reopened.status).toBe(200);
		const { revision, rows } = await read(nextEvening);
		expect(revision).toBe(2);
		expect(rows[0]?.points).toBe(penalty.status === 200 ? 412 : 422);
	});
});

describe.each([
	["one pilot has results that become official, with a page, a sheet and a file", 1],
	["nobody is closed as every other one; there is nothing to be shown, and no page fails", 0],
])("a class with %s", (_, pilots) => {
	test("at all addresses", async () => {
		const keeps = pilots === 1 ? ne(registrations.id, pair.adam.id) : undefined;
		await db.update(registrations).set({ accepted: false }).where(keeps);
		await runScheduleAt("2025-07-15T18:01:00Z");
		await makeOfficial();
		expect((await read(nextEvening)).rows).toHaveLength(pilots);
		for (const page of [
			`/results?view=daily&class=${scored.club}&day=${scored.day.id}`,
			`/results?view=total&class=${scored.club}`,
			"/results",
			"/days",
		])
			expect((await nextEvening.get(page)).status, page).toBe(200);
		for (const page of ["/results/sheet/2025-07-15/club", "/results/export/2025-07-15/club.csv"])
			expect((await nextEvening.get(page)).status, page).toBe(pilots === 0 ? 404 : 200);
	});
});

test("two days after the competition the results of every day freeze, but for the step from unofficial to official", async () => {
	const locked = [409, "The competition is over and the results of its days are locked."];
	expect(await refusalOf(put("unofficial", { app: daysAfter, reason: "Pozdě" }))).toEqual(locked);
	expect(await refusalOf(put("official", { app: daysAfter, reason: "Pozdě" }))).toEqual(locked);
	await put("unofficial");
	expect(await refusalOf(put("preliminary", { app: daysAfter, reason: "Pozdě" }))).toEqual(locked);
	expect((await put("official", { app: daysAfter, reason: "Pozdě" })).status).toBe(200);
	expect((await read(daysAfter)).state).toBe("official");
	expect(await refusalOf(put("preliminary", { app: daysAfter, reason: "Pozdě" }))).toEqual(locked);
});

test("results that another source has are not made official here", async () => {
	await put("unofficial");
	await db.insert(resultTables).values({
		id: crypto.randomUUID(),
		competitionClassId: scored.club,
		dayId: scored.day.id,
		status: "official",
		source: "csv",
		updatedAt: new Date(),
	});
	expect((await put("official", { app: nextEvening, reason: "Naše" })).status).toBe(409);
});

test("an open protest keeps results from being official", async () => {
	await put("unofficial");
	await db.insert(protests).values({
		id: crypto.randomUUID(),
		competitionClassId: scored.club,
		dayId: scored.day.id,
		registrationId: pair.eva.id,
		revision: 1,
		text: "Odlet před otevřením",
		feePaid: true,
		createdAt: new Date(),
	});
	expect(await refusalOf(put("official", { app: nextEvening, reason: "Přesto" }))).toEqual([
		409,
		"A protest is still pending.",
	]);
});
