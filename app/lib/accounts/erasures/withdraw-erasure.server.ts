import { and, eq, isNull } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { erasures } from "~db/schema";

/** Withdraws the signed-in user's open request; until the scheduler carries it out, it can be withdrawn. */
export async function withdrawErasure(ctx: UserCtx): Promise<Result<null, "stale">> {
	const { db, actor, now } = ctx;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(erasures)
					.set({ outcome: "withdrawn", endedAt: now })
					.where(and(eq(erasures.userId, actor.id), isNull(erasures.outcome))),
			),
		],
		audit: { action: "account.erase-withdraw", subjectId: actor.id },
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}
