import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { areDaysLocked } from "~/lib/days/final-results.server";
import { commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { type Result, refuse } from "~/lib/result";
import { moveEarlierEnds, protestDays } from "~/lib/scoring/protest-days.server";
import { chosenEnd, finalDate, type OtherEnd } from "~/lib/scoring/protest-deadline";
import { nameProtestEnd, resultsMails } from "~/lib/scoring/results-mails.server";
import { sourceElsewhere, storedScores } from "~/lib/scoring/scoring-queries.server";
import { isUntouched } from "~/lib/scoring/store-scores.server";
import { dayScores } from "~db/schema";

interface OtherEndInput extends OtherEnd {
	/** The end that the scorer saw, UTC milliseconds. */
	readonly seen: number;
}

/**
 * Gives the protest time of unofficial results another end, with a reason; one that is over begins again. It is no new announcement. The
 * class gets a mail. Refuses with `stale` when the end is another one than the scorer saw, and after a reopening.
 */
export async function setProtestEnd(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	{ seen, ...typed }: OtherEndInput,
): Promise<
	Result<
		null,
		"days-locked" | "invalid-fields" | "not-found" | "results-elsewhere" | "results-hidden" | "stale"
	>
> {
	const { db, edition, now } = ctx;
	const { day, days, stored, elsewhere } = await read(db, {
		day: first(dayById(db, classDay.dayId)),
		days: protestDays(db, classDay.classId),
		stored: first(storedScores(db, classDay)),
		elsewhere: first(sourceElsewhere(db, classDay)),
	});
	if (!day || !stored) return refuse("not-found");
	if (areDaysLocked(edition, now)) return refuse("days-locked");
	if (elsewhere) return refuse("results-elsewhere");
	if (!stored.published) return refuse("results-hidden");
	const { state, stateSince, protestsUntil: was } = stored;
	if (state !== "unofficial" || !stateSince || was?.getTime() !== seen) return refuse("stale");
	const chosen = chosenEnd(null, typed, now);
	if (!chosen.ok) return chosen;
	const { protestsUntil, protestsUntilReason: reason } = chosen.value;
	const final = { date: day.date, was, until: protestsUntil, since: stateSince };
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(db.update(dayScores).set(chosen.value).where(isUntouched(stored))),
			nameProtestEnd(db, classDay, protestsUntil),
			...moveEarlierEnds(ctx, classDay.classId, days, final),
		],
		audit: {
			action: "score.protest-end",
			subjectId: classDay.classId,
			before: { protestsUntil: was },
			after: { dayId: classDay.dayId, protestsUntil, reason },
		},
		outbox: await resultsMails(ctx, classDay, {
			state,
			moved: true,
			protestsUntil,
			reason,
			endsEarlier: finalDate(edition, days) === day.date,
		}),
		visible: true,
	});
}
