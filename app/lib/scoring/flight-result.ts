import type { Finding, FindingKind, FlightResult } from "~db/schema";
import { lateLogPoints } from "./penalty-rates";

/**
 * Raised by every change that gives another result for the same flight: stored results of an older engine are
 * then computed anew.
 */
export const engineVersion = "12";

/** Evaluations of a log that may end without a result, such as by the platform's limit; then the log is set aside. */
export const mostUnfinished = 2;

/** The speed over a task that no glider exceeds, km/h. */
export const fastestKmh = 400;

/** Findings with which a flight shows no points before an organiser has confirmed its log. */
const holding: ReadonlySet<FindingKind> = new Set<FindingKind>([
	"clock",
	"clockJump",
	"clockStands",
	"clockWrong",
	"exchanged",
	"otherDay",
	"sameLog",
	"sameRecorder",
	"tooFast",
]);

export function holds({ kind }: Pick<Finding, "kind">): boolean {
	return holding.has(kind);
}

export function isHeldByFinding({ findings }: Pick<FlightResult, "findings">): boolean {
	return findings.some(holds);
}

/** A finding about the moment and point that its finder looks at. */
export type Observation = Pick<Finding, "kind" | "value" | "proposedPoints">;

/** Whether a flight was too much work to be evaluated by itself: its figures are none, and the scorer decides. */
export function isIrregular({ findings }: Pick<FlightResult, "findings">): boolean {
	return findings.some(({ kind }) => kind === "tooIrregular");
}

/** The finding of who was launched again after landing outside the contest site. @param takeOff milliseconds since 1970 */
export function relaunched(takeOff: number): Finding {
	return { kind: "relaunchAfterOutlanding", at: takeOff, value: null, proposedPoints: 0, point: null };
}

interface SentLog {
	/**
	 * When the version that counts was received. An earlier version of the flight does not keep the deadline. Null when none counts.
	 */
	readonly sentAt: Date | null;
	/** Seconds after the landing; null without a rule. */
	readonly logDeadlineS: number | null;
	/** Late logs of the pilot on the days before. */
	readonly lateBefore: number;
}

/** A result with the finding that its log came late. */
export function withLateLog(
	result: FlightResult,
	{ sentAt, logDeadlineS, lateBefore }: SentLog,
): FlightResult {
	if (result.landing === null || logDeadlineS === null || sentAt === null) return result;
	const lateMs = sentAt.getTime() - result.landing - logDeadlineS * 1000;
	if (lateMs <= 0) return result;
	const finding: Finding = {
		kind: "logLate",
		at: sentAt.getTime(),
		value: Math.ceil(lateMs / 60_000),
		proposedPoints: lateLogPoints[lateBefore] ?? lateLogPoints[2],
		point: null,
	};
	return { ...result, findings: [...result.findings, finding] };
}
