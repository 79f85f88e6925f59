import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { competitionDays, type DayScores, dayScores, flightResults, scoreDecisions, tasks } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, plain, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { home, scoredTask } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/* A finding waits for the scorer until it is decided, once. */

const db = databaseOf();
const pair = scoredPair();
const { scored, read } = pair;

const desk = () => `/admin/scoring/${scored.day.date}/club`;
const shown = async () => sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));

/** The forms about a finding of an entry, by their words. */
async function formsOf({ id }: { readonly id: string }) {
	const row = elementsIn(await shown(), "tbody tr").find((one) => one.id === id);
	return new Map(
		elementsIn(row ?? "", "form").map((form) => [form.textContent.replaceAll("\u00a0", " "), hiddenIn(form)]),
	);
}

const send = (fields: Readonly<Record<string, string>>) =>
	scored.app.post(desk(), fields, { as: pair.admin });

/** The fields of the form about an entry, as they are shown. */
async function decisionOf({ id }: { readonly id: string }) {
	const page = await scored.app.get(`${desk()}?decide=${id}`, { as: pair.admin, language: "en" });
	const form = elementsIn(await sourceOf(page), "form").find((one) => one.querySelector('[value="decide"]'));
	const inputs = elementsIn(form ?? "", "input[name]:not([type=checkbox])");
	return Object.fromEntries(inputs.map((one) => [one.getAttribute("name"), one.getAttribute("value") ?? ""]));
}

/** The start numbers of those whose findings are not decided. */
const doubtful = async () =>
	/not decided \(([^)]*)\)/.exec(textsIn(await shown(), "#hindrances").join())?.[1] ?? "";

test("a decided low finish stays decided when the points for speed move, and costs no more than they are", async () => {
	// 1,325 m too low. N 2, one fast: Pvm is a third of 675.6, F 0.625: 141 points for speed, 422 in all.
	await db.update(tasks).set({ rules: { ...scoredTask.rules, finishAltitudeM: 2000 } });
	await db.delete(flightResults);
	await runScheduleAt("2025-07-15T18:01:00Z");
	expect(await doubtful()).toBe("A1");
	const give = (await formsOf(pair.adam)).get("Give a penalty of 141 points") ?? {};
	await send({ ...give, intent: "give" });
	expect(await doubtful()).toBe("");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 141, points: 281 });

	// Given back as they are shown, by the form and by the API, the points stay those of all metres.
	await send({ ...(await decisionOf(pair.adam)), reason: "Beze změny" });
	const given = (await read(pair.admin)).rows[0]?.penalties;
	expect(given).toMatchObject([{ points: 141 }]);
	expect((await pair.decide(pair.adam, { penalties: given })).status).toBe(200);

	await scored.fly(pair.eva, { hops: home });
	await pair.decide(pair.eva, { guest: true });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 450, points: 226 });
	expect(await doubtful()).toBe("E2");
	await send({ ...give, intent: "give" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 450 });

	// The keys of earlier decisions name the points in place of the metres.
	const [decision] = await db
		.select()
		.from(scoreDecisions)
		.where(eq(scoreDecisions.registrationId, pair.adam.id));
	const penalties = (decision?.penalties ?? []).map((one) => ({
		...one,
		finding: one.finding?.replace(/=\d+$/, "141") ?? "",
	}));
	expect(penalties[0]?.finding).toMatch(/^finishLow\/2\/\d+\/141$/);
	await db.update(scoreDecisions).set({ penalties }).where(eq(scoreDecisions.registrationId, pair.adam.id));
	await runScheduleAt("2025-07-15T18:02:00Z");
	expect(await doubtful()).toBe("E2");
	expect(new Set((await formsOf(pair.adam)).keys())).not.toContain("Give a penalty of 450 points");
	const remove = (await formsOf(pair.adam)).get("Remove this penalty") ?? {};
	await send({ ...remove, intent: "remove" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0 });
});

test("a late log is another one only after one that counted, on a day that counted", async () => {
	await db.update(tasks).set({ rules: { ...scoredTask.rules, logDeadlineS: 3600 } });
	const score = async () => {
		await runScheduleAt("2025-07-15T18:01:00Z");
		return (await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id)))[0];
	};
	const today = await score();
	const [before] = scored.days;
	if (!today || !before) throw new Error("no scores");
	const proposed = (sheet: DayScores | undefined) =>
		sheet?.rows[0]?.flight?.findings.map(({ kind, proposedPoints }) => [kind, proposedPoints]);
	expect(proposed(today.sheet)).toEqual([["logLate", 0]]);
	const where = { dayId: before.id, competitionClassId: scored.club };
	await db.batch([
		db.insert(tasks).values({
			...((await db.select().from(tasks))[0] as typeof tasks.$inferSelect),
			id: "task-of-before",
			...where,
		}),
		db.insert(dayScores).values({ ...today, id: "before", taskId: "task-of-before", ...where }),
	]);
	const proposedAfter = async (
		{ held, ...scores }: { readonly held?: "unconfirmed"; readonly cancelled?: boolean },
		task: "TASK" | "NO_TASK" = "TASK",
	) => {
		const rows = today.sheet.rows.map((row) => ({ ...row, ...(held ? { held } : {}) }));
		await db.batch([
			db
				.update(dayScores)
				.set({ cancelled: false, ...scores, sheet: { ...today.sheet, rows } })
				.where(eq(dayScores.id, "before")),
			db.update(competitionDays).set({ task }).where(eq(competitionDays.id, before.id)),
		]);
		return proposed((await score())?.sheet);
	};
	expect(await proposedAfter({})).toEqual([["logLate", 10]]);
	expect(await proposedAfter({ held: "unconfirmed" })).toEqual([["logLate", 0]]);
	expect(await proposedAfter({})).toEqual([["logLate", 10]]);
	expect(await proposedAfter({ cancelled: true })).toEqual([["logLate", 0]]);
	expect(await proposedAfter({})).toEqual([["logLate", 10]]);
	expect(await proposedAfter({}, "NO_TASK")).toEqual([["logLate", 0]]);
});

/** Adamová starts 98 m and Evová 21 m too high. */
async function startHigh() {
	await db.update(tasks).set({ rules: { ...scoredTask.rules, startAltitudeM: 1450 } });
	await db.delete(flightResults);
	await runScheduleAt("2025-07-15T18:01:00Z");
}

const formOfKind = async () => elementsIn(await shown(), 'form:has([value="waiveAll"])')[0];

/** Presses the button about all findings of a kind, of a page that was read before. */
async function takeNone(form: ReturnType<typeof elementsIn>[number] | undefined) {
	const seen = elementsIn(form ?? "", 'input[name="seen"]').map((one) => one.getAttribute("value") ?? "");
	const body = new URLSearchParams([...seen.map((one) => ["seen", one]), ["intent", "waiveAll"]]);
	const response = await scored.app.post(desk(), body, { as: pair.admin });
	return decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
}

const penaltiesOf = async () =>
	Object.fromEntries(
		(await db.select().from(scoreDecisions)).map(({ registrationId, penalties }) => [
			registrationId,
			penalties.map(({ points, text }) => [points, plain(text)]),
		]),
	);

test("none of the proposals of a kind is taken by one press, with what each says as its reason", async () => {
	await startHigh();
	expect(await doubtful()).toBe("A1, E2");
	const form = await formOfKind();
	const waived = {
		[pair.adam.id]: [[0, "odlet o 98 m výš, než je dovoleno"]],
		[pair.eva.id]: [[0, "odlet o 21 m výš, než je dovoleno"]],
	};
	expect(textsIn(form ?? "", "span, button")).toEqual(["high start", "Take none of them (2)"]);
	expect(await takeNone(form)).toContain("scoringAdmin.waiveAll.success");
	expect(await penaltiesOf()).toEqual(waived);
	expect(await doubtful()).toBe("");
	expect(await formOfKind()).toBeUndefined();
	// Pressed twice, it changes nothing.
	expect(await takeNone(form)).toContain("scoringAdmin.waiveAll.success");
	expect(await penaltiesOf()).toEqual(waived);
});

test("of the proposals of a kind, one that another scorer decides meanwhile stays decided, and that is said", async () => {
	await startHigh();
	const form = await formOfKind();
	const give = (await formsOf(pair.adam)).get("Give a penalty of 98 points") ?? {};
	await send({ ...give, intent: "give" });
	const said = await takeNone(form);
	expect(said).toContain("scoringAdmin.waiveAll.partly");
	expect(said).toContain('"count":1');
	expect(await penaltiesOf()).toMatchObject({
		[pair.adam.id]: [[98, "odlet o 98 m výš, než je dovoleno"]],
		[pair.eva.id]: [[0, "odlet o 21 m výš, než je dovoleno"]],
	});
	// A single proposal has its own button.
	expect(await formOfKind()).toBeUndefined();
});

test("when all proposals of a kind are decided otherwise, or results are official, one press changes nothing", async () => {
	await startHigh();
	const form = await formOfKind();
	for (const [entry, points] of [
		[pair.adam, 98],
		[pair.eva, 21],
	] as const) {
		const give = (await formsOf(entry)).get(`Give a penalty of ${points} points`) ?? {};
		await send({ ...give, intent: "give" });
	}
	const given = await penaltiesOf();
	expect(await takeNone(form)).toContain("server.stale");
	expect(await penaltiesOf()).toEqual(given);
	await db.delete(scoreDecisions);
	await runScheduleAt("2025-07-15T18:02:00Z");
	expect(await formOfKind()).toBeDefined();
	await db.update(dayScores).set({ state: "official" });
	expect(await formOfKind()).toBeUndefined();
	expect(await takeNone(form)).toContain("server.results-closed");
	expect(await penaltiesOf()).toEqual({});
});

test("several airspaces are switched off at once", async () => {
	const briefing = { ...scoredTask.briefing, inactiveAirspace: ["TRA 1", "TRA 2"] };
	await db.update(tasks).set({ briefing });
	const names = elementsIn(await shown(), 'input[name="inactive"]').map(
		(one) => one.getAttribute("value") ?? "",
	);
	const body = new URLSearchParams([...names.map((name) => ["inactive", name]), ["intent", "airspaces"]]);
	const response = await scored.app.post(desk(), body, { as: pair.admin });
	expect([names, response.status]).toEqual([["TRA 1", "TRA 2"], 303]);
});
