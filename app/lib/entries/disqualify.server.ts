import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { type AuditEntry, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { complaints, requiredDate, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { type Result, refuse } from "~/lib/result";
import { competitionDays, pilotDays, registrations } from "~db/schema";
import { type Entry, entryById } from "./entries-queries.server";

const reason = requiredLine(limits.reason);
/** `from` is the date of the first day without points. */
export const disqualificationSchema = z.object({ from: requiredDate, reason });
export const liftingSchema = z.object({ reason });

/**
 * Disqualifies a competitor from the competition, or changes from which day on and why. Days before keep their points; the total has no
 * place for the competitor. Refuses with `stale` who is no competitor, and with `invalid-fields` from a date that is no competition day.
 */
export async function disqualifyEntry(
	ctx: StaffCtx<"entries">,
	id: string,
	{ from, reason: why }: z.infer<typeof disqualificationSchema>,
): Promise<Result<null, "not-found" | "stale" | "invalid-fields">> {
	const { entry, day } = await read(ctx.db, {
		entry: first(entryById(ctx.db, id)),
		day: first(
			ctx.db
				.select({ date: competitionDays.date })
				.from(competitionDays)
				.where(eq(competitionDays.date, from)),
		),
	});
	if (!entry) return refuse("not-found");
	if (!entry.accepted && entry.withdrawnFrom === null) return refuse("stale");
	if (!day) return refuse("invalid-fields", { from: complaints.choice });
	const after = { disqualifiedFrom: from, disqualifiedReason: why };
	return writeDisqualification(ctx, entry, after, { action: "registration.disqualify", after });
}

/** Takes a disqualification back. The reason stands in the audit log. */
export async function liftDisqualification(
	ctx: StaffCtx<"entries">,
	id: string,
	{ reason: why }: z.infer<typeof liftingSchema>,
): Promise<Result<null, "not-found" | "stale">> {
	const [entry] = await entryById(ctx.db, id);
	if (!entry) return refuse("not-found");
	if (entry.disqualifiedFrom === null) return refuse("stale");
	const none = { disqualifiedFrom: null, disqualifiedReason: null };
	const after = { disqualifiedFrom: null, reason: why };
	return writeDisqualification(ctx, entry, none, { action: "registration.lift-disqualification", after });
}

async function writeDisqualification(
	ctx: StaffCtx<"entries">,
	entry: Entry,
	values: Pick<Entry, "disqualifiedFrom" | "disqualifiedReason">,
	audit: Pick<AuditEntry, "action" | "after">,
) {
	const { id, disqualifiedFrom, disqualifiedReason } = entry;
	const flownIn = await ctx.db
		.selectDistinct({ classId: pilotDays.competitionClassId })
		.from(pilotDays)
		.where(eq(pilotDays.registrationId, id));
	const classIds = [entry.competitionClassId, ...flownIn.flatMap(({ classId }) => classId ?? [])];
	const [from] = [disqualifiedFrom, values.disqualifiedFrom].filter((day) => day !== null).toSorted();
	const isUnchanged = and(
		eq(registrations.id, id),
		sql`${registrations.disqualifiedFrom} IS ${disqualifiedFrom}`,
		sql`${registrations.disqualifiedReason} IS ${disqualifiedReason}`,
	);
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(registrations)
					.set({ ...values, updatedAt: ctx.now })
					.where(isUnchanged),
			),
		],
		audit: { ...audit, subjectId: id, before: { disqualifiedFrom, disqualifiedReason } },
		effects: [{ kind: "class-scores-due", classIds, from: from ?? null, by: "organiser" }],
		visible: true,
	});
}
