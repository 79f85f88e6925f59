import type { AdminCtx } from "~/lib/context";
import { type CompetitorStatus, statusesOfDay } from "~/lib/days/statuses/statuses-queries.server";
import { commit } from "~/lib/db/commit.server";
import { missingStatuses } from "~/lib/entries/status-rows.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import { dayById } from "./days-queries.server";

/** Adds the missing statuses of a day: every starter begins on the ground. */
export async function makeStatuses(
	ctx: AdminCtx,
	{ day: dayId }: { readonly day: string },
): Promise<Result<CompetitorStatus[], "invalid-fields">> {
	const { db, now, actor } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day) return refuse("invalid-fields", { day: "form.field.choice" });
	await commit(ctx, {
		statements: [missingStatuses(db, dayId, now, actor.id)],
		audit: { action: "competitor-status.make", subjectId: dayId },
		visible: true,
	});
	return done(sortedByStartNumber(await statusesOfDay(db, dayId)));
}
