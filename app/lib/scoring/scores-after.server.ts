import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { rescoring } from "./announced-points";
import { type DayEntry, readClass, withEarlierFlights } from "./class-state.server";
import { makeDayScores, type ScoringCompetitor } from "./make-day-scores";
import { withResults } from "./run-evaluations.server";
import type { JoinedClass } from "./scoring-queries.server";

/** How entries would be on a day. @param entries those of the class, and one that may come into it */
export type Altering = (entries: readonly DayEntry[], where: ClassDay) => readonly DayEntry[];

/**
 * The scores of a class as they would be if its competitors flew with something else, beside those in force. Nothing of it is stored.
 * @returns null before the class is scored, where other results hold, and when nobody of the class is altered
 */
export async function scoresAfter(ctx: Ctx, where: JoinedClass, alter: Altering) {
	const found = await readClass(ctx, where);
	const stored = found?.state.stored;
	if (!found || !stored || found.state.isCovered) return null;
	const { state, entries, competitorsOf } = found;
	const altered = alter(entries, where);
	const isOwn = ({ classId }: DayEntry) => classId === where.classId;
	if (isSameList(entries.filter(isOwn), altered)) return null;
	const logs = altered.every(isOwn)
		? found.logs
		: await withResults(ctx, found.storedTask, found.logs, where.joining);
	const scored = (competitors: readonly ScoringCompetitor[]) =>
		makeDayScores(
			state.task,
			state.isIncomplete ? withEarlierFlights(state, competitors) : competitors,
			ctx.now,
		);
	const after = scored(competitorsOf(altered, logs));
	// What waits for an organiser's act comes with it.
	const before = stored.state === "preliminary" ? scored(state.competitors) : stored.sheet;
	const isAnew = !state.areFinal && rescoring({ ...stored, sheet: before }, after, true) === "anew";
	return { stored, areFinal: state.areFinal, before, after, isAnew };
}

function isSameList(one: readonly DayEntry[], other: readonly DayEntry[]): boolean {
	return one.length === other.length && one.every((entry) => other.includes(entry));
}
