import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { logConfirmations, logSenders, logStandings, recorderChoosers } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { competitionDays } from "./days";
import { registrations } from "./entries";

/** Upper case; the serial may be "". */
export interface Recorder {
	/** Three-letter code. */
	readonly maker: string;
	readonly serial: string;
}

/** The H records as somebody typed them; null where the file says nothing. */
export interface FlightLogHeader {
	readonly pilot: string | null;
	readonly gliderType: string | null;
	readonly registration: string | null;
	readonly competitionNumber: string | null;
	readonly recorderType: string | null;
}

/** Identifies a flight. Times are seconds since the UTC midnight of `date`. */
export interface FlightIdentity {
	readonly date: string;
	readonly flightOfDay: number | null;
	readonly recorder: Recorder;
	readonly firstFix: number;
	readonly lastFix: number;
	/** First take-off and last landing; null when the recording begins or ends in the air, or nothing flew. */
	readonly takeOff: number | null;
	readonly landing: number | null;
}

/** Plain data, fit for JSON. */
export interface FlightFigures extends FlightIdentity {
	/** Legs in the log: 2 after a second launch. */
	readonly flights: number;
	/** Seconds in the air, without stops on the ground. */
	readonly flightTime: number;
	/** Metres along the track while in the air. */
	readonly distance: number;
	/** Null when no altitude is plausible. */
	readonly highest: {
		readonly altitude: number;
		readonly time: number;
		readonly kind: "pressure" | "gnss";
	} | null;
	/** Readable fixes, and those of them with a position. */
	readonly fixes: number;
	readonly positions: number;
}

/** What a log says about itself. Plain data, fit for JSON. */
export interface LogIdentity extends FlightIdentity {
	readonly header: FlightLogHeader;
}

/** A flight in as few fixes as its pictures need, each list with one value a fix. Plain data, fit for JSON. */
export interface Trace {
	/** Seconds since the UTC midnight of the log's date. */
	readonly times: readonly number[];
	/** Degrees, to the metre. */
	readonly latitudes: readonly number[];
	readonly longitudes: readonly number[];
	/** Altitudes in metres, of the kind that the figures use. */
	readonly altitudes: readonly number[];
	readonly kind: "pressure" | "gnss";
	/** Positions in the lists of fixes that come after a gap. */
	readonly gaps: readonly number[];
	/** Positions in the lists. */
	readonly marks: Readonly<Record<"takeOff" | "landing" | "highest", number | null>>;
}

/** The figures of a flight's climbs. Plain data, fit for JSON. */
export interface ClimbFigures {
	/** Circling with a gain worth the name. */
	readonly climbs: number;
	/** Gain in metres, and duration in seconds, of the climbs. */
	readonly gain: number;
	readonly climbSeconds: number;
	/** Seconds of all circling. */
	readonly circlingSeconds: number;
}

/** The record is stored beside the bytes of a log, so that receipt and flight page read neither the bucket nor the log. */
export interface FlightRecord {
	readonly header: FlightLogHeader;
	readonly figures: FlightFigures;
	/** Absent in records of logs that came before these were made. */
	readonly trace?: Trace;
	readonly climbs?: ClimbFigures;
}

/** The record of what is evaluated as one flight, of all its pieces. Each piece has the header of its own. */
export interface FlownRecord {
	/** What it is of, as in `igc_files.flown_as`; another value there makes it void. */
	readonly flownAs: string;
	readonly record: Omit<FlightRecord, "header">;
}

/** What looks wrong with an accepted log; the text is `igc.warning.<reason>`. */
export type FlightLogWarningReason =
	| "anotherFlight"
	| "backup"
	| "clockAhead"
	| "clockStands"
	| "clockWrong"
	| "continuesFlight"
	| "endsMidRecord"
	| "gaps"
	| "noSignature"
	| "otherCompetitionNumber"
	| "otherRecorder"
	| "otherRegistration"
	| "pressureSensor"
	| "resultsAnnounced"
	| "sentBySomebodyElse"
	| "unreadable"
	| "wideAltitudes"
	| "wrongDay"
	| "zeroPositions";

/** The values belong into the text. Dates among them are `YYYY-MM-DD`, to be written in the reader's language. */
export interface FlightLogWarning {
	readonly reason: FlightLogWarningReason;
	readonly values: Readonly<Record<string, string | number>>;
}

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
		/** Number from 1, by competitor and day. */
		flightNumber: integer("flight_number").notNull().default(1),
		/** The version that organisers work with; null until the first upload is complete. */
		currentVersionId: text("current_version_id"),
		/** Standing of the current version. `settleStandings` sets it after every change of the competitor's logs of the day. */
		standing: text("standing", { enum: logStandings }).notNull().default("scores"),
		/** Who has chosen its recorder as the one that counts on the day; null as long as nobody has. */
		chosenBy: text("chosen_by", { enum: recorderChoosers }),
		/** Whether an organiser lets this backup fill the gaps of the log that counts. */
		fillsGaps: flag("fills_gaps").notNull().default(false),
		/**
		 * Flight whose recording it continues: the pieces of one flight are evaluated together, as the first of them. Null for that one.
		 * `settleStandings` sets it, and `flownAs`.
		 */
		continues: text("continues"),
		/** What is evaluated, by digests and shifts of the clocks, if it is more than the bytes of the current version as they are. */
		flownAs: text("flown_as"),
		/** Made with the evaluation of a flight that has pieces or was filled from a backup; null for others. */
		flownRecord: text("flown_record", { mode: "json" }).$type<FlownRecord>(),
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
		/** Key of the object in the bucket. */
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
		receipt: text("receipt", { mode: "json" }).$type<FlightRecord>().notNull(),
		/** Findings with which the file was accepted. */
		warnings: text("warnings", { mode: "json" }).$type<readonly FlightLogWarning[]>().notNull(),
		uploadedBy: text("uploaded_by").references(() => users.id),
		sender: text("sender", { enum: logSenders }).notNull().default("other"),
		/** Whether somebody else's log has a second sign of its competitor, glider or recorder. */
		hasSecondSign: flag("has_second_sign").notNull().default(false),
		/** Null as long as nobody has confirmed the log. */
		confirmation: text("confirmation", { enum: logConfirmations }),
		/** Its competitor sent or confirmed it after the results of the day were announced: it waits for an organiser to take it. */
		waits: flag("waits").notNull().default(false),
		/** Why organisers have discarded it; null while they have not. */
		discardReason: text("discard_reason"),
		/** Version of the task whose evaluation the competitor has got a mail of; null before the first. */
		mailedTaskId: text("mailed_task_id"),
		/** Whether the entry named its recorder when it came. */
		isNamedRecorder: flag("is_named_recorder").notNull().default(false),
		/** Seconds that an organiser adds to the times of the file, which itself stays as it is. */
		clockShift: integer("clock_shift").notNull().default(0),
		/** When organisers received it, as they have said; null when it is `createdAt`. */
		receivedAt: instant("received_at"),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("igc_file_versions_key").on(t.key),
		index("igc_file_versions_file").on(t.igcFileId, t.createdAt),
		index("igc_file_versions_sha256").on(t.sha256),
		// It covers few rows: an index of all states would look good for every condition on one, and would be read from end to end.
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
		/** Key of the object in the bucket, if the file is a log. */
		key: text("key").notNull(),
		originalName: text("original_name").notNull(),
		sha256: text("sha256").notNull(),
		/** `unread`: the file, or files of the archive, are still to be read; `unpacked`: all files of the archive have been. */
		state: text("state", { enum: ["pending", "unread", "unpacked", "ready", "refused", "stored"] }).notNull(),
		/** Files that are still to be read: those of an archive, or the file itself. */
		unread: integer("unread").notNull().default(0),
		/** What the log says about itself; null for a file that is not a log. */
		identity: text("identity", { mode: "json" }).$type<LogIdentity>(),
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
