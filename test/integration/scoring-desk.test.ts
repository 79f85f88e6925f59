import { beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "~db/schema";
import { createAdmin, databaseOf } from "~test/support/factories";
import { rowsIn, sourceOf } from "~test/support/html";
import { createSheet, resultOf } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();

describe("the scorer", () => {
	let admin: { id: string };
	let adam: { id: string };
	let eva: { id: string };
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
		const answer = (await (await scored.app.api("GET", scoring())).json()) as { day: object };
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
		await scored.app.api("PATCH", scoring(), { published: false, reason: "Chyba v úloze" }, { as: admin });
		expect(await rowsOf()).toEqual([]);
		expect(await rowsOf(admin)).toHaveLength(2);
		expect(rowsIn(await scored.daily())).toEqual([]);
		await scored.app.api("PATCH", scoring(), { published: true, reason: "Opraveno" }, { as: admin });
		expect(rowsIn(await scored.daily())).toHaveLength(2);
	});

	test("the page decides without scripts, and compares with the official results", async () => {
		const path = `/admin/scoring/${scored.day.date}/club`;
		const fields = {
			registrationId: adam.id,
			penaltyPoints: "12,5",
			penaltyText: "Vzdušný prostor",
			intent: "decide",
		};
		const refused = await scored.app.post(path, fields, { as: admin });
		expect(refused.status).toBe(303);
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 0 });
		await scored.app.post(path, { ...fields, reason: "Podle záznamu" }, { as: admin });
		expect((await rowsOf(admin))[0]).toMatchObject({ penalty: 12.5, points: 409.5 });
		await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
			resultOf("A1", { points: 409.5, registrationId: adam.id }),
			resultOf("E2", { points: 90, registrationId: eva.id }),
		]);
		const html = await sourceOf(await scored.app.get(path, { as: admin, language: "en" }));
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
