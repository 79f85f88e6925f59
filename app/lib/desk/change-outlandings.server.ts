import { and, eq, sql } from "drizzle-orm";
import { worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import { isSaidAfter, tappedAt } from "~/lib/days/statuses/tap-time.server";
import type { AuditAction } from "~/lib/db/audit-actions";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { done, type Result, refuse } from "~/lib/result";
import type { OutlandingState, PilotStatus } from "~db/enums";
import { outlandings } from "~db/schema";
import { type Outlanding, outlandingById, pilotsOfDay } from "./outlandings-queries.server";
import { statusWrite } from "./status-write.server";

interface Named {
	/** Id of the report. */
	readonly id: string;
	/** Milliseconds for which the tap has waited; absent for none. */
	readonly waited?: number | null | undefined;
}

interface Decision extends Named {
	/** The standing that the sender saw. */
	readonly seen: Outlanding["standing"];
}

type Changed = Promise<Result<null, "not-found" | "stale">>;

/** Confirms a report that somebody else sent: the pilot has landed out. */
export async function confirmOutlanding(
	ctx: DeskCtx,
	{ id, waited, seen }: Decision,
	formKey: string | null = null,
): Changed {
	return changeReport(
		ctx,
		{ id, waited, formKey },
		{
			action: "outlanding.confirm",
			seen: { standing: seen },
			set: { standing: "confirmed" },
			status: "OUTLANDING",
		},
	);
}

/** Dismisses a report that is wrong or was replaced by another. The status stays: an organiser sets it. */
export async function dismissOutlanding(
	ctx: DeskCtx,
	{ id, seen }: Decision,
	formKey: string | null = null,
): Changed {
	return changeReport(
		ctx,
		{ id, formKey },
		{
			action: "outlanding.dismiss",
			seen: { standing: seen },
			set: { standing: "dismissed" },
			status: null,
		},
	);
}

/** Sets how far the retrieve is. A pilot who is back is home; an earlier state means landed out again. */
export async function setOutlandingState(
	ctx: DeskCtx,
	{ id, state, seen, waited }: Named & { readonly state: OutlandingState; readonly seen: OutlandingState },
	formKey: string | null = null,
): Changed {
	return changeReport(
		ctx,
		{ id, waited, formKey },
		{
			action: "outlanding.state",
			seen: { standing: "confirmed", state: seen },
			set: { state },
			status: state === "back" ? "HOME" : "OUTLANDING",
		},
	);
}

type Part = Partial<Pick<Outlanding, "standing" | "state">>;

interface Change {
	readonly action: AuditAction;
	/** What the report must still say. */
	readonly seen: Part;
	readonly set: Part;
	/** The pilot's status afterwards; null leaves it. */
	readonly status: PilotStatus | null;
}

/** @param formKey random key of a tap: sent again, it changes nothing */
async function changeReport(
	ctx: DeskCtx,
	{ id, waited, formKey }: Named & { readonly formKey: string | null },
	{ action, seen, set, status }: Change,
): Changed {
	const { db, now, actor } = ctx;
	const at = tappedAt(ctx, waited);
	const [report] = await outlandingById(db, id);
	if (!report || !worksOn(ctx, report.dayId)) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const pilots = status ? await pilotsOfDay(db, report.dayId) : [];
	const pilot = pilots.find((one) => one.id === report.registrationId);
	const change =
		pilot && status && !isSaidAfter(pilot, at)
			? statusWrite(ctx, { ...pilot, dayId: report.dayId }, status, { at })
			: null;
	const isAsSeen = and(
		eq(outlandings.id, id),
		seen.standing && eq(outlandings.standing, seen.standing),
		seen.state && eq(outlandings.state, seen.state),
	);
	const committed = await commit(ctx, {
		statements: [
			// First: the same tap that arrives twice at once is no conflict.
			...consumeFormKey(ctx, formKey, id),
			exactlyOne(
				db
					.update(outlandings)
					.set({
						...set,
						updatedAt: now,
						updatedBy: actor.id,
						// What a link has confirmed opens to it no more than what it has made.
						...(set.standing === "confirmed" && {
							dutyLinkId: sql`coalesce(${outlandings.dutyLinkId}, ${actor.duty?.id ?? null})`,
						}),
					})
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
	return committed.ok || wasSentBefore(committed) ? done(null) : refuse("stale");
}
