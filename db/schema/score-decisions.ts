import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { registrations } from "./entries";

/** Values that replace those of the evaluated flight. Times are ISO 8601, in UTC. */
export interface ScoreOverride {
	readonly start: string | null;
	readonly finish: string | null;
	readonly distanceM: number | null;
	readonly timeS: number | null;
	/** The factor H. */
	readonly handicap: number | null;
	readonly out: boolean | null;
	/** What was flown on that day instead of what the day keeps; absent when the scorer says nothing of it. */
	readonly glider?: DecidedGlider;
}

/** Null is what the day keeps. */
export interface DecidedGlider {
	/** Name of the type. */
	readonly name: string | null;
	readonly registrationNumber: string | null;
}

export interface ScorePenalty {
	/** 0: the scorer has decided that a finding gets no penalty. */
	readonly points: number;
	readonly text: string;
	/** Key of the finding that proposed it, from `findingKey`. */
	readonly finding?: string;
}

/** An override with its own reason, which later changes of penalties keep. */
export interface DecidedOverride extends ScoreOverride {
	readonly reason?: string;
}

export interface ScoreDecision {
	readonly override: DecidedOverride | null;
	readonly penalties: readonly ScorePenalty[];
	readonly disqualified: boolean;
	readonly guest: boolean;
}

/** Decisions of the scorer about a competitor on a day. */
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
		/** Null when the flight counts as it was evaluated. */
		override: text("override", { mode: "json" }).$type<DecidedOverride>(),
		penalties: text("penalties", { mode: "json" }).$type<readonly ScorePenalty[]>().notNull(),
		disqualified: flag("disqualified").notNull().default(false),
		guest: flag("guest").notNull().default(false),
		/** The decision before the last change, which an undo brings back; null when nothing was changed. */
		previous: text("previous", { mode: "json" }).$type<ScoreDecision>(),
		/** Reason of the last change. */
		reason: text("reason").notNull(),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by").references(() => users.id),
	},
	(t) => [
		uniqueIndex("score_decisions_day_registration").on(t.dayId, t.registrationId),
		index("score_decisions_registration").on(t.registrationId),
	],
);
