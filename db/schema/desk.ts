import { index, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { outlandingSenders, outlandingStandings, outlandingStates } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { registrations } from "./entries";

/** Reports of outlandings. Of several confirmed ones of a pilot and day the last one counts. */
export const outlandings = sqliteTable(
	"outlandings",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		sender: text("sender", { enum: outlandingSenders }).notNull(),
		standing: text("standing", { enum: outlandingStandings }).notNull(),
		state: text("state", { enum: outlandingStates }).notNull().default("reported"),
		/** Degrees on WGS-84; null where the place is known in words alone. */
		latitude: real("latitude"),
		longitude: real("longitude"),
		/** The place in words. */
		place: text("place"),
		/** Name of a place nearby, which everybody may read. */
		near: text("near"),
		isHurt: flag("is_hurt").notNull(),
		phone: text("phone"),
		crewOnWay: flag("crew_on_way").notNull(),
		note: text("note"),
		createdAt: instant("created_at").notNull(),
		/** Null for a sender who is not signed in. */
		createdBy: text("created_by").references(() => users.id),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by").references(() => users.id),
	},
	(t) => [index("outlandings_day_registration").on(t.dayId, t.registrationId)],
);

/** What tracking, radio or a telephone says of somebody who is missing, as the desk has typed it. */
export const lastPositions = sqliteTable(
	"last_positions",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		/** Degrees on WGS-84. */
		latitude: real("latitude").notNull(),
		longitude: real("longitude").notNull(),
		/** When the pilot was there. */
		seenAt: instant("seen_at").notNull(),
		/** Who or what says so. */
		source: text("source").notNull(),
		createdAt: instant("created_at").notNull(),
		createdBy: text("created_by")
			.notNull()
			.references(() => users.id),
	},
	(t) => [index("last_positions_day_registration").on(t.dayId, t.registrationId)],
);
