import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { sayCrew } from "~/lib/days/say-crew.server";
import { auditLog, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { elementsIn, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { home, short } from "~test/support/scored-class";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/*
 * Who of an entry with two pilots has flown on a day (`shared/tasks-and-scoring.md`, 9.8). Adamová (A1) flies with Petr Nový; the entry
 * has finished with 422 points.
 */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const evening = scored.app;
const sheet = "/results/sheet/2025-07-15/club";
const desk = () => `/admin/scoring/2025-07-15/club?decide=${pair.adam.id}`;
let receipt = "";

const isAdam = () => eq(pilotDays.registrationId, pair.adam.id);

beforeEach(async () => {
	const { fly, pilot } = scored;
	receipt = (await fly(pair.adam, { hops: home })).split("?")[0] ?? "";
	const both = { secondPilot: "Petr Nový" };
	await db.update(registrations).set(both).where(eq(registrations.id, pair.adam.id));
	await db.update(pilotDays).set(both).where(isAdam());
	await pilot("Svobodná", "S3");
});

const own = () => pilotOf(pair.adam.id);
const say = async (crew: string, app = evening) =>
	app.post(receipt, { intent: "crew", crew }, { as: await own(), language: "en" });
const sayAtDesk = (crew: string, app = evening) =>
	app.post(
		desk(),
		{ intent: "crew", crew, registrationId: pair.adam.id },
		{ as: pair.admin, language: "en" },
	);
const crewOf = async () =>
	(await db.select({ crew: pilotDays.crew }).from(pilotDays).where(isAdam()))[0]?.crew;
const put = (state: string, app = evening) =>
	app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

async function page(address: string, app = evening, as?: { readonly id: string }) {
	return (await sourceOf(await app.get(address, { as, language: "en" }))).replaceAll("\u00a0", " ");
}
const namesOn = async (address: string) =>
	rowsIn(await page(address)).flatMap((cells) =>
		cells.filter((cell) => /^(Jana Adamová|Petr Nový)/.test(cell)),
	);
const answerOf = (response: Response) =>
	response.headers.getSetCookie().find((one) => one.includes("flash")) ?? "";

describe("who has flown", () => {
	test("is both until somebody says it, on sheets, results and lists", async () => {
		expect(await crewOf()).toBeNull();
		for (const address of [sheet, "/results/sheet/total/club", "/starting-list"])
			expect(await namesOn(address)).toEqual(["Jana Adamová / Petr Nový"]);
		expect(await scored.daily()).toContain("Jana Adamová / Petr Nový");
		const question = await page(receipt, evening, await own());
		expect(valueIn(question, "crew")).toBe("both");
		expect(textsIn(question, '[name="crew"] option')).toEqual(["Jana Adamová / Petr Nový", "Jana Adamová"]);
	});

	test("is said by the pilot on the receipt of the own log, and changes names, not points", async () => {
		const before = await pair.read();
		expect((await say("first")).status).toBe(303);
		expect(await crewOf()).toBe("first");
		expect(await namesOn(sheet)).toEqual(["Jana Adamová"]);
		expect(await namesOn("/results/sheet/total/club")).toEqual(["Jana Adamová / Petr Nový"]);
		expect(await pair.read()).toEqual(before);
		expect(valueIn(await page(receipt, evening, await own()), "crew")).toBe("first");
	});

	test("is said by an organiser at the scoring desk, and leaves who has said what before", async () => {
		await say("first");
		const form = await page(desk(), evening, pair.admin);
		expect(elementsIn(form, 'form:has([value="crew"])')).toHaveLength(1);
		expect(valueIn(form, "crew")).toBe("first");
		await sayAtDesk("both", createApp({ clock: "2025-07-15T18:30:00Z" }));
		expect(await crewOf()).toBe("both");
		const rows = await db
			.select()
			.from(auditLog)
			.where(and(eq(auditLog.subjectId, pair.adam.id), eq(auditLog.action, "crew.say")))
			.orderBy(auditLog.at);
		const dayId = scored.day.id;
		expect(rows.map(({ actorId, before, after }) => [actorId, before, after])).toEqual([
			[(await own())?.id, { crew: null }, { dayId, crew: "first" }],
			[pair.admin.id, { crew: "first" }, { dayId, crew: "both" }],
		]);
	});

	test("can be the second alone where the edition lets two share one glider", async () => {
		await say("second");
		await sayAtDesk("second");
		expect(await crewOf()).toBeNull();
		const ctx = contextOf({
			now: new Date("2025-07-15T18:00:00Z"),
			actor: { ...(await createUser()), role: "organiser", verified: true },
		});
		const shared = { ...ctx, edition: { ...ctx.edition, sharedEntries: true } } as Parameters<
			typeof sayCrew
		>[0];
		const where = { dayId: scored.day.id, registrationId: pair.adam.id };
		expect(await sayCrew(shared, where, "second")).toMatchObject({ ok: true });
		expect(await namesOn(sheet)).toEqual(["Petr Nový"]);
	});

	test("keeps what the day says of launch and status", async () => {
		const [before] = await db.select().from(pilotDays).where(isAdam());
		await say("first");
		const [after] = await db.select().from(pilotDays).where(isAdam());
		expect(after).toEqual({ ...before, crew: "first" });
	});

	test("of an entry with logs of both pilots is one row, of the better flight", async () => {
		await scored.fly(pair.adam, { hops: short, begins: "15:00:00", recorder: "ALXV999" });
		const { rows } = await pair.read(pair.admin);
		const own = rows.filter(({ startNumber }) => startNumber === "A1");
		expect(own.map(({ status, points }) => [status, points])).toEqual([["finished", 422]]);
		await say("first");
		expect((await pair.read(pair.admin)).rows).toEqual(rows);
	});
});

describe("it is not said", () => {
	test("by visitors, rivals and those who fly alone", async () => {
		for (const as of [undefined, await pilotOf(pair.eva.id), await createUser()]) {
			expect(await page(receipt, evening, as)).not.toContain('name="crew"');
			await evening.post(receipt, { intent: "crew", crew: "first" }, { as });
		}
		const body = { intent: "crew", crew: "first", registrationId: pair.adam.id };
		expect((await evening.post(desk(), body, { as: await own() })).status).toBe(403);
		expect(await crewOf()).toBeNull();
		const alone = (await scored.fly(pair.eva, { hops: short })).split("?")[0] ?? "";
		const eva = await pilotOf(pair.eva.id);
		expect(await page(alone, evening, eva)).not.toContain('name="crew"');
		expect(answerOf(await evening.post(alone, { intent: "crew", crew: "first" }, { as: eva }))).toContain(
			"stale",
		);
	});

	test("once the results are official: the jury has signed the names", async () => {
		await put("unofficial");
		await say("first");
		expect(await crewOf()).toBe("first");
		await put("official", nextEvening);
		expect(await page(receipt, nextEvening, await own())).not.toContain('name="crew"');
		for (const answer of [await say("both", nextEvening), await sayAtDesk("both", nextEvening)])
			expect(answerOf(answer)).toContain("results-closed");
		expect(await crewOf()).toBe("first");
		await put("preliminary", nextEvening);
		await say("both", nextEvening);
		expect(await crewOf()).toBe("both");
	});

	test("before the day", async () => {
		expect(answerOf(await say("first", createApp({ clock: "2025-07-14T18:00:00Z" })))).toContain("day-ahead");
		expect(await crewOf()).toBeNull();
	});

	test.for(["", "nobody", "FIRST"])("as %o", async (crew) => {
		await say(crew);
		await sayAtDesk(crew);
		expect(await crewOf()).toBeNull();
	});
});
