import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff } from "~/lib/access";
import { setDayState } from "~/lib/results/set-day-state.server";
import { makeResults } from "~/lib/scoring/result-rows.server";
import { auditLog, dayScores, outbox, protests } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createAdmin, databaseOf } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { beforeWriting } from "~test/support/racing-database";
import { setTask } from "~test/support/result-sheets";
import { scoredTask } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/*
 * When the protest time of a class ends, up to the last evening. The competition ends on 20 July; the edition gives 24 hours, and two on
 * the final day. Times are UTC, two hours behind those of the airfield.
 */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;

const at = (time: string) => createApp({ clock: `2025-07-${time}Z` });
const idOf = (day: number) => scored.days.find(({ date }) => date === `2025-07-${day}`)?.id ?? "";
const path = (day: number) => `/api/scoring/${idOf(day)}/${scored.club}`;
const desk = (day: number) => `/admin/scoring/2025-07-${day}/club`;

/** The days from 18 July on have the scores of 15 July. */
beforeEach(async () => {
	const [row] = await db.select().from(dayScores);
	if (!row) throw new Error("not scored");
	for (const day of [18, 19, 20]) {
		const where = { dayId: idOf(day), classId: scored.club };
		await setTask(where.dayId);
		const id = `task-of-${day}`;
		await insertTask(scoredTask, { id, dayId: where.dayId, competitionClassId: where.classId, number: 1 });
		const copy = { ...row, id: crypto.randomUUID(), dayId: where.dayId, taskId: id };
		await db.batch([db.insert(dayScores).values(copy), ...makeResults(db, where)]);
	}
	await db.delete(outbox);
});

const patch = (app: App, day: number, body: object) =>
	app.api("PATCH", path(day), { reason: "Zkontrolováno", ...body }, { as: pair.admin });

async function put(time: string, day: number, state: string): Promise<number> {
	return (await patch(at(time), day, { state })).status;
}

/** The end of the protest time as clients read it. */
async function endOf(day: number): Promise<string | null> {
	const answer = await scored.app.api("GET", path(day), undefined, { as: pair.admin });
	return (await answer.json<{ readonly protestsUntil: string | null }>()).protestsUntil;
}

async function protest(time: string, day: number): Promise<number> {
	const as = await pilotOf(pair.eva.id);
	return (await at(time).post(`/protests/2025-07-${day}/club`, { text: "Odlet" }, { as })).status;
}

/** Sends the form of another end. @param seen the end on the page; by default the present one */
async function move(time: string, day: number, fields: Readonly<Record<string, string>>, as = pair.admin) {
	const [stored] = await db
		.select()
		.from(dayScores)
		.where(eq(dayScores.dayId, idOf(day)));
	const seen = String(stored?.protestsUntil?.getTime() ?? "");
	return at(time).post(desk(day), { intent: "protestEnd", seen, ...fields }, { as, language: "en" });
}

const reason = { protestsUntilReason: "Čeká se na záznam" };

test("the last evening: reopened at 21:10, two hours, official at 23:15; with the first time of the final day ended that of earlier days, a day announced later has its own", async () => {
	expect(await put("18T20:00:00", 18, "unofficial")).toBe(200);
	expect(await put("19T20:00:01", 18, "official")).toBe(200);
	expect(await put("19T20:30:00", 19, "unofficial")).toBe(200);
	expect(await endOf(19)).toBe("2025-07-20T20:30:00.000Z");

	expect(await put("20T16:30:00", 20, "unofficial")).toBe(200);
	expect([await endOf(19), await endOf(20)]).toEqual([
		"2025-07-20T18:30:00.000Z",
		"2025-07-20T18:30:00.000Z",
	]);
	expect(await protest("20T18:30:00", 19)).toBe(409);
	expect(await put("20T18:29:59", 19, "official")).toBe(409);
	expect(await put("20T18:40:00", 20, "official")).toBe(200);

	expect(await put("20T19:10:00", 20, "preliminary")).toBe(200);
	expect(await protest("20T19:10:00", 19)).toBe(409);
	expect(await put("20T19:10:00", 20, "unofficial")).toBe(200);
	expect([await endOf(19), await endOf(20)]).toEqual([
		"2025-07-20T18:30:00.000Z",
		"2025-07-20T21:10:00.000Z",
	]);
	expect(await protest("20T19:15:00", 19)).toBe(409);
	expect(await put("20T19:15:00", 19, "official")).toBe(200);

	expect(await put("20T20:00:00", 18, "preliminary")).toBe(200);
	expect(await put("20T20:00:00", 18, "unofficial")).toBe(200);
	expect(await endOf(18)).toBe("2025-07-20T22:00:00.000Z");

	expect(await put("20T21:09:59", 20, "official")).toBe(409);
	expect(await put("20T21:15:00", 20, "official")).toBe(200);
	expect(await put("20T21:15:00", 18, "official")).toBe(409);
	expect(await protest("20T21:15:00", 18)).toBe(303);
	expect(await endOf(18)).toBe("2025-07-20T22:00:00.000Z");
});

test("while one day is reopened the others stay official", async () => {
	for (const day of [18, 19, 20]) await put("20T16:00:00", day, "unofficial");
	for (const day of [18, 19, 20]) expect(await put("20T18:00:00", day, "official"), `${day}`).toBe(200);
	await put("20T19:00:00", 18, "preliminary");
	const states = await db
		.select({ state: dayScores.state })
		.from(dayScores)
		.where(eq(dayScores.state, "official"));
	expect(states).toHaveLength(2);
	expect(await put("20T19:00:00", 18, "unofficial")).toBe(200);
	expect(await endOf(18)).toBe("2025-07-20T21:00:00.000Z");
});

test("a final day that is reopened before its time ends gives earlier days theirs back, and takes it when it is announced again", async () => {
	await put("19T20:30:00", 19, "unofficial");
	await put("20T16:30:00", 20, "unofficial");
	await put("20T17:00:00", 20, "preliminary");
	expect(await endOf(19)).toBe("2025-07-20T20:30:00.000Z");
	await put("20T17:10:00", 20, "unofficial");
	expect(await endOf(19)).toBe("2025-07-20T19:10:00.000Z");
});

test("points of the final day that change begin its time anew, and earlier days end with that", async () => {
	await put("19T20:30:00", 19, "unofficial");
	await put("20T16:30:00", 20, "unofficial");
	const decision = { reason: "Záznam se ztratil", override: { distanceM: 90_000, out: true } };
	const decided = at("20T17:00:00").api("PATCH", `${path(20)}/${pair.eva.id}`, decision, { as: pair.admin });
	expect((await decided).status).toBe(200);
	expect([await endOf(19), await endOf(20)]).toEqual([
		"2025-07-20T19:00:00.000Z",
		"2025-07-20T19:00:00.000Z",
	]);
});

describe("when the last day is cancelled", () => {
	test("the day before is the final one: it has the shorter time, and earlier ones end with it", async () => {
		await put("18T20:30:00", 18, "unofficial");
		await at("19T08:00:00").api(
			"PUT",
			`/api/days/${idOf(20)}`,
			{ task: "TASK_CANCELLED", email: false },
			{ as: pair.admin },
		);
		await put("19T16:00:00", 19, "unofficial");
		expect([await endOf(18), await endOf(19)]).toEqual([
			"2025-07-19T18:00:00.000Z",
			"2025-07-19T18:00:00.000Z",
		]);
	});

	test("for the class alone, too", async () => {
		await patch(at("19T08:00:00"), 20, { cancelled: true });
		await put("19T16:00:00", 19, "unofficial");
		expect(await endOf(19)).toBe("2025-07-19T18:00:00.000Z");
	});

	test("what was announced keeps its end, and no time that is over begins again", async () => {
		await put("19T20:30:00", 19, "unofficial");
		await put("20T16:30:00", 20, "unofficial");
		await patch(at("20T18:45:00"), 20, { cancelled: true });
		expect(await endOf(19)).toBe("2025-07-20T18:30:00.000Z");
		expect(await protest("20T18:50:00", 19)).toBe(409);
	});
});

describe("another end of the protest time", () => {
	test("is chosen with the announcement, has its reason wherever it stands, and mails name both", async () => {
		const fields = { intent: "unofficial", protestsUntil: "2025-07-19T23:45", ...reason };
		expect((await at("19T20:00:00").post(desk(19), fields, { as: pair.admin })).status).toBe(303);
		expect(await endOf(19)).toBe("2025-07-19T21:45:00.000Z");
		const shown = async (address: string, as?: { readonly id: string }) => {
			const page = await at("19T20:30:00").get(address, { as, language: "en" });
			return textsIn(await sourceOf(page), "main p")
				.join()
				.replaceAll("\u00a0", " ");
		};
		const said = "until 19 July 2025, 23:45 (Čeká se na záznam)";
		const eva = (await pilotOf(pair.eva.id)) ?? undefined;
		expect(await shown("/protests/2025-07-19/club", eva)).toContain(said);
		for (const address of [
			`/results?view=daily&class=${scored.club}&day=${idOf(19)}`,
			"/results/sheet/2025-07-19/club",
		])
			expect(await shown(address), address).toContain(said);
		expect(await shown(desk(19), pair.admin)).toContain("Reason for a different end: Čeká se na záznam");
		const mails = await db.select().from(outbox);
		expect(mails).toHaveLength(2);
		for (const { payload } of mails)
			expect(payload).toMatchObject({
				protestsUntil: "2025-07-19T21:45:00.000Z",
				reason: "Čeká se na záznam",
			});
	});

	test.each([
		[
			"is past",
			{ protestsUntil: "2025-07-19T21:59", ...reason },
			"The protest time must not end in the past",
		],
		["has no reason", { protestsUntil: "2025-07-19T23:45" }, "Say why it has a different end"],
		["is missing", reason, "Enter a local date and time that exist"],
	])(
		"is refused when it %s, with what was typed, at the announcement and later",
		async (_, fields, complaint) => {
			const refused = async (answer: Response) => {
				expect(answer.status).toBe(400);
				const html = await sourceOf(answer);
				expect(textsIn(html, ".field-error").join()).toContain(complaint);
				for (const [name, value] of Object.entries(fields))
					expect(elementsIn(html, `#end-${name}`)[0]?.getAttribute("value")).toBe(value);
			};
			const announced = { intent: "unofficial", ...fields };
			await refused(await at("19T20:00:00").post(desk(19), announced, { as: pair.admin, language: "en" }));
			expect(await endOf(19)).toBeNull();
			await put("19T20:00:00", 19, "unofficial");
			await refused(await move("19T20:00:00", 19, fields));
			expect(await endOf(19)).toBe("2025-07-20T20:00:00.000Z");
		},
	);

	test("is set while results are unofficial, sooner and later; a time that is over begins again", async () => {
		await put("19T20:00:00", 19, "unofficial");
		expect((await move("19T20:10:00", 19, { protestsUntil: "2025-07-19T22:30", ...reason })).status).toBe(
			303,
		);
		expect(await endOf(19)).toBe("2025-07-19T20:30:00.000Z");
		expect(await protest("19T20:30:00", 19)).toBe(409);
		expect(await put("19T20:29:59", 19, "official")).toBe(409);
		expect((await move("19T20:40:00", 19, { protestsUntil: "2025-07-20T00:30", ...reason })).status).toBe(
			303,
		);
		expect(await endOf(19)).toBe("2025-07-19T22:30:00.000Z");
		expect(await put("19T20:41:00", 19, "official")).toBe(409);
		expect(await protest("19T20:41:00", 19)).toBe(303);
		const audited = await db.select().from(auditLog).where(eq(auditLog.action, "score.protest-end"));
		expect(audited.map(({ after }) => after)).toMatchObject([
			{ protestsUntil: "2025-07-19T20:30:00.000Z", reason: "Čeká se na záznam" },
			{ protestsUntil: "2025-07-19T22:30:00.000Z", reason: "Čeká se na záznam" },
		]);
	});

	test("is said to the class by a mail, and in those that still wait", async () => {
		await put("19T20:00:00", 19, "unofficial");
		const decision = { reason: "Záznam se ztratil", override: { distanceM: 90_000, out: true } };
		await at("19T20:20:00").api("PATCH", `${path(19)}/${pair.eva.id}`, decision, { as: pair.admin });
		const waiting = () => db.select().from(outbox).where(eq(outbox.state, "queued"));
		expect(await waiting()).toMatchObject([1, 2].map(() => ({ payload: { changed: true } })));
		await move("19T20:25:00", 19, { protestsUntil: "2025-07-19T23:45", ...reason });
		const until = { protestsUntil: "2025-07-19T21:45:00.000Z" };
		expect(await waiting()).toMatchObject([1, 2].map(() => ({ payload: { changed: true, ...until } })));
		const said = await db.select().from(outbox).where(sql`json_extract(${outbox.payload}, '$.moved')`);
		expect(said).toMatchObject(
			[1, 2].map(() => ({ payload: { reason: reason.protestsUntilReason, ...until } })),
		);
	});

	test("of the final day moves that of earlier days, in their waiting mails too", async () => {
		await put("19T20:30:00", 19, "unofficial");
		await db.update(outbox).set({ state: "queued" });
		await put("20T16:30:00", 20, "unofficial");
		const endsInMails = async () =>
			(
				await db
					.select()
					.from(outbox)
					.where(eq(sql`json_extract(${outbox.payload}, '$.dayId')`, idOf(19)))
			).map(({ payload }) => (payload as { readonly protestsUntil: string }).protestsUntil);
		expect(await endsInMails()).toEqual(["2025-07-20T18:30:00.000Z", "2025-07-20T18:30:00.000Z"]);
		await move("20T17:00:00", 20, { protestsUntil: "2025-07-20T20:00", ...reason });
		expect(await endOf(19)).toBe("2025-07-20T18:00:00.000Z");
		await move("20T17:10:00", 20, { protestsUntil: "2025-07-21T01:00", ...reason });
		expect([await endOf(19), await endOf(20)]).toEqual([
			"2025-07-20T20:30:00.000Z",
			"2025-07-20T23:00:00.000Z",
		]);
	});

	test("goes with the next announcement, and so does its reason", async () => {
		await put("19T20:00:00", 19, "unofficial");
		await move("19T20:10:00", 19, { protestsUntil: "2025-07-19T23:00", ...reason });
		const stored = async () =>
			(
				await db
					.select()
					.from(dayScores)
					.where(eq(dayScores.dayId, idOf(19)))
			)[0]?.protestsUntilReason;
		expect(await stored()).toBe("Čeká se na záznam");
		const decision = { reason: "Záznam se ztratil", override: { distanceM: 90_000, out: true } };
		await at("19T20:20:00").api("PATCH", `${path(19)}/${pair.eva.id}`, decision, { as: pair.admin });
		expect([await endOf(19), await stored()]).toEqual(["2025-07-20T20:20:00.000Z", null]);
		await move("19T20:30:00", 19, { protestsUntil: "2025-07-19T23:00", ...reason });
		await put("19T20:40:00", 19, "preliminary");
		expect(await stored()).toBeNull();
	});

	test("comes back with its reason when a cancellation of the day is taken back", async () => {
		await put("19T20:00:00", 19, "unofficial");
		await move("19T20:10:00", 19, { protestsUntil: "2025-07-19T23:00", ...reason });
		const day = (task: string) =>
			at("19T20:20:00").api("PUT", `/api/days/${idOf(19)}`, { task, email: false }, { as: pair.admin });
		await day("TASK_CANCELLED");
		expect(await endOf(19)).toBeNull();
		await day("TASK");
		const rows = await db
			.select()
			.from(dayScores)
			.where(eq(dayScores.dayId, idOf(19)));
		expect(rows).toMatchObject([
			{ state: "unofficial", protestsUntil: new Date("2025-07-19T21:00:00Z"), ...reason },
		]);
	});

	test("is refused to who saw another one: of two scorers the second, also at the same moment and at the announcement", async () => {
		const second = await createAdmin();
		const announced = { intent: "unofficial", protestsUntil: "2025-07-19T23:45", ...reason };
		await at("19T20:00:00").post(desk(19), announced, { as: pair.admin });
		const later = { ...announced, protestsUntil: "2025-07-19T23:50" };
		const answer = await at("19T20:00:10").post(desk(19), later, { as: second });
		expect(answer.headers.get("X-Refusal")).toBe("stale");
		const seen = String(Date.parse((await endOf(19)) ?? ""));
		const ends = ["2025-07-19T23:00", "2025-07-19T23:10"];
		const answers = await Promise.all(
			ends.map((protestsUntil, place) =>
				move("19T20:01:00", 19, { seen, protestsUntil, ...reason }, place === 0 ? pair.admin : second),
			),
		);
		expect(answers.map(({ headers }) => headers.get("X-Refusal")).toSorted()).toEqual(
			[null, "stale"].toSorted(),
		);
		const old = await move("19T20:02:00", 19, { seen, protestsUntil: "2025-07-19T23:20", ...reason });
		expect(old.headers.get("X-Refusal")).toBe("stale");
	});

	test("set between the look and the press of another scorer holds: nothing becomes official, and the final day does not take it", async () => {
		await put("19T20:30:00", 19, "unofficial");
		const adminBeside = async (time: string, end: string) => {
			const admin = await createAdmin();
			const ctx = contextOf({
				now: new Date(`2025-07-${time}Z`),
				actor: { ...admin, verified: true, role: "organiser" },
			});
			const set = () => move(time, 19, { protestsUntil: end, ...reason });
			return asStaff({ ...ctx, db: beforeWriting(set) }, "scoring");
		};
		const where = (day: number) => ({ dayId: idOf(day), classId: scored.club });
		const announcing = await adminBeside("20T16:30:00", "2025-07-20T22:00");
		expect(await setDayState(announcing, where(20), { state: "unofficial", reason: "Letí" })).toMatchObject({
			ok: true,
		});
		expect([await endOf(19), await endOf(20)]).toEqual([
			"2025-07-20T20:00:00.000Z",
			"2025-07-20T18:30:00.000Z",
		]);
		const ending = await adminBeside("20T20:00:00", "2025-07-20T23:00");
		expect(await setDayState(ending, where(19), { state: "official", reason: "Konec" })).toMatchObject({
			ok: false,
			reason: "stale",
		});
		expect(await endOf(19)).toBe("2025-07-20T21:00:00.000Z");
	});

	test.each([
		["preliminary results", "19T20:00:00", [] as const, "stale"],
		["official ones", "20T20:00:01", ["unofficial", "official"] as const, "stale"],
		["a day after the lock", "24T10:00:00", ["unofficial"] as const, "days-locked"],
	])("is refused to %s", async (_, time, states, refusal) => {
		for (const state of states) await put(state === "unofficial" ? "19T20:00:00" : "20T20:00:00", 19, state);
		const before = await endOf(19);
		const answer = await move(time, 19, { protestsUntil: "2025-08-01T12:00", ...reason });
		expect(answer.headers.get("X-Refusal")).toBe(refusal);
		expect(await endOf(19)).toBe(before);
	});
});

test("the desk says until when protests run if nothing is typed, and on the final day that earlier days end with it", async () => {
	const said = async (time: string, day: number) => {
		const html = await sourceOf(await at(time).get(desk(day), { as: pair.admin, language: "en" }));
		return textsIn(html.replaceAll("\u00a0", " "), "#next-state, #end-protestsUntil-hint").join(" ");
	};
	expect(await said("19T20:00:00", 19)).toMatch(
		/Left empty, it ends 20 July 2025, 22:00.*until 20 July 2025, 22:00\.$/,
	);
	expect(await said("20T04:00:00", 18)).toContain("until 20 July 2025, 08:00");
	expect(await said("20T16:30:00", 20)).toMatch(
		/until 20 July 2025, 20:30\. With it ends the protest time of earlier days\.$/,
	);
});

test("after the lock the desk of unofficial results offers to make them official, and nothing else", async () => {
	await put("20T16:30:00", 20, "unofficial");
	const page = await at("24T10:00:00").get(desk(20), { as: pair.admin, language: "en" });
	expect(textsIn(await sourceOf(page), "[aria-labelledby=results-state] button")).toEqual(["Make official"]);
	const overview = await at("24T10:00:00").get("/admin", { as: pair.admin, language: "en" });
	expect(textsIn(await sourceOf(overview), ".attention").join()).toContain("can be official");
	const pressed = await at("24T10:00:00").post(
		desk(20),
		{ intent: "official", reason: "Zkontrolováno" },
		{ as: pair.admin },
	);
	expect(pressed.headers.get("X-Refusal")).toBeNull();
	const rows = await db
		.select()
		.from(dayScores)
		.where(and(eq(dayScores.dayId, idOf(20)), eq(dayScores.state, "official")));
	expect(rows).toHaveLength(1);
	expect(await db.$count(protests)).toBe(0);
});
