import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "~/lib/db/client.server";
import { scoreClassDay } from "~/lib/scoring/score-class.server";
import { dayScores, flightResults, tasks } from "~db/schema";
import { contextOf } from "~test/support/context";
import { databaseOf } from "~test/support/factories";
import { failingCall } from "~test/support/faulty-bindings";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";

/* As in the tests of faults: the n-th call fails, for n = 1, 2, … until the work passes untouched. */

const db = databaseOf();
const scored = scoredClass();
const at = (clock: string) => contextOf({ now: new Date(`2025-07-15T${clock}:00Z`) });

test.each(["before", "after"] as const)(
	"whichever call to the database or the bucket fails (%s), a class is scored as before or anew",
	async (fault) => {
		await scored.publish(scoredTask);
		const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await scored.fly(adam, { hops: home });
		await scored.fly(eva, { hops: short });
		const where = { dayId: scored.day.id, classId: scored.club };
		const points = async () => {
			const [stored] = await db.select().from(dayScores);
			return stored?.sheet.rows.map((row) => row.points);
		};
		// Without the radius of the ring, Do is 200 km: 0.625·450.4·60/200 = 84 for Evová, who had 86.
		const [before, anew] = [
			[422, 86],
			[422, 84],
		];
		const scoreBy = async (subtractFinishRadius: boolean) => {
			const scoring = { ...scoredTask.scoring, subtractFinishRadius };
			// The clock goes back, behind the end of a lease whose return failed.
			const changed = db.update(tasks).set({ scoring, evaluatedUntil: null });
			await db.batch([changed, db.delete(flightResults)]);
		};
		for (let n = 1, struck = true; struck; n++) {
			await scoreBy(true);
			await scoreClassDay(at("18:04"), where);
			expect(await points()).toEqual(before);
			await scoreBy(false);
			const { state, env: failing } = failingCall(env.DB_2025, env.FILES, n, fault);
			const broken = { db: openDb(testEdition, { ...env, ...failing }), files: failing.FILES };
			await scoreClassDay({ ...at("18:05"), ...broken }, where);
			expect([before, anew], `call ${n}`).toContainEqual(await points());
			await scoreClassDay(at("18:06"), where);
			expect(await points(), `call ${n}`).toEqual(anew);
			struck = state.struck;
		}
	},
);
