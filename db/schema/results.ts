import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { resultSources, resultStatuses, rowStatuses } from "../enums";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses, registrations } from "./entries";
import type { ScoreOverride } from "./score-decisions";
import type { HoldReason, RowPenalty } from "./scoring";

/** The results of a class on a day: their source, and how final they are. */
export const resultTables = sqliteTable(
	"result_sheets",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		status: text("status", { enum: resultStatuses }).notNull(),
		source: text("source", { enum: resultSources }).notNull(),
		updatedAt: instant("updated_at").notNull(),
		/** State of the table from which the rows of `results` were made; another one when the release before has written it since. */
		madeOf: text("made_of"),
	},
	(t) => [uniqueIndex("result_sheets_class_day").on(t.competitionClassId, t.dayId)],
);

/**
 * The results of competitors on a day, and what every page reads of them: one set of rows of ours, and one from elsewhere where another
 * source has results. `result-rows.server.ts` makes them of the sheet of our scores and of `daily_results`. Both are written along for the
 * release before, which reads those; our sheet keeps what explains its scores.
 */
export const results = sqliteTable(
	"results",
	{
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		isOurs: flag("is_ours").notNull(),
		/** Identifies the competitor: ours by the entry, others by the folded start number if the source has it, else by the name. */
		competitor: text("competitor").notNull(),
		/** The entry; null when no accepted entry of the class, or more than one, has the start number. */
		registrationId: text("registration_id").references(() => registrations.id),
		/** As the source or our official results state them; null in ours before, which have those of the day. */
		startNumber: text("start_number"),
		name: text("name"),
		aeroclub: text("aeroclub"),
		glider: text("glider"),
		/** Null without a place, for example of a guest. */
		place: integer("place"),
		/** Null while the flight is not evaluated. */
		points: real("points"),
		/** For information: `points` are the points after it. Like the figures of the flight, it is null when the source does not state it. */
		penalty: real("penalty"),
		handicap: real("handicap"),
		distanceM: real("distance_m"),
		speedKmh: real("speed_kmh"),
		/** What our engine says of the flight; null in results from elsewhere, as all up to `isExplained`. */
		status: text("status", { enum: rowStatuses }),
		/** Milliseconds since 1970. */
		start: integer("start"),
		finish: integer("finish"),
		timeS: real("time_s"),
		penalties: text("penalties", { mode: "json" }).$type<readonly RowPenalty[]>(),
		override: text("override", { mode: "json" }).$type<ScoreOverride>(),
		/** Why the flight has no points, where not the engine says it. */
		held: text("held").$type<HoldReason>(),
		/** Points that undecided findings propose, 0 for a finding without points; null when all are decided. */
		proposed: real("proposed"),
		isGuest: flag("is_guest").notNull().default(false),
		isExplained: flag("is_explained").notNull().default(false),
		/** Total and position after this day; null when the source does not state them. */
		totalPoints: real("total_points"),
		totalPosition: integer("total_position"),
		flightId: integer("flight_id"),
	},
	(t) => [
		uniqueIndex("results_class_day_competitor").on(t.competitionClassId, t.dayId, t.isOurs, t.competitor),
		index("results_day").on(t.dayId),
		index("results_registration").on(t.registrationId),
	],
);

export const dailyResults = sqliteTable(
	"daily_results",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		/** The entry; null when no accepted entry of the class, or more than one, has the start number. */
		registrationId: text("registration_id").references(() => registrations.id),
		/** Identifies the competitor on every day: the folded start number if the source has it, else the name. */
		competitor: text("competitor").notNull(),
		position: integer("position").notNull(),
		name: text("name").notNull(),
		aeroclub: text("aeroclub").notNull(),
		glider: text("glider").notNull(),
		handicap: real("handicap"),
		points: real("points").notNull(),
		/**
		 * Penalty, for information: `points` are the points after it. Like the figures of the flight, it is null when the source does
		 * not state it.
		 */
		penalty: real("penalty"),
		distanceM: real("distance_m"),
		speedKmh: real("speed_kmh"),
		/** Total and position after this day; null when the source does not state them. */
		totalPoints: real("total_points"),
		totalPosition: integer("total_position"),
		flightId: integer("flight_id"),
	},
	(t) => [
		uniqueIndex("daily_results_class_day_competitor").on(t.competitionClassId, t.dayId, t.competitor),
		index("daily_results_day").on(t.dayId),
		index("daily_results_registration").on(t.registrationId),
	],
);

/** The kinds of `SoaringSpotError`, then the errors of the sync itself. */
export type SyncError =
	| "unauthorized"
	| "notFound"
	| "http"
	| "timeout"
	| "network"
	| "notJson"
	| "shape"
	| "tooLarge"
	| "foreignLink"
	| "noContest"
	| "interrupted"
	| "internal";

/** Days are local dates. */
export interface ClassReport {
	readonly name: string;
	readonly type: string;
	/**
	 * - `updated`, `unchanged`
	 * - `empty`: the source has no results of the class yet
	 * - `notMatched`: the source has no such class
	 * - `overtaken`: an organiser replaced a table meanwhile; the next run writes again
	 * - `failed`: see `error`; the rows of the class stay
	 */
	readonly outcome: "updated" | "unchanged" | "empty" | "notMatched" | "overtaken" | "failed";
	readonly error: SyncError | null;
	/** Days whose results were written. */
	readonly written: readonly string[];
	/** Days whose results were removed, because the source cancelled the task. */
	readonly removed: readonly string[];
	/** Days that an organiser imported from a file; the sync does not change them. */
	readonly imported: readonly string[];
	/** Days with results but without a task here, so that nobody sees them. */
	readonly hidden: readonly string[];
}

export interface SyncReport {
	/** Set when the run failed before the first class. */
	readonly error: SyncError | null;
	readonly classes: readonly ClassReport[];
}

export const syncRuns = sqliteTable(
	"sync_runs",
	{
		id: id(),
		startedAt: instant("started_at").notNull(),
		finishedAt: instant("finished_at"),
		outcome: text("outcome", { enum: ["running", "ok", "partial", "failed"] }).notNull(),
		detail: text("detail", { mode: "json" }).$type<SyncReport>().notNull(),
	},
	(t) => [index("sync_runs_started").on(t.startedAt)],
);
