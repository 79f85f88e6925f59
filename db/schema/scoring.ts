import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { charts } from "./charts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses, registrations } from "./entries";
import { tasks } from "./tasks";

/** What our engine computed of a flight log. Another version of task, log or engine has another row. */
export const performances = sqliteTable(
	"performances",
	{
		id: id(),
		taskId: text("task_id")
			.notNull()
			.references(() => tasks.id),
		/** Of the flight log. */
		sha256: text("sha256").notNull(),
		engine: text("engine").notNull(),
		/** A `Performance`; null when the log cannot be read, and until its first evaluation has finished. */
		performance: text("performance", { mode: "json" }),
		/** `CheckedSpace[]`, against the airspace and with the QNH of the next two columns. */
		spaces: text("spaces", { mode: "json" }),
		airspaceId: text("airspace_id").references(() => charts.id),
		qnhHpa: real("qnh_hpa"),
		/** Evaluations that began since the last one that finished. After the second one the log is set aside. */
		unfinished: integer("unfinished").notNull().default(0),
		computedAt: instant("computed_at").notNull(),
	},
	(t) => [uniqueIndex("performances_flight").on(t.taskId, t.sha256, t.engine)],
);

/** Preliminary scores of a class on a day. One row holds all of them, so they are never scored by half. */
export const scoreSheets = sqliteTable(
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
		/** A `ScoreSheet`. It names entries, not people. */
		sheet: text("sheet", { mode: "json" }).notNull(),
		computedAt: instant("computed_at").notNull(),
	},
	(t) => [
		uniqueIndex("score_sheets_class_day").on(t.competitionClassId, t.dayId),
		index("score_sheets_day").on(t.dayId),
	],
);

/** What the scorer has decided about a competitor on a day. */
export const scoreDecisions = sqliteTable(
	"score_decisions",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		/** A `ScoreOverride`; null when the flight counts as it was evaluated. */
		override: text("override", { mode: "json" }),
		/** `ScorePenalty[]` */
		penalties: text("penalties", { mode: "json" }).notNull(),
		disqualified: flag("disqualified").notNull().default(false),
		guest: flag("guest").notNull().default(false),
		/** The `ScoreDecision` before the last change, which an undo brings back; null when nothing was changed. */
		previous: text("previous", { mode: "json" }),
		/** Of the last change. */
		reason: text("reason").notNull(),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by").references(() => users.id),
	},
	(t) => [
		uniqueIndex("score_decisions_day_registration").on(t.dayId, t.registrationId),
		index("score_decisions_registration").on(t.registrationId),
	],
);
