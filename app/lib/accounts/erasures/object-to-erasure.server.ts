import { and, eq, isNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { done, type Result, refuse } from "~/lib/result";
import { erasures } from "~db/schema";
import { isWaiting, openErasures } from "./erasure-queries.server";
import type { ObjectionInput } from "./objection-schema";

/** Stops an erasure that concerns results. The competitor reads why, and may ask again. */
export async function objectToErasure(
	ctx: AdminCtx,
	{ erasure: id, objection }: ObjectionInput,
): Promise<Result<null, "stale">> {
	const { db, actor, now } = ctx;
	const [erasure] = await openErasures(db, and(eq(erasures.id, id), isWaiting(now)));
	if (!erasure) return refuse("stale");
	const { userId } = erasure;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(erasures)
					.set({ outcome: "objected", endedAt: now, objectedBy: actor.id, objection })
					.where(and(eq(erasures.id, id), isNull(erasures.outcome), isWaiting(now))),
			),
		],
		audit: { action: "account.erase-object", subjectId: userId, after: { objection } },
		outbox: [mailTo({ ...erasure, id: userId }, "erasure-objected", { objection })],
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}
