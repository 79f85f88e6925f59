import { and, eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { resultSheets } from "~db/schema";

/**
 * Lets the sync replace an imported table again. Its rows stay until the source has results of that day.
 * @param where ids
 */
export async function followSource(
	ctx: AdminCtx,
	where: { readonly competitionClass: string; readonly day: string },
): Promise<Result<null, "stale">> {
	const written = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(resultSheets)
					.set({ source: "soaring-spot" })
					.where(
						and(
							eq(resultSheets.competitionClassId, where.competitionClass),
							eq(resultSheets.dayId, where.day),
							eq(resultSheets.source, "csv"),
						),
					),
			),
		],
		audit: {
			action: "results.follow-source",
			subjectId: where.competitionClass,
			before: { dayId: where.day, source: "csv" },
			after: { dayId: where.day, source: "soaring-spot" },
		},
		visible: true,
	});
	return written.ok ? done(null) : refuse("stale");
}
