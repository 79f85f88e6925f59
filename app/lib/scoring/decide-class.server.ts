import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClassDay } from "~/lib/class-day";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { scoreSheets } from "~db/schema";
import type { classDecisionSchema } from "./score-decision";
import { storedSheet } from "./scoring-queries.server";

/** Shows or hides the scores of a class, or cancels its day. Refuses before the class has been scored once. */
export async function decideClass(
	ctx: AdminCtx,
	where: ClassDay,
	{ published, cancelled, reason }: z.infer<typeof classDecisionSchema>,
): Promise<Result<null, "not-found">> {
	const [stored] = await storedSheet(ctx.db, where);
	if (!stored) return refuse("not-found");
	const before = { published: stored.published, cancelled: stored.cancelled };
	const after = { published: published ?? before.published, cancelled: cancelled ?? before.cancelled };
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(scoreSheets)
					// What is not asked for stays as somebody else may have set it meanwhile.
					.set({
						published: published ?? sql`${scoreSheets.published}`,
						cancelled: cancelled ?? sql`${scoreSheets.cancelled}`,
					})
					.where(eq(scoreSheets.id, stored.id)),
			),
		],
		audit: {
			action: "score.decide-class",
			subjectId: where.classId,
			before,
			after: { dayId: where.dayId, ...after, reason },
		},
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}
