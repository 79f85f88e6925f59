import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { pilotStatuses, taskStatuses } from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";
import { competitionClasses, registrations } from "./entries";

export const competitionDays = sqliteTable(
	"competition_days",
	{
		id: id(),
		name: text("name").notNull(),
		date: text("date").notNull(),
		task: text("task", { enum: taskStatuses }).notNull().default("NO_TASK"),
		version: integer("version").notNull().default(1),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [uniqueIndex("competition_days_date").on(t.date)],
);

export const competitorStatuses = sqliteTable(
	"competitor_statuses",
	{
		id: id(),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		status: text("status", { enum: pilotStatuses }),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by").references(() => users.id),
	},
	(t) => [
		uniqueIndex("competitor_statuses_day_registration").on(t.dayId, t.registrationId),
		index("competitor_statuses_registration").on(t.registrationId),
	],
);

export const trackingEntries = sqliteTable(
	"tracking_entries",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		taskUrl: text("task_url").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [uniqueIndex("tracking_entries_day_class").on(t.dayId, t.competitionClassId)],
);
