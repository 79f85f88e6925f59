import { and, eq } from "drizzle-orm";
import { worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import type { CompetitorState, OutlandingState } from "~db/enums";
import { outlandings } from "~db/schema";
import { type Outlanding, outlandingById, pilotsOfDay } from "./outlandings-queries.server";
import { statusWrite } from "./status-write.server";

type Changed = Promise<Result<null, "not-found" | "stale">>;

/** Confirms a report that somebody else sent: the pilot has landed out. */
export async function confirmOutlanding(ctx: DeskCtx, { id }: { readonly id: string }): Changed {
	return changeReport(ctx, id, {
		action: "outlanding.confirm",
		seen: { standing: "proposed" },
		set: { standing: "confirmed" },
		status: "OUTLANDING",
	});
}

/** Dismisses a report that is wrong or was replaced by another. The status stays: an organiser sets it. */
export async function dismissOutlanding(ctx: DeskCtx, { id }: { readonly id: string }): Changed {
	const [report] = await outlandingById(ctx.db, id);
	if (!report) return refuse("not-found");
	return changeReport(ctx, id, {
		action: "outlanding.dismiss",
		seen: { standing: report.standing },
		set: { standing: "dismissed" },
		status: null,
	});
}

/** Sets how far the retrieve is. A pilot who is back is home; an earlier state means landed out again. */
export async function setOutlandingState(
	ctx: DeskCtx,
	{
		id,
		state,
		seen,
	}: { readonly id: string; readonly state: OutlandingState; readonly seen: OutlandingState },
): Changed {
	return changeReport(ctx, id, {
		action: "outlanding.state",
		seen: { standing: "confirmed", state: seen },
		set: { state },
		status: state === "back" ? "HOME" : "OUTLANDING",
	});
}

type Part = Partial<Pick<Outlanding, "standing" | "state">>;

interface Change {
	readonly action: AuditAction;
	/** What the report must still say. */
	readonly seen: Part;
	readonly set: Part;
	/** The pilot's status afterwards; null leaves it. */
	readonly status: CompetitorState | null;
}

async function changeReport(ctx: DeskCtx, id: string, { action, seen, set, status }: Change): Changed {
	const { db, now, actor } = ctx;
	const [report] = await outlandingById(db, id);
	if (!report || !worksOn(ctx, report.dayId)) return refuse("not-found");
	const pilots = status ? await pilotsOfDay(db, report.dayId) : [];
	const pilot = pilots.find((one) => one.id === report.registrationId);
	const change = pilot && status ? statusWrite(ctx, { ...pilot, dayId: report.dayId }, status) : null;
	const isAsSeen = and(
		eq(outlandings.id, id),
		seen.standing && eq(outlandings.standing, seen.standing),
		seen.state && eq(outlandings.state, seen.state),
	);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(outlandings)
					.set({ ...set, updatedAt: now, updatedBy: actor.id })
					.where(isAsSeen),
			),
			...(change?.statements ?? []),
		],
		audit: [
			{ action, subjectId: report.registrationId, before: { dayId: report.dayId, ...seen }, after: set },
			...(change?.audit ?? []),
		],
		effects: change?.effects ?? [],
		visible: true,
	});
	return committed.ok ? done(null) : refuse("stale");
}
