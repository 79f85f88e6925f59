import { concernedResults, isWaiting, openErasures } from "~/lib/accounts/erasure-queries.server";
import type { AdminCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";

/** The erasures that organisers may object to, the next one first, with the results that each would blank. */
export async function readWaitingErasures({ db, now }: AdminCtx) {
	const { waiting, results } = await read(db, {
		waiting: openErasures(db, isWaiting(now)),
		results: concernedResults(db, now),
	});
	return waiting.map(({ id, userId, name, surname, dueAt }) => ({
		id,
		fullName: `${surname} ${name}`,
		dueAt,
		results: results.filter((result) => result.userId === userId),
	}));
}

export type WaitingErasure = Awaited<ReturnType<typeof readWaitingErasures>>[number];
