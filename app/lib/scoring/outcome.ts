import { addDays, startOfDay } from "~/lib/editions/prague-time";
import type { CompetitorState } from "~db/enums";
import type { Finding, Performance } from "./performance";
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

/** An evaluated log says what was flown; without one, the state does as long as the log is not due. */
export function outcomeOf({ performance, state, stateAt }: KnownDay, deadline: LogDeadline): Outcome {
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

/** Points of a pilot's first late log of the competition, of the second, and of every other one (Annex A 2025, list of penalties). */
const lateLogPoints = [0, 10, 25] as const;

export interface SentLog {
	/** When the first version of the log came. */
	readonly sentAt: Date;
	/** Seconds after the landing; null without a rule. */
	readonly logDeadlineS: number | null;
	/** Late logs of the pilot on the days before. */
	readonly lateBefore: number;
}

/** A performance with the finding that its log came late. */
export function withLateLog(
	performance: Performance,
	{ sentAt, logDeadlineS, lateBefore }: SentLog,
): Performance {
	if (performance.landing === null || logDeadlineS === null) return performance;
	const lateMs = sentAt.getTime() - performance.landing - logDeadlineS * 1000;
	if (lateMs <= 0) return performance;
	const finding: Finding = {
		kind: "logLate",
		at: sentAt.getTime(),
		value: Math.ceil(lateMs / 60_000),
		proposedPoints: lateLogPoints[lateBefore] ?? lateLogPoints[2],
		point: null,
	};
	return { ...performance, findings: [...performance.findings, finding] };
}
