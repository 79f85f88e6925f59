import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { crews, pilotStatuses, taskStatuses } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionClasses, gliderTypes, registrations } from "./entries";

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

/**
 * A competitor on a day: the place on the grid, what happened there, the status, and what was flown. A competitor without a row has none
 * of it. Triggers write `competitor_statuses` and `grid_pilots` along for the release before, which knows no other.
 */
export const pilotDays = sqliteTable(
	"pilot_days",
	{
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		/** Place in the launch order of the class, from 0; null for one who does not stand in it. */
		gridPlace: integer("grid_place"),
		/** The launch and each relight, UTC milliseconds, ascending. */
		launches: text("launches", { mode: "json" }).$type<readonly number[]>().notNull().default([]),
		isScratched: flag("is_scratched").notNull().default(false),
		scratchReason: text("scratch_reason"),
		/** Whether the desk has said it: then only the desk takes it back. */
		isScratchedByDesk: flag("is_scratched_by_desk").notNull().default(false),
		/** Remark for the printed grid. */
		remark: text("remark"),
		/** When launches, scratch or remark were changed last; null when they never were. */
		gridChangedAt: instant("grid_changed_at"),
		gridChangedBy: text("grid_changed_by").references(() => users.id),
		/** Identifies the status in the API; null as long as the competitor has none on the day. */
		statusId: text("status_id"),
		/** Null also for a status that was cleared. */
		status: text("status", { enum: pilotStatuses }),
		statusAt: instant("status_at"),
		/** Null for a status that nobody has said. */
		statusBy: text("status_by").references(() => users.id),
		/** Since when the columns below hold. They are null before, and the day is flown with what the entry says. */
		fixedAt: instant("fixed_at"),
		competitionClassId: text("competition_class_id").references(() => competitionClasses.id),
		startNumber: text("start_number"),
		gliderTypeId: text("glider_type_id").references(() => gliderTypes.id),
		registrationNumber: text("registration_number"),
		/** Index of the glider and reference index of the class, of which the handicap is made. */
		gliderIndex: real("glider_index"),
		referenceIndex: real("reference_index"),
		isGuest: flag("is_guest"),
		/** Name of the second pilot of the entry on that day. */
		secondPilot: text("second_pilot"),
		/** Who of the entry has flown; null when nobody has said it. It is no part of what is fixed. */
		crew: text("crew", { enum: crews }),
	},
	(t) => [
		primaryKey({ columns: [t.dayId, t.registrationId] }),
		index("pilot_days_registration").on(t.registrationId),
		uniqueIndex("pilot_days_status").on(t.statusId),
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

/** Written along for the release before; nothing else reads it. */
export const statusesBefore = sqliteTable(
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

/** Written along for the release before; nothing else reads it. */
export const gridPilotsBefore = sqliteTable(
	"grid_pilots",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		launches: text("launches", { mode: "json" }).$type<readonly number[]>().notNull(),
		isScratched: flag("is_scratched").notNull().default(false),
		scratchReason: text("scratch_reason"),
		isScratchedByDesk: flag("is_scratched_by_desk").notNull().default(false),
		remark: text("remark"),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by")
			.notNull()
			.references(() => users.id),
	},
	(t) => [uniqueIndex("grid_pilots_day_registration").on(t.dayId, t.registrationId)],
);
