import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type RowStatus, resultStatuses } from "../enums";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";
import type { Finding, FlightResult } from "./flight-results";
import type { ScoreOverride, ScorePenalty } from "./score-decisions";
import { tasks } from "./tasks";

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

/** A penalty of a scored row. */
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
