import { concernedResults, isWaiting, openErasures } from "~/lib/accounts/erasure-queries.server";
import type { StaffCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { textsOf } from "~/lib/i18n/i18n.server";

export async function readErasures(ctx: StaffCtx<"operations">) {
	return { waiting: await readWaitingErasures(ctx), intro: textsOf(ctx.language).t("erasures.intro") };
}

export type ErasuresRead = Awaited<ReturnType<typeof readErasures>>;

/** The erasures that organisers may object to, the next one first, with the results that each would blank. */
async function readWaitingErasures({ db, now }: StaffCtx<"operations">) {
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
