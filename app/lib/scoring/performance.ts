import type { Position } from "~/lib/geodesy/position";

/**
 * Raised by every change that gives another performance for the same flight: stored performances of an older engine are
 * then computed anew.
 */
export const engineVersion = "9";

/** Evaluations of a log that may end without a result, such as by the platform's limit; then the log is set aside. */
export const mostUnfinished = 2;

/** The speed over a task that no glider exceeds, km/h. */
export const fastestKmh = 400;

/** What somebody has to know or to decide; the text is `scoring.finding.<kind>`. */
export type FindingKind =
	| "airspace"
	| "airspaceUnjudged"
	| "clockJump"
	| "engine"
	| "enginePeak"
	| "finishClosed"
	| "finishLow"
	| "gap"
	| "landedWithoutCrossing"
	| "legsLeftOut"
	| "logLate"
	| "noStart"
	| "otherDay"
	| "pevMissing"
	| "pevOutside"
	| "pointMissed"
	| "pointNotReached"
	| "sameLog"
	| "sameRecorder"
	| "startEarly"
	| "startHigh"
	| "startLineMissed"
	| "startTooFast"
	| "tooFast"
	| "tooIrregular"
	| "tooManyFindings";

/** Findings with which a flight shows no points before an organiser has confirmed its log. */
const holding: ReadonlySet<FindingKind> = new Set<FindingKind>([
	"clockJump",
	"otherDay",
	"sameLog",
	"sameRecorder",
	"tooFast",
]);

export function isHeldByFinding({ findings }: Performance): boolean {
	return findings.some(({ kind }) => holding.has(kind));
}

export interface Finding {
	readonly kind: FindingKind;
	/** Milliseconds since 1970; null where there is no moment. */
	readonly at: number | null;
	/** Metres; seconds for a gap and for PEV, minutes for a late log, km/h for a speed. Null where there is nothing to measure. */
	readonly value: number | null;
	/** Never applied by itself. */
	readonly proposedPoints: number;
	/** The point of the task, 0 for the start; null where it is about none. */
	readonly point: number | null;
	/** Start number of the competitor who has the same log, or one of the same recorder. */
	readonly other?: string;
	/** Of an airspace; `at` is the entry. */
	readonly space?: EnteredSpace;
}

export interface EnteredSpace {
	readonly name: string;
	/** Milliseconds since 1970. */
	readonly until: number;
	/** Metres from the edge, and from floor and ceiling, where it was most; null in a space without either. */
	readonly sidewaysM: number;
	readonly verticalM: number | null;
	/** Of one who is out at the entry; null where the scorer cannot choose that. */
	readonly outDistanceM: number | null;
}

/** A finding about the moment and point that its finder looks at. */
export type Observation = Pick<Finding, "kind" | "value" | "proposedPoints">;

export interface Start {
	/** Milliseconds since 1970, whole seconds. */
	readonly at: number;
	/** Metres above sea level. */
	readonly heightM: number;
	readonly speedKmh: number;
}

/** A turn point or an area, in the order of the task. */
export interface Reached {
	/** Milliseconds since 1970; null when it was not reached. */
	readonly at: number | null;
	/** Metres by which it was missed; 0 when it was reached. */
	readonly missedM: number;
	/** The fix of an area that counts. */
	readonly credited: Position | null;
}

/** A flight against a task: plain data, fit for JSON. */
export interface Performance {
	/** `none` without a take-off. */
	readonly status: "finished" | "out" | "none";
	/** Milliseconds since 1970. */
	readonly takeOff: number | null;
	readonly landing: number | null;
	readonly start: Start | null;
	/** Valid starts that count less. */
	readonly otherStarts: readonly number[];
	readonly reached: readonly Reached[];
	readonly finish: number | null;
	readonly finishHeightM: number | null;
	/** Where one who is out is scored; null for others. */
	readonly position: (Position & { readonly at: number }) | null;
	/** Whole metres. */
	readonly distanceM: number;
	/** Seconds that count: in an area task at least the task time. Null for one who is out. */
	readonly timeS: number | null;
	readonly findings: readonly Finding[];
}

/** Whether a flight was too much work to be evaluated by itself: its figures are none, and the scorer decides. */
export function isIrregular({ findings }: Pick<Performance, "findings">): boolean {
	return findings.some(({ kind }) => kind === "tooIrregular");
}
