import { addDays, startOfDay } from "~/lib/editions/prague-time";
import type { CompetitorState } from "~db/enums";
import type { Performance } from "~db/schema";
import { isIrregular } from "./performance";
import type { Outcome } from "./points";

export interface KnownDay {
	readonly performance: Performance | null;
	readonly state: CompetitorState | null;
	/** When the state was set. */
	readonly stateAt: Date | null;
}

export interface LogDeadline {
	/** Local date of the competition day. */
	readonly date: string;
	/** Seconds after the landing; without a rule, logs are due at the end of the day. */
	readonly logDeadlineS: number | null;
	readonly now: Date;
}

/** A log that could not be evaluated by itself waits for the scorer. Another one says what was flown; without one, the state does as long as the log is not due. */
export function outcomeOf({ performance, state, stateAt }: KnownDay, deadline: LogDeadline): Outcome {
	if (performance && isIrregular(performance)) return { kind: "withheld" };
	if (performance?.status === "finished" && performance.timeS !== null)
		return { kind: "finished", distanceM: performance.distanceM, timeS: performance.timeS };
	if (performance?.status === "out") return { kind: "out", distanceM: performance.distanceM };
	if (state === null || state === "DNF") return { kind: "dnf" };
	const isDue = deadline.now.getTime() >= dueAt(deadline, state === "FLYING" ? null : stateAt);
	if (isDue) return { kind: "missing" };
	return { kind: state === "OUTLANDING" ? "outlanded" : "flying" };
}

/** @param landedAt null for one who has not landed */
function dueAt({ date, logDeadlineS }: LogDeadline, landedAt: Date | null): number {
	const endOfDay = startOfDay(addDays(date, 1)).getTime();
	if (landedAt === null || logDeadlineS === null) return endOfDay;
	return Math.min(endOfDay, landedAt.getTime() + logDeadlineS * 1000);
}
