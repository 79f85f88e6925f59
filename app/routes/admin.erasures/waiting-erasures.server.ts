import type { AdminCtx } from "~/lib/context";
import { concernedResults, isWaiting, openErasures } from "~/lib/erasures/erasure-queries.server";

/** The erasures that organisers may object to, the next one first, with the results that each would blank. */
export async function readWaitingErasures({ db, now }: AdminCtx) {
	const [waiting, results] = await db.batch([openErasures(db, isWaiting(now)), concernedResults(db, now)]);
	return waiting.map(({ id, userId, name, surname, dueAt }) => ({
		id,
		fullName: `${surname} ${name}`,
		dueAt,
		results: results.filter((result) => result.userId === userId),
	}));
}

export type WaitingErasure = Awaited<ReturnType<typeof readWaitingErasures>>[number];
