import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";
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
		/** A `Performance`; null when the log cannot be read. */
		performance: text("performance", { mode: "json" }),
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
		/** A `ScoreSheet`. It names entries, not people. */
		sheet: text("sheet", { mode: "json" }).notNull(),
		computedAt: instant("computed_at").notNull(),
	},
	(t) => [
		uniqueIndex("score_sheets_class_day").on(t.competitionClassId, t.dayId),
		index("score_sheets_day").on(t.dayId),
	],
);
