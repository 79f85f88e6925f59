import { sql } from "drizzle-orm";
import { causeOf } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, exactlyOne, type Guarded } from "~/lib/db/commit.server";
import type { Cause, Effect } from "~/lib/db/effects";
import type { PilotStatus } from "~db/enums";
import { pilotDays } from "~db/schema";

/** A competitor on a day, with the status as it was read. */
interface Competitor {
	/** Id of the entry. */
	readonly id: string;
	readonly dayId: string;
	/** Null without a status. */
	readonly statusId: string | null;
	readonly status: PilotStatus | null;
}

interface StatusWrite {
	readonly statements: readonly Guarded[];
	readonly audit: readonly AuditEntry[];
	readonly effects: readonly Effect[];
}

/**
 * Returns what a `commit` needs to set a status together with something else. The commit fails when the status has changed meanwhile.
 * @param said when and by whom, and as what; by nobody (null) when it is only what a launch has left that was taken back
 */
export function statusWrite(
	ctx: Ctx,
	{ id: registrationId, dayId, statusId, status: before }: Competitor,
	status: PilotStatus,
	{
		at = ctx.now,
		by = ctx.actor?.id ?? null,
		cause = causeOf(ctx),
	}: { readonly at?: Date; readonly by?: string | null; readonly cause?: Cause } = {},
): StatusWrite {
	const { db } = ctx;
	if (before === status) return { statements: [], audit: [], effects: [] };
	const id = statusId ?? crypto.randomUUID();
	const set = { statusId: id, status, statusAt: at, statusBy: by };
	return {
		statements: [
			exactlyOne(
				db
					.insert(pilotDays)
					.values({ dayId, registrationId, ...set })
					.onConflictDoUpdate({
						target: [pilotDays.dayId, pilotDays.registrationId],
						set,
						setWhere: sql`${pilotDays.statusId} IS ${statusId} AND ${pilotDays.status} IS ${before}`,
					}),
			),
		],
		audit: [
			{ action: "competitor-status.set", subjectId: id, before: { status: before }, after: { status } },
		],
		effects: [{ kind: "entry-scores-due", dayId, registrationId, by: cause }],
	};
}
