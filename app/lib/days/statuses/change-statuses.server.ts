import { and, eq, sql } from "drizzle-orm";
import { causeOf, worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import {
	type CompetitorStatus,
	statusById,
	statusesOfDay,
} from "~/lib/days/statuses/statuses-queries.server";
import { isSaidAfter, tappedAt } from "~/lib/days/statuses/tap-time.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { commitFormKey, consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import {
	dropReserveStatus,
	missingStatuses,
	reserveOnDay,
	statusForReserve,
} from "~/lib/entries/status-rows.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import type { PilotStatus } from "~db/enums";
import { pilotDays } from "~db/schema";
import { dayById } from "../days-queries.server";

/** Adds the missing statuses of a day: every starter begins on the ground. */
export async function makeStatuses(
	ctx: DeskCtx,
	{ day: dayId }: { readonly day: string },
): Promise<Result<CompetitorStatus[], "invalid-fields">> {
	const { db, now } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("invalid-fields", { day: "form.field.choice" });
	await commit(ctx, {
		statements: [missingStatuses(db, dayId, now)],
		audit: { action: "competitor-status.make", subjectId: dayId },
		visible: true,
	});
	return done(sortedByStartNumber(await statusesOfDay(db, dayId)));
}

interface StatusChange {
	readonly id: string;
	readonly status: PilotStatus | null;
	/** The status that the organiser saw; `stale` when the competitor has neither this one nor the new one. */
	readonly seen?: PilotStatus | null | undefined;
	/** Milliseconds for which the tap has waited; absent for none. */
	readonly waited?: number | null | undefined;
}

type Changed = Promise<Result<CompetitorStatus, "not-found" | "stale">>;

/** Attempts of a change without `seen`, while others change the same status. */
const mostAttempts = 5;

/**
 * Sets the status of a competitor. Any status may follow any other; null clears it. The audit log gets exactly the status that this
 * change replaced.
 * @param formKey random key of a tap: sent again, it changes nothing
 */
export async function setStatus(ctx: DeskCtx, change: StatusChange, formKey: string | null = null): Changed {
	for (let attempt = 1; ; attempt++) {
		const changed = await trySetStatus(ctx, change, formKey);
		const isOvertaken = !changed.ok && changed.reason === "stale" && change.seen === undefined;
		if (!isOvertaken || attempt === mostAttempts) return changed;
	}
}

async function trySetStatus(
	ctx: DeskCtx,
	{ id, status, seen, waited }: StatusChange,
	formKey: string | null,
): Changed {
	const { db, actor } = ctx;
	const at = tappedAt(ctx, waited);
	const [before] = await statusById(db, id);
	if (!before || !worksOn(ctx, before.dayId)) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(before);
	if (seen !== undefined && before.status === status) {
		await commitFormKey(ctx, formKey, id);
		return done(before);
	}
	// The status that the sender saw may have come back since.
	const said = { statusAt: before.updatedAt, statusBy: before.setBy, launches: before.launches };
	if (seen !== undefined && (before.status !== seen || isSaidAfter(said, at))) return refuse("stale");
	const committed = await commit(ctx, {
		statements: [
			// First: the same tap that arrives twice at once is no conflict.
			...consumeFormKey(ctx, formKey, id),
			exactlyOne(
				db
					.update(pilotDays)
					.set({ status, statusAt: at, statusBy: actor.id })
					.where(and(eq(pilotDays.statusId, id), sql`${pilotDays.status} IS ${before.status}`)),
			),
		],
		audit: {
			action: "competitor-status.set",
			subjectId: id,
			before: { status: before.status },
			after: { status },
		},
		effects: [
			{
				kind: "entry-scores-due",
				dayId: before.dayId,
				registrationId: before.registrationId,
				by: causeOf(ctx),
			},
		],
		visible: true,
	});
	if (committed.ok || wasSentBefore(committed)) {
		return done({ ...before, status, updatedAt: at, setBy: `${actor.name} ${actor.surname}` });
	}
	return refuse("stale");
}

interface ReserveOfDay {
	/** Id of the day. */
	readonly day: string;
	/** Id of the entry. */
	readonly reserve: string;
}

/** Adds a reserve who flies on a day: the reserve gets a status, and is expected like the starters. Adding again changes nothing. */
export async function addReserve(
	ctx: DeskCtx,
	{ day: dayId, reserve }: ReserveOfDay,
): Promise<Result<null, "not-found">> {
	const { db, now } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(statusForReserve(db, dayId, reserve, now))],
		audit: { action: "competitor-status.add-reserve", subjectId: reserve, after: { day: day.date } },
		effects: [{ kind: "entry-scores-due", dayId, registrationId: reserve, by: causeOf(ctx) }],
		visible: true,
	});
	if (committed.ok || (await reserveOnDay(db, dayId, reserve)).length > 0) return done(null);
	return refuse("not-found");
}

/** Removes a reserve from a day. Refused as `stale` when the reserve has taken off meanwhile, or is not on the day any more. */
export async function removeReserve(
	ctx: DeskCtx,
	{ day: dayId, reserve }: ReserveOfDay,
): Promise<Result<null, "not-found" | "stale">> {
	const { db } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(dropReserveStatus(db, dayId, reserve))],
		audit: { action: "competitor-status.remove-reserve", subjectId: reserve, before: { day: day.date } },
		effects: [{ kind: "entry-scores-due", dayId, registrationId: reserve, by: causeOf(ctx) }],
		visible: true,
	});
	if (!committed.ok) return refuse("stale");
	return done(null);
}
