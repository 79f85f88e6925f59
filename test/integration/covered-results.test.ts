import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, outbox, protests, resultTables } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { createSheet, resultOf } from "~test/support/result-sheets";
import { tick } from "~test/support/results-sync";
import { nextEvening, pairAsCsv, scoredPair } from "~test/support/scored-pair";

/* Results from elsewhere cover those of here. When they are removed, ours are there again, in the state that they had. */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;

const put = (state: string, app: typeof nextEvening, reason = "Zkontrolováno") =>
	app.api("PATCH", path(), { state, reason }, { as: pair.admin });

const patch = (at: string, body: object) => scored.app.api("PATCH", at, body, { as: pair.admin });
const cancelDay = (task = "TASK_CANCELLED", app = scored.app) =>
	app.api("PUT", `/api/days/${scored.day.id}`, { task, email: false }, { as: pair.admin });
const appAt = (clock: string) => createApp({ clock: `2025-07-15T${clock}:00Z` });
const where = () => ({ competitionClassId: scored.club, dayId: scored.day.id });

async function makeOfficial() {
	await put("unofficial", scored.app);
	expect((await put("official", nextEvening)).status).toBe(200);
}

/** What clients and visitors read of the day. */
async function shown() {
	const get = async (at: string) => (await nextEvening.api("GET", at)).json<Record<string, unknown>>();
	const page = await nextEvening.get(`/results?view=daily&class=${scored.club}&day=${scored.day.id}`, {
		language: "en",
	});
	return {
		daily: await get(`/api/results/daily/${scored.club}/${scored.day.id}`),
		total: await get(`/api/results/total/${scored.club}`),
		scoring: await get(path()),
		state: textsIn(await page.text(), ".chip"),
	};
}

const mailsOfChanges = async () => {
	const rows = await db.select().from(outbox).where(eq(outbox.kind, "results-published"));
	return rows.flatMap(({ payload, state }) => ("changed" in (payload as object) ? [state] : []));
};

async function hideUntilDue() {
	await patch(path(), { published: false, reason: "Kontrola" });
	await runScheduleAt("2025-07-15T18:10:00Z");
	await patch(path(), { published: true, reason: "Kontrola" });
}

async function takeBackWhenDue() {
	await cancelDay("TASK_CANCELLED", appAt("18:05"));
	await runScheduleAt("2025-07-15T18:10:00Z");
	await cancelDay("TASK", appAt("18:11"));
}

test.each<[string, () => Promise<unknown>, readonly string[]]>([
	["they stay", async () => undefined, ["sent", "sent"]],
	["the scorer cancels the day", () => patch(path(), { cancelled: true, reason: "Bouřka" }), []],
	["the task is cancelled", () => patch(`/api/tasks/${scored.taskId}`, { cancelled: true }), []],
	["the day is cancelled", () => cancelDay(), []],
	["SoaringSpot has others", () => createSheet(where(), []), []],
	["hidden, then shown", hideUntilDue, ["sent", "sent"]],
	["taken back after the mail was due", takeBackWhenDue, ["sent", "sent"]],
])(
	"of changed points the class gets a mail after ten minutes, unless nobody can protest then: %s",
	async (_, happen, mails) => {
		await put("unofficial", scored.app);
		await db.delete(outbox);
		await pair.penalise();
		expect(await mailsOfChanges()).toEqual(["queued", "queued"]);
		await happen();
		await runScheduleAt("2025-07-15T18:16:00Z");
		expect(await mailsOfChanges()).toEqual(mails);
	},
);

const wordsOf = (html: string) => textsIn(html, "#content").join().replaceAll("\u00a0", " ");
const explained = { reason: "Bodovač měl starou úlohu" };

async function importOver() {
	expect((await pair.sendImport(nextEvening, explained)).status).toBe(303);
}

const removeImport = (app = nextEvening) =>
	app.post(
		"/admin/scoring",
		multipart({ intent: "remove", competitionClass: scored.club, day: scored.day.id }),
		{ as: pair.admin },
	);

test.each([
	["preliminary", async () => undefined],
	["unofficial", async () => void (await put("unofficial", scored.app))],
	["official", makeOfficial],
])(
	"%s results are there again when an organiser removes an import, and the audit log says so",
	async (_, reach) => {
		await reach();
		const before = await shown();
		await importOver();
		await db.delete(auditLog);
		expect((await shown()).daily).toMatchObject([{ points: 1000 }, { points: 900 }]);
		expect((await removeImport()).status).toBe(303);
		expect(await shown()).toEqual(before);
		expect(await db.$count(auditLog, eq(auditLog.action, "results.remove"))).toBe(1);
	},
);

test("results that were reopened below an import are no official table when it is removed", async () => {
	await makeOfficial();
	await importOver();
	expect((await put("preliminary", nextEvening, "Protest uznán")).status).toBe(200);
	await removeImport();
	expect(await db.select().from(resultTables)).toEqual([]);
	expect(await shown()).toMatchObject({ daily: [], scoring: { state: "preliminary", revision: 2 } });
});

test("official results are there again when SoaringSpot cancels its task of the day", async () => {
	await makeOfficial();
	const before = await shown();
	await db.delete(resultTables);
	await createSheet(where(), [resultOf("Z9")]);
	expect((await shown()).daily).toHaveLength(3);
	await tick("2025-07-16T18:30:00Z");
	expect(await shown()).toEqual(before);
});

test("what SoaringSpot or we have of a day is not removed as an import", async () => {
	await makeOfficial();
	const before = await shown();
	expect((await removeImport()).headers.get("Set-Cookie")).toContain("stale");
	expect(await shown()).toEqual(before);
});

test("an import over unofficial results says what it covers and needs a reason, and then every page, sheet and answer says the same", async () => {
	await put("unofficial", scored.app);
	await db.insert(protests).values({
		id: crypto.randomUUID(),
		dayId: scored.day.id,
		competitionClassId: scored.club,
		registrationId: pair.eva.id,
		revision: 1,
		text: "Start",
		feePaid: false,
		createdAt: new Date("2025-07-15T18:30:00Z"),
	});
	const preview = await pair.sendImport(scored.app, { intent: "check", file: new Blob([pairAsCsv]) });
	const said = wordsOf(await preview.text());
	expect(said).toContain("Counting now: scored here, unofficial.");
	expect(said).toMatch(/Protests until 16 July( 2025)?,? 20:00/);
	expect(said).toContain("Protests that are not decided: E2");
	expect(said).toContain("Counting instead: from a file, official, 2 competitors.");
	expect(said).not.toContain("no results on this day yet");

	const refused = await pair.sendImport(scored.app, {});
	expect(refused.status).toBe(400);
	expect(textsIn(await refused.text(), ".field-error")).toEqual(["Write the reason."]);
	expect(await db.$count(resultTables)).toBe(0);

	expect((await pair.sendImport(scored.app, explained)).status).toBe(303);
	const [written] = await db.select().from(auditLog).where(eq(auditLog.action, "results.import"));
	expect(written?.after).toMatchObject({ reason: "Bodovač měl starou úlohu" });

	const place = `${scored.day.date}/club`;
	const pages = [
		`/results?view=daily&class=${scored.club}&day=${scored.day.id}`,
		`/results/sheet/${place}`,
		`/admin/scoring/${place}`,
		`/scores/${scored.day.id}/${pair.eva.id}`,
	];
	const counts =
		/Results from a file count, not those scored here|Official results: [\d,]+ points, place \d/g;
	for (const at of pages) {
		const html = await (await scored.app.get(at, { language: "en", as: pair.admin })).text();
		// Each page says it once.
		expect([at, wordsOf(html).match(counts)?.length]).toEqual([at, 1]);
		expect([at, wordsOf(html)]).toEqual([at, expect.not.stringMatching(/Unofficial|Protests until/)]);
	}
	expect(await pair.read()).toMatchObject({ status: "official", state: "official", protestsUntil: null });
});
