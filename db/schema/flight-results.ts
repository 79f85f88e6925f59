import { integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { charts } from "./charts";
import { id, instant } from "./columns";
import { tasks } from "./tasks";

/** Kinds of what a scorer has to know or to decide. The text is `scoring.finding.<kind>`. */
export type FindingKind =
	| "airspace"
	| "airspaceUnjudged"
	| "backupCovers"
	| "backupDiffers"
	| "backupUsed"
	| "clock"
	| "clockJump"
	| "clockStands"
	| "clockWrong"
	| "engine"
	| "engineNoise"
	| "enginePeak"
	| "engineRun"
	| "exchanged"
	| "finishClosed"
	| "finishLow"
	| "gap"
	| "landedOutside"
	| "landedWithoutCrossing"
	| "legsLeftOut"
	| "logLate"
	| "noStart"
	| "otherDay"
	| "othersLog"
	| "pevMissing"
	| "pevOutside"
	| "pieces"
	| "pointMissed"
	| "pointNotReached"
	| "pressureSensor"
	| "relaunchAfterOutlanding"
	| "sameLog"
	| "sameRecorder"
	| "seam"
	| "sharedRecorder"
	| "startEarly"
	| "startHigh"
	| "startLineMissed"
	| "startTooFast"
	| "tooFast"
	| "tooIrregular"
	| "tooManyFindings"
	| "unsigned"
	| "wideAltitudes"
	| "zeroPositions";

export interface Finding {
	readonly kind: FindingKind;
	/** Milliseconds since 1970; null where there is no moment. */
	readonly at: number | null;
	/**
	 * Metres; seconds for a gap, a seam, noise and PEV, minutes for a late log, km/h for a speed, hours that a clock is slow, a number of
	 * fixes. Null where there is nothing to measure.
	 */
	readonly value: number | null;
	/** Never applied by itself. */
	readonly proposedPoints: number;
	/** The point of the task, 0 for the start; null where it is about none. */
	readonly point: number | null;
	/** Start number of the competitor who has the same log or one of the same recorder, or whose it looks like. */
	readonly other?: string;
	/** Recorder of the backup that the finding is about, such as "LXV 6MS". */
	readonly recorder?: string;
	/** Airspace of the finding; `at` is the entry. */
	readonly space?: EnteredSpace;
}

export interface EnteredSpace {
	readonly name: string;
	/** Milliseconds since 1970. */
	readonly until: number;
	/** Largest distances in metres from the edge, and from floor and ceiling; null in a space without either. */
	readonly sidewaysM: number;
	readonly verticalM: number | null;
	/** Distance of a flight that ends at the entry; null when the scorer cannot choose that. */
	readonly outDistanceM: number | null;
}

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
	readonly credited: { readonly latitude: number; readonly longitude: number } | null;
}

/** A flight against a task: plain data, fit for JSON. */
export interface FlightResult {
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
	/** Where a flight that does not finish is scored; null for others. */
	readonly position: { readonly latitude: number; readonly longitude: number; readonly at: number } | null;
	/** Whole metres. */
	readonly distanceM: number;
	/** Seconds that count: in an area task at least the task time. Null for a flight that does not finish. */
	readonly timeS: number | null;
	/** Landed outside the contest site, so no later launch of the day counts. Absent otherwise, and in results of engines before 10. */
	readonly outlanded?: true;
	/** The first gaps in the air, each from one fix to the next, in milliseconds since 1970. Absent without any. */
	readonly gaps?: readonly (readonly [number, number])[];
	readonly findings: readonly Finding[];
}

/** The figures of a part of a flight, in whole metres and seconds. Without phases, when fixes are sparse, their times are 0. */
export interface FlownStretch {
	readonly timeS: number;
	/** Along the track; a time of circling counts as the straight line from its beginning to its end. */
	readonly flownM: number;
	readonly fromHeightM: number;
	readonly toHeightM: number;
	readonly climbs: number;
	readonly climbS: number;
	readonly gainM: number;
	readonly attempts: number;
	readonly attemptS: number;
	readonly attemptLossM: number;
	readonly glideS: number;
	readonly glideM: number;
	/** Height lost in glides; negative where they went up. */
	readonly glideLossM: number;
	/** Seconds without fixes. They are in none of the others. */
	readonly gapS: number;
	/** Share of the credited distance that was flown beyond it; null where nothing is credited. */
	readonly detour: number | null;
}

export interface FlownLeg extends FlownStretch {
	/** The point of the task that the leg leads to. */
	readonly point: number;
	readonly isComplete: boolean;
	/** Milliseconds since 1970. */
	readonly from: number;
	readonly to: number;
	readonly creditedM: number;
}

export interface FlownClimb {
	/** Milliseconds since 1970. */
	readonly from: number;
	readonly to: number;
	readonly timeS: number;
	readonly gainM: number;
	/** Climb rate in metres a second, over the whole climb and over the best half minute. */
	readonly rate: number;
	readonly best: number;
	readonly turns: "left" | "right" | "both";
	/** The middle of the circles, and how it moved. */
	readonly latitude: number;
	readonly longitude: number;
	readonly driftKmh: number;
	readonly driftDeg: number;
}

export interface FlownWind {
	/** `from` and `to` are metres above sea level; of an hour, milliseconds since 1970. */
	readonly part: "all" | "heights" | "hour";
	readonly from: number;
	readonly to: number;
	readonly kmh: number;
	readonly fromDeg: number;
	/** How many circles say so. */
	readonly circles: number;
}

export interface WholeFlight extends FlownStretch {
	/** Share of the time in climbs that was spent in the best third of them. */
	readonly bestThird: number | null;
	readonly lowestM: number;
	readonly highestM: number;
}

/** The analysis of where the time of a flight went. Plain data, fit for JSON. */
export interface FlightAnalysis {
	/** Version of the analysis. */
	readonly version: string;
	/** Fixes are so far apart that nobody can say who circles: there are legs only. */
	readonly isSparse: boolean;
	/** From the start to the finish or the place that scores, milliseconds since 1970; without a start, the time in the air. */
	readonly from: number;
	readonly to: number;
	readonly legs: readonly FlownLeg[];
	/** Climbs in order. When there are too many, those with the largest gain. */
	readonly climbs: readonly FlownClimb[];
	readonly whole: WholeFlight;
	/** Empty without enough circles. */
	readonly winds: readonly FlownWind[];
}

/** An intrusion as it is stored: plain data, fit for JSON. */
export interface CheckedSpace {
	readonly name: string;
	/** False where the file states a height above ground: no terrain is known, so any height may be inside. */
	readonly judged: boolean;
	/** Milliseconds since 1970. */
	readonly from: number;
	readonly until: number;
	/** Whole metres. */
	readonly depthM: number;
	readonly sidewaysM: number;
	readonly verticalM: number | null;
	/** Distance of one who is out at the entry; null where that changes nothing, or is not proposed. */
	readonly outDistanceM: number | null;
}

/** Results of our engine for flight logs. Another version of task, log or engine has another row. */
export const flightResults = sqliteTable(
	"performances",
	{
		id: id(),
		taskId: text("task_id")
			.notNull()
			.references(() => tasks.id),
		/** Digest of the flight log. */
		sha256: text("sha256").notNull(),
		engine: text("engine").notNull(),
		/** Null when the log cannot be read, and until its first evaluation has finished. */
		result: text("performance", { mode: "json" }).$type<FlightResult>(),
		/** Against the airspace and with the QNH of the next two columns. */
		spaces: text("spaces", { mode: "json" }).$type<readonly CheckedSpace[]>(),
		airspaceId: text("airspace_id").references(() => charts.id),
		qnhHpa: real("qnh_hpa"),
		/** Null where there is nothing to analyse, and for logs that were evaluated before there was an analysis. */
		analysis: text("analysis", { mode: "json" }).$type<FlightAnalysis>(),
		/** Evaluations that began since the last one that finished. After the second one the log is set aside. */
		unfinished: integer("unfinished").notNull().default(0),
		computedAt: instant("computed_at").notNull(),
	},
	(t) => [uniqueIndex("performances_flight").on(t.taskId, t.sha256, t.engine)],
);
