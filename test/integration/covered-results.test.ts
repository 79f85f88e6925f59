import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, resultTables } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { createSheet, resultOf } from "~test/support/result-sheets";
import { tick } from "~test/support/results-sync";
import { scoredPair } from "~test/support/scored-pair";

/* Results from elsewhere cover those of here. When they are removed, ours are there again, in the state that they had. */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const nextEvening = createApp({ clock: "2025-07-16T18:00:01Z" });

const put = (state: string, app: typeof nextEvening, reason = "Zkontrolováno") =>
	app.api("PATCH", path(), { state, reason }, { as: pair.admin });

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

async function importOver() {
	const [table] = await db.select().from(resultTables);
	const answer = await nextEvening.post(
		"/admin/results",
		multipart({
			intent: "import",
			competitionClass: scored.club,
			day: scored.day.id,
			status: "official",
			text: "#;cn;points\n1;E2;1000\n2;A1;900\n",
			replaces: table ? String(table.updatedAt.getTime()) : "none",
		}),
		{ as: pair.admin },
	);
	expect(answer.status).toBe(303);
}

const removeImport = (app = nextEvening) =>
	app.post(
		"/admin/results",
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
	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [resultOf("Z9")]);
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
