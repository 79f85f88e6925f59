import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { protestOutcomes } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses, registrations } from "./entries";

/** A protest against unofficial scores. */
export const protests = sqliteTable(
	"protests",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		/** Entry of the competitor who protests. */
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		/** Revision of the scores that the protest is about. */
		revision: integer("revision").notNull(),
		text: text("text").notNull(),
		/** Whether the competitor says that the fee is handed in. */
		feePaid: flag("fee_paid").notNull(),
		createdAt: instant("created_at").notNull(),
		/** Null while the protest is pending. */
		outcome: text("outcome", { enum: protestOutcomes }),
		outcomeReason: text("outcome_reason"),
		decidedAt: instant("decided_at"),
		decidedBy: text("decided_by").references(() => users.id),
	},
	(t) => [
		index("protests_day_class").on(t.dayId, t.competitionClassId),
		uniqueIndex("protests_open").on(t.registrationId, t.dayId, t.revision).where(sql`${t.outcome} IS NULL`),
	],
);
