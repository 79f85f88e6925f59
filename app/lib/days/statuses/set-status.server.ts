import { and, eq, sql } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { done, type Result, refuse } from "~/lib/result";
import type { CompetitorState } from "~db/enums";
import { competitorStatuses } from "~db/schema";
import { type CompetitorStatus, statusById } from "./statuses-queries.server";

interface StatusChange {
	readonly id: string;
	readonly status: CompetitorState | null;
	/** The status that the organiser saw; `stale` when the competitor has neither this one nor the new one. */
	readonly seen?: CompetitorState | null | undefined;
}

type Changed = Promise<Result<CompetitorStatus, "not-found" | "stale">>;

/** Of a change that says nothing of what its sender saw, while others change the same status. */
const mostAttempts = 5;

/**
 * Any status may follow any other; null clears it. What the audit log calls the status before was there until this change.
 * @param formKey random key of a tap: sent again, it changes nothing
 */
export async function setStatus(ctx: AdminCtx, change: StatusChange, formKey: string | null = null): Changed {
	for (let attempt = 1; ; attempt++) {
		const changed = await trySetStatus(ctx, change, formKey);
		const isOvertaken = !changed.ok && changed.reason === "stale" && change.seen === undefined;
		if (!isOvertaken || attempt === mostAttempts) return changed;
	}
}

async function trySetStatus(
	ctx: AdminCtx,
	{ id, status, seen }: StatusChange,
	formKey: string | null,
): Changed {
	const { db, now, actor } = ctx;
	const [before] = await statusById(db, id);
	if (!before) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(before);
	if (seen !== undefined && before.status === status) return done(before);
	if (seen !== undefined && before.status !== seen) return refuse("stale");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(competitorStatuses)
					.set({ status, updatedAt: now, updatedBy: actor.id })
					.where(and(eq(competitorStatuses.id, id), sql`${competitorStatuses.status} IS ${before.status}`)),
			),
			...consumeFormKey(ctx, formKey, id),
		],
		audit: {
			action: "competitor-status.set",
			subjectId: id,
			before: { status: before.status },
			after: { status },
		},
		effects: [{ kind: "entry-scores-due", dayId: before.dayId, registrationId: before.registrationId }],
		visible: true,
	});
	if (committed.ok || wasSentBefore(committed)) {
		return done({ ...before, status, updatedAt: now, setBy: `${actor.name} ${actor.surname}` });
	}
	return refuse("stale");
}
