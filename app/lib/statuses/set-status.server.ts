import { eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import type { CompetitorState } from "~db/enums";
import { competitorStatuses } from "~db/schema";
import { type CompetitorStatus, statusById } from "./statuses-queries.server";

/** Any status may follow any other; null clears it. */
export async function setStatus(
	ctx: AdminCtx,
	{ id, status }: { readonly id: string; readonly status: CompetitorState | null },
): Promise<Result<CompetitorStatus, "not-found">> {
	const { db, now, actor } = ctx;
	const [before] = await statusById(db, id);
	if (!before) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(competitorStatuses)
					.set({ status, updatedAt: now, updatedBy: actor.id })
					.where(eq(competitorStatuses.id, id)),
			),
		],
		audit: {
			action: "competitor-status.set",
			subjectId: id,
			before: { status: before.status },
			after: { status },
		},
		visible: true,
	});
	return committed.ok
		? done({ ...before, status, updatedAt: now, setBy: `${actor.name} ${actor.surname}` })
		: refuse("not-found");
}
