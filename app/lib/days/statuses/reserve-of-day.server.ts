import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { dropReserveStatus, statusForReserve } from "~/lib/entries/status-rows.server";
import { done, type Result, refuse } from "~/lib/result";

interface ReserveOfDay {
	/** Its id. */
	readonly day: string;
	/** Id of the entry. */
	readonly reserve: string;
}

/** A reserve who flies on a day gets a status, and is expected like the starters. Adding again changes nothing. */
export async function addReserve(
	ctx: AdminCtx,
	{ day: dayId, reserve }: ReserveOfDay,
): Promise<Result<null, "not-found">> {
	const { db, now, actor } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(statusForReserve(db, dayId, reserve, now, actor.id))],
		audit: { action: "competitor-status.add-reserve", subjectId: reserve, after: { day: day.date } },
		effects: [{ kind: "entry-scores-due", dayId, registrationId: reserve }],
		visible: true,
	});
	if (!committed.ok && committed.reason !== "taken") return refuse("not-found");
	return done(null);
}

/** Refused as `stale` when the reserve has taken off meanwhile, or is not on the day any more. */
export async function removeReserve(
	ctx: AdminCtx,
	{ day: dayId, reserve }: ReserveOfDay,
): Promise<Result<null, "not-found" | "stale">> {
	const { db } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(dropReserveStatus(db, dayId, reserve))],
		audit: { action: "competitor-status.remove-reserve", subjectId: reserve, before: { day: day.date } },
		effects: [{ kind: "entry-scores-due", dayId, registrationId: reserve }],
		visible: true,
	});
	if (!committed.ok) return refuse("stale");
	return done(null);
}
