import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
	type DroppedKey,
	type EarthModel,
	type TaskKind,
	taskKinds,
	taskStates,
	taskStatuses,
	type ZoneStyle,
} from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";

interface Direction {
	readonly style: ZoneStyle;
	/** True direction, seen from the point, of the middle of the zone; a number for the style "fixed" only. */
	readonly axisDeg: number | null;
}

/** What a glider has to cross or reach at a point. Angles are whole openings, never half of them. */
export type Zone = Direction &
	(
		| { readonly shape: "line"; readonly lengthM: number }
		| { readonly shape: "cylinder"; readonly radiusM: number }
		| { readonly shape: "sector"; readonly radiusM: number; readonly angleDeg: number }
		/** A cylinder of `innerRadiusM` and a sector of `radiusM` and `angleDeg`. */
		| {
				readonly shape: "keyhole";
				readonly radiusM: number;
				readonly angleDeg: number;
				readonly innerRadiusM: number;
		  }
		/** The area between two radii and two radials; 360 degrees go all round. */
		| {
				readonly shape: "ring";
				readonly radiusM: number;
				readonly innerRadiusM: number;
				readonly angleDeg: number;
		  }
	);

export interface TaskPoint {
	/** Degrees on WGS-84, north and east positive. */
	readonly latitude: number;
	readonly longitude: number;
	readonly name: string;
	readonly code: string;
	readonly elevationM: number | null;
	readonly zone: Zone;
}

/** Presses of the pilot's event marker before a start. */
export interface PevRule {
	readonly waitS: number;
	/** Null without an end. */
	readonly windowS: number | null;
	readonly presses: number;
}

/** Rules of a task. A rule of null does not apply. Times are local ("HH:MM:SS", Europe/Prague), altitudes above sea level. */
export interface TaskRules {
	readonly startOpens: string | null;
	readonly startAltitudeM: number | null;
	readonly startSpeedKmh: number | null;
	readonly pev: PevRule | null;
	readonly finishAltitudeM: number | null;
	readonly finishCloses: string | null;
	/** Seconds after the landing. */
	readonly logDeadlineS: number | null;
}

/** How flights of the task become points (FAI Sporting Code section 3 Annex A, chapter 8). */
export interface TaskScoring {
	readonly d1Km: number;
	readonly dmKm: number;
	readonly handicaps: boolean;
	readonly earth: EarthModel;
	/** The radius of a finish ring, or half the length of a finish line, comes off the distance. */
	readonly subtractFinishRadius: boolean;
}

export interface TaskBriefing {
	/** Local times, "HH:MM:SS". */
	readonly gridTime: string | null;
	readonly firstLaunch: string | null;
	readonly qnhHpa: number | null;
	readonly frequencies: string | null;
	readonly inactiveAirspace: readonly string[];
	readonly note: string | null;
}

/** Start, turn points or areas, and finish, in order. */
export interface Task {
	readonly kind: TaskKind;
	/** Seconds; null for a racing task. */
	readonly taskTimeS: number | null;
	readonly points: readonly TaskPoint[];
	readonly rules: TaskRules;
	readonly scoring: TaskScoring;
	readonly briefing: TaskBriefing;
}

export interface DroppedFromFile {
	/** Index of the point; null for the task as a whole. */
	readonly point: number | null;
	/** With values of the file. */
	readonly complaint: `task.file.${DroppedKey}${"" | `?${string}`}`;
}

/** Where a rule of a version comes from: its class, its file, the version before, an organiser. */
export type SettingSource = "class" | "file" | "before" | "organiser";

export type SettingName = keyof TaskRules | keyof TaskScoring;

export type SettingSources = Readonly<Partial<Record<SettingName, SettingSource>>>;

/** Versions of the task of a class on a day. What is flown in a published one never changes. */
export const tasks = sqliteTable(
	"tasks",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		/** 1 is version A. */
		number: integer("number").notNull(),
		state: text("state", { enum: taskStates }).notNull(),
		kind: text("kind", { enum: taskKinds }).notNull(),
		/** Seconds; null for a racing task. */
		taskTimeS: integer("task_time_s"),
		/** Points in the order of the task. */
		points: text("points", { mode: "json" }).$type<readonly TaskPoint[]>().notNull(),
		rules: text("rules", { mode: "json" }).$type<TaskRules>().notNull(),
		scoring: text("scoring", { mode: "json" }).$type<TaskScoring>().notNull(),
		briefing: text("briefing", { mode: "json" }).$type<TaskBriefing>().notNull(),
		/** Parts of the file that the task does not keep. */
		droppedFromFile: text("unkept", { mode: "json" })
			.$type<readonly DroppedFromFile[]>()
			.notNull()
			.default([]),
		/** Where each rule comes from. It is empty for versions from before the site recorded it. */
		sources: text("sources", { mode: "json" }).$type<SettingSources>().notNull().default({}),
		/** Digest of what is flown: kind, task time, points and rules, as canonical JSON. */
		sha256: text("sha256").notNull(),
		/** Metres, from the points and the scoring. */
		distanceM: real("distance_m").notNull(),
		minDistanceM: real("min_distance_m"),
		maxDistanceM: real("max_distance_m"),
		/** It is raised by every change. A form of an older revision is stale. */
		revision: integer("revision").notNull().default(1),
		/** Time until which an invocation evaluates flights against it; null when none does. */
		evaluatedUntil: instant("evaluated_until"),
		createdAt: instant("created_at").notNull(),
		createdBy: text("created_by").references(() => users.id),
		publishedAt: instant("published_at"),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [
		uniqueIndex("tasks_version").on(t.dayId, t.competitionClassId, t.number),
		uniqueIndex("tasks_in_force").on(t.dayId, t.competitionClassId).where(sql`${t.state} = 'published'`),
		index("tasks_state").on(t.state, t.dayId),
	],
);

/** Unofficial results that a cancellation made preliminary. Times are UTC milliseconds. */
export interface CancelledResults {
	readonly classId: string;
	readonly stateSince: number;
	readonly protestsUntil: number;
	/** Absent from what the release before has noted. */
	readonly protestsUntilReason?: string | null;
	readonly computedAt: number;
}

/** Cancellations of a day or of a version of a task that can still be taken back. The row goes when it is, or after its end. */
export const cancellations = sqliteTable(
	"cancellations",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		/** Null for the whole day. */
		taskId: text("task_id").references(() => tasks.id),
		/** Status of the day before the cancellation; null when only a version of a task was cancelled. */
		dayTask: text("day_task", { enum: taskStatuses }),
		/** The tracking link that the class lost with the version; null without one. */
		taskUrl: text("task_url"),
		results: text("results", { mode: "json" }).$type<readonly CancelledResults[]>().notNull().default([]),
		/** Time until which its mails wait, and it can be taken back. */
		endsAt: instant("ends_at").notNull(),
	},
	(t) => [index("cancellations_day").on(t.dayId)],
);
