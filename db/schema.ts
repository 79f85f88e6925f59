import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { classTypes, competitorStates, languages, taskStatuses } from "./enums";

/*
 * One schema for every edition's database. Ids are opaque text made by the application, instants are UTC
 * milliseconds, days are local dates (YYYY-MM-DD, Europe/Prague). Nothing cascades: a table rebuild under D1
 * would silently take the children with it.
 */

const id = () => text("id").primaryKey();
const instant = (name: string) => integer(name, { mode: "timestamp_ms" });
const flag = (name: string) => integer(name, { mode: "boolean" });

export const users = sqliteTable(
	"users",
	{
		id: id(),
		email: text("email").notNull(),
		name: text("name").notNull(),
		surname: text("surname").notNull(),
		passwordHash: text("password_hash").notNull(),
		passwordValid: flag("password_valid").notNull().default(true),
		admin: flag("admin").notNull().default(false),
		language: text("language", { enum: languages }).notNull().default("cs"),
		/** Raised to end every session of the account at once. */
		tokenVersion: integer("token_version").notNull().default(1),
		/** Of name, surname and address: raised by every change of them. */
		version: integer("version").notNull().default(1),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		erasedAt: instant("erased_at"),
	},
	(t) => [uniqueIndex("users_email").on(t.email), index("users_surname").on(t.surname)],
);

export const passwordResets = sqliteTable(
	"password_resets",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** SHA-256 of the token in hex; the token itself exists only in the mail. */
		tokenHash: text("token_hash").notNull(),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		usedAt: instant("used_at"),
		/** Set when a newer request replaced this one. */
		voidedAt: instant("voided_at"),
	},
	(t) => [
		uniqueIndex("password_resets_token_hash").on(t.tokenHash),
		index("password_resets_user").on(t.userId),
	],
);

export const revokedTokens = sqliteTable(
	"revoked_tokens",
	{ jti: text("jti").primaryKey(), expiresAt: instant("expires_at").notNull() },
	(t) => [index("revoked_tokens_expires").on(t.expiresAt)],
);

/** Counters of rate limits; the key names the limit and whom it counts. */
export const throttles = sqliteTable(
	"throttles",
	{
		key: text("key").primaryKey(),
		count: integer("count").notNull(),
		endsAt: instant("ends_at").notNull(),
	},
	(t) => [index("throttles_ends").on(t.endsAt)],
);

/** Random keys of forms that create something, so that a form sent twice gives one row. */
export const formKeys = sqliteTable(
	"form_keys",
	{
		key: text("key").primaryKey(),
		/** Id of the row the form made. */
		subjectId: text("subject_id").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [index("form_keys_created").on(t.createdAt)],
);

export const regions = sqliteTable("regions", {
	id: id(),
	name: text("name").notNull(),
	/** ISO 3166 alpha-2, for the contestants' file of SeeYou. */
	country: text("country").notNull(),
});

export const competitionClasses = sqliteTable(
	"competition_classes",
	{
		id: id(),
		name: text("name").notNull(),
		type: text("type", { enum: classTypes }).notNull(),
		/** Index of the glider whose handicap is 1 in this class. */
		referenceIndex: real("reference_index").notNull(),
	},
	(t) => [uniqueIndex("competition_classes_type").on(t.type)],
);

export const gliderTypes = sqliteTable(
	"glider_types",
	{
		id: id(),
		name: text("name").notNull(),
		/** Czech index list, e.g. 105.2. */
		index: real("index").notNull(),
		competitionClassType: text("competition_class_type", { enum: classTypes }).notNull(),
	},
	(t) => [uniqueIndex("glider_types_name_class").on(t.name, t.competitionClassType)],
);

export const accommodationTypes = sqliteTable("accommodation_types", {
	id: id(),
	name: text("name").notNull(),
});

export const registrations = sqliteTable(
	"registrations",
	{
		id: id(),
		/** 1, 2, 3 … in the order of entry; part of the payment's variable symbol. */
		number: integer("number").notNull(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		birthDate: text("birth_date"),
		phone: text("phone").notNull(),
		aeroclub: text("aeroclub").notNull(),
		regionId: text("region_id")
			.notNull()
			.references(() => regions.id),
		gliderTypeId: text("glider_type_id")
			.notNull()
			.references(() => gliderTypes.id),
		registrationNumber: text("registration_number").notNull(),
		startNumber: text("start_number").notNull(),
		hasEngine: flag("has_engine").notNull(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		logger: text("logger").notNull(),
		accommodationTypeId: text("accommodation_type_id")
			.notNull()
			.references(() => accommodationTypes.id),
		/** Persons accommodated. */
		quantity: integer("quantity").notNull(),
		/** Persons who eat. */
		meals: integer("meals").notNull(),
		note: text("note"),
		accepted: flag("accepted").notNull().default(false),
		paid: flag("paid").notNull().default(false),
		isReserve: flag("is_reserve").notNull().default(false),
		registrationCompleted: flag("registration_completed").notNull().default(false),
		/** Pilot's number at the IGC ranking list. */
		igcId: integer("igc_id"),
		version: integer("version").notNull().default(1),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [
		uniqueIndex("registrations_user").on(t.userId),
		uniqueIndex("registrations_number").on(t.number),
		index("registrations_class_accepted").on(t.competitionClassId, t.accepted),
		index("registrations_accepted").on(t.accepted),
	],
);

export const news = sqliteTable(
	"news",
	{
		id: id(),
		title: text("title").notNull(),
		body: text("body").notNull(),
		authorId: text("author_id")
			.notNull()
			.references(() => users.id),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		deletedAt: instant("deleted_at"),
	},
	(t) => [index("news_visible").on(t.deletedAt, t.createdAt)],
);

export const documents = sqliteTable(
	"documents",
	{
		id: id(),
		name: text("name").notNull(),
		/** The version that is served; null until the first upload is whole. */
		currentVersionId: text("current_version_id"),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		deletedAt: instant("deleted_at"),
	},
	(t) => [
		uniqueIndex("documents_name").on(t.name).where(sql`${t.deletedAt} is null`),
		index("documents_visible").on(t.deletedAt, t.updatedAt),
	],
);

export const documentVersions = sqliteTable(
	"document_versions",
	{
		id: id(),
		documentId: text("document_id")
			.notNull()
			.references(() => documents.id),
		/** Object in the bucket. */
		key: text("key").notNull(),
		mimetype: text("mimetype").notNull(),
		/** Bytes. */
		size: integer("size").notNull(),
		sha256: text("sha256").notNull(),
		state: text("state", { enum: ["pending", "ready"] }).notNull(),
		uploadedBy: text("uploaded_by").references(() => users.id),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("document_versions_key").on(t.key),
		index("document_versions_document").on(t.documentId, t.createdAt),
		index("document_versions_state").on(t.state, t.createdAt),
	],
);

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
		status: text("status", { enum: competitorStates }),
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

/** One logical flight of a competitor on a day; its bytes stand in the versions. */
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
		/** 1 for the first flight of the pilot that day, 2 … for further ones. */
		flightNumber: integer("flight_number").notNull().default(1),
		/** The version organisers work with; null until the first upload is whole. */
		currentVersionId: text("current_version_id"),
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
		/** Object in the bucket. */
		key: text("key").notNull(),
		originalName: text("original_name").notNull(),
		/** Bytes. */
		size: integer("size").notNull(),
		sha256: text("sha256").notNull(),
		/** Sweeping: a broken upload whose object is being removed; nobody may take it up any more. */
		state: text("state", { enum: ["pending", "ready", "sweeping"] }).notNull(),
		/** What was read from the file, for the receipt. */
		receipt: text("receipt", { mode: "json" }).notNull(),
		/** What looked wrong but was accepted. */
		warnings: text("warnings", { mode: "json" }).notNull(),
		uploadedBy: text("uploaded_by").references(() => users.id),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("igc_file_versions_key").on(t.key),
		index("igc_file_versions_file").on(t.igcFileId, t.createdAt),
		index("igc_file_versions_sha256").on(t.sha256),
		index("igc_file_versions_state").on(t.state, t.createdAt),
	],
);

/** The heading of one class's results of one day: where they come from and how final they are. */
export const resultSheets = sqliteTable(
	"result_sheets",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		status: text("status", { enum: ["preliminary", "unofficial", "official"] }).notNull(),
		source: text("source", { enum: ["soaring-spot", "csv"] }).notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [uniqueIndex("result_sheets_class_day").on(t.competitionClassId, t.dayId)],
);

export const dailyResults = sqliteTable(
	"daily_results",
	{
		id: id(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		/** Start number where the source knows it, else the name: who the row is about, from day to day. */
		competitor: text("competitor").notNull(),
		position: integer("position").notNull(),
		name: text("name").notNull(),
		aeroclub: text("aeroclub").notNull(),
		glider: text("glider").notNull(),
		handicap: real("handicap"),
		points: real("points").notNull(),
		/** Sum and place after this day as the source states them; null when the source has none. */
		totalPoints: real("total_points"),
		totalPosition: integer("total_position"),
		flightId: integer("flight_id"),
	},
	(t) => [
		uniqueIndex("daily_results_class_day_competitor").on(t.competitionClassId, t.dayId, t.competitor),
		index("daily_results_day").on(t.dayId),
	],
);

export const syncRuns = sqliteTable(
	"sync_runs",
	{
		id: id(),
		startedAt: instant("started_at").notNull(),
		finishedAt: instant("finished_at"),
		outcome: text("outcome", { enum: ["running", "ok", "partial", "failed"] }).notNull(),
		/** What happened to each class, for the organisers. */
		detail: text("detail", { mode: "json" }).notNull(),
	},
	(t) => [index("sync_runs_started").on(t.startedAt)],
);

/** Mails, written in the batch of the change that causes them and sent afterwards. */
export const outbox = sqliteTable(
	"outbox",
	{
		id: id(),
		/** Which mail it is, e.g. entry-accepted; a password-reset is rendered only when it is sent. */
		kind: text("kind").notNull(),
		recipient: text("recipient").notNull(),
		userId: text("user_id").references(() => users.id),
		language: text("language", { enum: languages }).notNull(),
		/** What the mail's template needs; never a token. */
		payload: text("payload", { mode: "json" }).notNull(),
		state: text("state", { enum: ["queued", "sending", "sent", "failed"] }).notNull(),
		attempts: integer("attempts").notNull().default(0),
		nextAttemptAt: instant("next_attempt_at").notNull(),
		lastError: text("last_error"),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
	},
	(t) => [index("outbox_due").on(t.state, t.nextAttemptAt), index("outbox_created").on(t.createdAt)],
);

export const auditLog = sqliteTable(
	"audit_log",
	{
		id: id(),
		at: instant("at").notNull(),
		/** Null where nobody was logged in or the scheduler acted. */
		actorId: text("actor_id").references(() => users.id),
		/** Noun and verb, one of `app/lib/db/audit-actions.ts`. */
		action: text("action").notNull(),
		subjectId: text("subject_id"),
		before: text("before", { mode: "json" }),
		after: text("after", { mode: "json" }),
		requestId: text("request_id").notNull(),
	},
	(t) => [
		index("audit_log_at").on(t.at, t.id),
		index("audit_log_actor").on(t.actorId),
		index("audit_log_action").on(t.action, t.at),
		index("audit_log_subject").on(t.subjectId),
	],
);

/** A single row. */
export const editionState = sqliteTable("edition_state", {
	id: integer("id").primaryKey(),
	/** Raised by every change that visitors can see; part of the key of cached pages. */
	contentVersion: integer("content_version").notNull(),
});

/** Always empty: an insert that violates NOT NULL is how a batch is made to fail (see commit.server.ts). */
export const commitGuard = sqliteTable("commit_guard", { ok: integer("ok").notNull() });
