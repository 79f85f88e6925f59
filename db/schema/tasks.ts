import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { taskKinds, taskStates, taskStatuses } from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";

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
		/** `TaskPoint[]` in order. */
		points: text("points", { mode: "json" }).notNull(),
		/** `TaskRules`. */
		rules: text("rules", { mode: "json" }).notNull(),
		/** `TaskScoring`. */
		scoring: text("scoring", { mode: "json" }).notNull(),
		/** `TaskBriefing`. */
		briefing: text("briefing", { mode: "json" }).notNull(),
		/** `TaskFinding[]`: what the file said and the task does not keep. */
		unkept: text("unkept", { mode: "json" }).notNull().default([]),
		/** `SettingSources`: where each rule comes from. Empty for versions of before the site kept it. */
		sources: text("sources", { mode: "json" }).notNull().default({}),
		/** Of what is flown: kind, task time, points and rules, as canonical JSON. */
		sha256: text("sha256").notNull(),
		/** Metres, from the points and the scoring. */
		distanceM: real("distance_m").notNull(),
		minDistanceM: real("min_distance_m"),
		maxDistanceM: real("max_distance_m"),
		/** Raised by every change: a form of an older one is stale. */
		revision: integer("revision").notNull().default(1),
		/** Until when an invocation evaluates flights against it; null when none does. */
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
		/** What the day was set to before; null for a version of a task. */
		dayTask: text("day_task", { enum: taskStatuses }),
		/** The tracking link that the class lost with the version; null without one. */
		taskUrl: text("task_url"),
		/** Until then its mails wait, and it can be taken back. */
		endsAt: instant("ends_at").notNull(),
	},
	(t) => [index("cancellations_day").on(t.dayId)],
);
