import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { logConfirmations, logSenders, logStandings } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { registrations } from "./entries";

/** One flight of a competitor on a day; its versions name the uploaded files. */
export const igcFiles = sqliteTable(
	"igc_files",
	{
		id: id(),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		/** From 1, by competitor and day. */
		flightNumber: integer("flight_number").notNull().default(1),
		/** The version that organisers work with; null until the first upload is complete. */
		currentVersionId: text("current_version_id"),
		/** Of the current version, as `settleStandings` finds it after every change of what the competitor has that day. */
		standing: text("standing", { enum: logStandings }).notNull().default("scores"),
		downloaded: flag("downloaded").notNull().default(false),
		processed: flag("processed").notNull().default(false),
		editedAt: instant("edited_at"),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [
		uniqueIndex("igc_files_flight").on(t.dayId, t.registrationId, t.flightNumber),
		index("igc_files_registration").on(t.registrationId),
	],
);

export const igcFileVersions = sqliteTable(
	"igc_file_versions",
	{
		id: id(),
		igcFileId: text("igc_file_id")
			.notNull()
			.references(() => igcFiles.id),
		/** Of the object in the bucket. */
		key: text("key").notNull(),
		originalName: text("original_name").notNull(),
		/** Bytes. */
		size: integer("size").notNull(),
		sha256: text("sha256").notNull(),
		/**
		 * `sweeping`: the object of an unfinished upload is being removed, so the upload must not be continued. `removing` and `removed`:
		 * the file of a log of somebody else goes after the competition, and the row stays; its key then names no object.
		 */
		state: text("state", { enum: ["pending", "ready", "sweeping", "removing", "removed"] }).notNull(),
		/** Contents of the file, for the receipt. */
		receipt: text("receipt", { mode: "json" }).notNull(),
		/** Findings with which the file was accepted. */
		warnings: text("warnings", { mode: "json" }).notNull(),
		uploadedBy: text("uploaded_by").references(() => users.id),
		sender: text("sender", { enum: logSenders }).notNull().default("other"),
		/** Somebody else's log has a second sign of its competitor, glider or recorder. */
		hasSecondSign: flag("has_second_sign").notNull().default(false),
		/** Null while nobody has said that the log is right. */
		confirmation: text("confirmation", { enum: logConfirmations }),
		/** Why organisers have discarded it; null while they have not. */
		discardReason: text("discard_reason"),
		/** Version of the task whose evaluation the competitor has got a mail of; null before the first. */
		mailedTaskId: text("mailed_task_id"),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("igc_file_versions_key").on(t.key),
		index("igc_file_versions_file").on(t.igcFileId, t.createdAt),
		index("igc_file_versions_sha256").on(t.sha256),
		// Of few rows: an index of all states looks good for every condition of one, and would be read from end to end.
		index("igc_file_versions_unfinished").on(t.createdAt).where(sql`"state" IN ('pending', 'sweeping')`),
		// All by which it is found what the logs of a flight are good for, and which may go: the rows themselves are long.
		index("igc_file_versions_standing").on(
			t.igcFileId,
			t.state,
			t.sender,
			t.confirmation,
			t.discardReason,
			t.hasSecondSign,
			t.createdAt,
			t.id,
		),
	],
);

/**
 * Files that an organiser has sent together, until it is decided whose they are. The schedule removes rows and objects an hour
 * after they came.
 */
export const incomingLogs = sqliteTable(
	"incoming_logs",
	{
		id: id(),
		uploadedBy: text("uploaded_by")
			.notNull()
			.references(() => users.id),
		/** Of the object in the bucket, where the file is a log. */
		key: text("key").notNull(),
		originalName: text("original_name").notNull(),
		sha256: text("sha256").notNull(),
		state: text("state", { enum: ["pending", "ready", "refused", "stored"] }).notNull(),
		/** What the log says of itself; null for a file that is none. */
		identity: text("identity", { mode: "json" }),
		/** Why the file is refused, as a complaint of a form. */
		complaint: text("complaint"),
		/** The log that it was stored as. */
		versionId: text("version_id"),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("incoming_logs_key").on(t.key),
		index("incoming_logs_sender").on(t.uploadedBy, t.createdAt),
		index("incoming_logs_created_at").on(t.createdAt),
	],
);
