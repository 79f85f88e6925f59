import type { Finding, Performance } from "~db/schema";

/** Points of a pilot's first late log of the competition, of the second, and of every other one (Annex A 2025, list of penalties). */
const lateLogPoints = [0, 10, 25] as const;

export interface SentLog {
	/** When the version that counts came: an earlier one of the flight does not keep the time. */
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
