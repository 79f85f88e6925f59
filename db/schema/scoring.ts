import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type RowStatus, resultStatuses } from "../enums";
import { charts } from "./charts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";
import type { ScoreOverride, ScorePenalty } from "./score-decisions";
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

/** The day's numbers, with the names of the Annex. Distances and speeds are handicapped. */
export interface DayFigures {
	readonly n: number;
	readonly n1: number;
	readonly n2: number;
	readonly doM: number;
	/** Km/h; 0 when nobody finished. */
	readonly voKmh: number;
	/** Seconds; null when nobody finished. */
	readonly toS: number | null;
	readonly pm: number;
	readonly f: number;
	readonly fcr: number;
	readonly pvm: number;
	readonly pdm: number;
	/** Numbers of those in n, n1 and n2 whose flight is not evaluated yet. */
	readonly presumed: number;
	/** False when too few flew the least distance: then all have 0 points. */
	readonly counts: boolean;
}

export interface PointsRow {
	readonly id: string;
	/** Handicapped; null without a flight. */
	readonly dhM: number | null;
	/** Km/h; null for one who has not finished. */
	readonly vhKmh: number | null;
	readonly pv: number | null;
	readonly pd: number | null;
	/** S, after penalties; null while the flight is not evaluated. */
	readonly points: number | null;
	/** Null for guests, and for those without a flight. */
	readonly rank: number | null;
}

/**
 * Why a flight has no points before somebody has looked at it: its log is somebody else's and not confirmed, and then its row says what
 * it would without a log; or something is found in it.
 */
export type HoldReason = "unconfirmed" | "findings";

/** A penalty of a sheet. */
export interface RowPenalty extends ScorePenalty {
	/**
	 * The finding in whose words the scorer has given the penalty, which each reader has in their own language. Absent when the text is
	 * another one or the flight has the finding no longer.
	 */
	readonly said?: SaidFinding;
}

export interface SaidFinding extends Omit<Finding, "point" | "proposedPoints"> {
	/** Name of its point of the task; null where it is about none. */
	readonly pointName: string | null;
}

/** A competitor's day. It names the entry; the pilot's name is read with it. */
export interface ScoredRow extends Omit<PointsRow, "id"> {
	readonly registrationId: string;
	readonly status: RowStatus;
	/** The factor H that was used. */
	readonly handicap: number;
	/** Neither glider nor scorer gives a handicap, so the factor is 1. */
	readonly isHandicapMissing: boolean;
	readonly guest: boolean;
	readonly penalty: number;
	readonly penalties: readonly RowPenalty[];
	readonly override: ScoreOverride | null;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
	readonly distanceM: number | null;
	readonly timeS: number | null;
	readonly speedKmh: number | null;
	/** Null without an evaluated log. It has at most `mostOtherStarts`, and less detail when the sheet would not fit. */
	readonly flight: FlightResult | null;
	/** Why the row has no points for its flight, where not the engine says it. Absent when nothing holds the flight. */
	readonly held?: HoldReason;
	/** Another flight of the day would be worth more, and is held by its findings. Absent when there is none. */
	readonly isBetterHeld?: true;
	/** Points that findings propose and nobody has decided about; 0 for a finding without points. Absent when all are decided. */
	readonly proposed?: number;
}

/** Logs of a class that are evaluated against the version in force, of all. */
export interface Evaluating {
	readonly done: number;
	readonly of: number;
}

/** The preliminary scores of a class on a day, with all that explains them. */
export interface DayScores {
	readonly task: {
		readonly id: string;
		/** 1 is version A. */
		readonly number: number;
		readonly kind: "RT" | "AAT";
		readonly taskTimeS: number | null;
		readonly d1Km: number;
		readonly dmKm: number;
		readonly handicaps: boolean;
		/** Names of the points, start and finish included. */
		readonly points: readonly string[];
	};
	/** Set while logs are evaluated anew, in steps: it says how many are done. */
	readonly evaluating?: Evaluating;
	/** Evaluated logs, and competitors who owe one, as they have launched. */
	readonly logs: number;
	readonly expected: number;
	readonly day: DayFigures;
	/** Rows by rank. Those without a rank come last. */
	readonly rows: readonly ScoredRow[];
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

/** Preliminary scores of a class on a day. One row holds all of them, so they are never scored by half. */
export const dayScores = sqliteTable(
	"score_sheets",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		taskId: text("task_id")
			.notNull()
			.references(() => tasks.id),
		engine: text("engine").notNull(),
		/** Visitors see it; an organiser can hide the class. */
		published: flag("published").notNull().default(true),
		cancelled: flag("cancelled").notNull().default(false),
		/** It names entries, not people. */
		sheet: text("sheet", { mode: "json" }).$type<DayScores>().notNull(),
		computedAt: instant("computed_at").notNull(),
		/** How final the scores are. Official ones are copied to the results, and nothing changes them. */
		state: text("state", { enum: resultStatuses }).notNull().default("preliminary"),
		/** Since when: of unofficial scores, since the last change of points. Null for preliminary ones that were never closed. */
		stateSince: instant("state_since"),
		/** The end of the protest time; null while the scores are preliminary. */
		protestsUntil: instant("protests_until"),
		/** Why the scorer has chosen another end than the edition's. */
		protestsUntilReason: text("protests_until_reason"),
		/** An organiser has changed since what unofficial scores are made of; null once they are scored. */
		actedAt: instant("acted_at"),
		/** 1, and one more with each reopening. */
		revision: integer("revision").notNull().default(1),
		/** Time of the last reopening; null before the first. */
		reopenedAt: instant("reopened_at"),
		reopenReason: text("reopen_reason"),
		/** The sheet without its rows, which are most of it. */
		head: text("head", { mode: "json" }).$type<Omit<DayScores, "rows">>(),
		/** State of the sheet from which `head` and the rows of `results` were made; another one when the release before has written it since. */
		madeOf: text("made_of"),
	},
	(t) => [
		uniqueIndex("score_sheets_class_day").on(t.competitionClassId, t.dayId),
		index("score_sheets_day").on(t.dayId),
	],
);
