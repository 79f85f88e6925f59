import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { outlandingSenders, outlandingStandings, outlandingStates } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses, registrations } from "./entries";

/** Reports of outlandings. When a pilot has several confirmed ones of a day, the last one counts. */
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
		/** The link to the desk by which it was made or confirmed first; null for an organiser, the pilot, or anybody else. */
		dutyLinkId: text("duty_link_id").references(() => dutyLinks.id),
		createdAt: instant("created_at").notNull(),
		/** Null for a sender who is not signed in. */
		createdBy: text("created_by").references(() => users.id),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by").references(() => users.id),
	},
	(t) => [index("outlandings_day_registration").on(t.dayId, t.registrationId)],
);

/** What tracking, radio or a telephone says about somebody who is missing, as the desk has typed it. */
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

/** The grid of a class on a day. The places are in `pilot_days`. */
export const grids = sqliteTable(
	"grids",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		/** Gliders side by side. */
		width: integer("width").notNull(),
		/** Rows by which the order of an earlier day was moved; null for one that was drawn by lot. */
		rotation: integer("rotation"),
		/** Entries in order, for the release before. */
		order: text("launch_order", { mode: "json" }).$type<readonly string[]>().notNull(),
		version: integer("version").notNull().default(1),
		updatedAt: instant("updated_at").notNull(),
		updatedBy: text("updated_by")
			.notNull()
			.references(() => users.id),
	},
	(t) => [uniqueIndex("grids_day_class").on(t.dayId, t.competitionClassId)],
);

/** Links that let helpers work at the desk of one day without an account. */
export const dutyLinks = sqliteTable("duty_links", {
	id: id(),
	dayId: text("day_id")
		.notNull()
		.references(() => competitionDays.id),
	/** Digest of the link's token. */
	token: text("token").notNull(),
	/** Name of the person or group that got the link. */
	name: text("name").notNull(),
	createdAt: instant("created_at").notNull(),
	createdBy: text("created_by")
		.notNull()
		.references(() => users.id),
	withdrawnAt: instant("withdrawn_at"),
	/** Token version of the session that made the link. It ends with the sessions of that version. */
	makerVersion: integer("maker_version").notNull().default(0),
});

/** The devices by which the Open Glider Network knows an entry, and whether its positions may be kept and shown. */
export const liveEntries = sqliteTable("live_entries", {
	registrationId: text("registration_id")
		.primaryKey()
		.references(() => registrations.id),
	/** FLARM or ICAO ids, each of six hexadecimal digits in capitals. */
	deviceIds: text("device_ids", { mode: "json" }).$type<readonly string[]>().notNull(),
	/** When the competitor has agreed; null without consent. */
	agreedAt: instant("agreed_at"),
	updatedAt: instant("updated_at").notNull(),
});

/** What a search needs to know about a competitor beside the entry. It is erased a month after the last day. */
export const safetyCards = sqliteTable("safety_cards", {
	/** The entry, which has at most one card. */
	registrationId: text("registration_id")
		.primaryKey()
		.references(() => registrations.id),
	/** Colours of the glider. */
	colours: text("colours"),
	equipment: text("equipment"),
	persons: integer("persons"),
	crewName: text("crew_name"),
	crewPhone: text("crew_phone"),
	flarmId: text("flarm_id"),
	updatedAt: instant("updated_at").notNull(),
});
