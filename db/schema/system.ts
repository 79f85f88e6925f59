import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { alertCauses, languages } from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";

/** Counters of rate limits. The key holds the limit, and the digest of an address or account. */
export const throttles = sqliteTable(
	"throttles",
	{
		key: text("key").primaryKey(),
		count: integer("count").notNull(),
		endsAt: instant("ends_at").notNull(),
	},
	(t) => [index("throttles_ends").on(t.endsAt)],
);

/** Random keys of forms that create a row: a form sent twice creates one row. */
export const formKeys = sqliteTable(
	"form_keys",
	{
		key: text("key").primaryKey(),
		/** Id of the created row. */
		subjectId: text("subject_id").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [index("form_keys_created").on(t.createdAt)],
);

/** Mails. Written in the same batch as the change that causes them, sent afterwards. */
export const outbox = sqliteTable(
	"outbox",
	{
		id: id(),
		/** Template of the mail, for example `entry-accepted`. */
		kind: text("kind").notNull(),
		recipient: text("recipient").notNull(),
		userId: text("user_id").references(() => users.id),
		language: text("language", { enum: languages }).notNull(),
		/** Values of the template; never a token. */
		payload: text("payload", { mode: "json" }).notNull(),
		state: text("state", { enum: ["queued", "sending", "sent", "failed"] }).notNull(),
		attempts: integer("attempts").notNull().default(0),
		nextAttemptAt: instant("next_attempt_at").notNull(),
		lastError: text("last_error"),
		/** The cancellation that drops the mail when it is taken back. No reference: that row goes first. */
		cancellationId: text("cancellation_id"),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
	},
	(t) => [
		index("outbox_due").on(t.state, t.nextAttemptAt),
		index("outbox_created").on(t.createdAt),
		index("outbox_cancellation").on(t.cancellationId),
	],
);

export const auditLog = sqliteTable(
	"audit_log",
	{
		id: id(),
		at: instant("at").notNull(),
		/** Null for a visitor or the scheduler. */
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

/**
 * Seals the rows of the audit log in the order in which they were written. Holds no reference, so that the seal of a row
 * that was removed stays and shows it.
 */
export const auditSeals = sqliteTable(
	"audit_seals",
	{
		/** Numbers from 1, without a gap. */
		number: integer("number").primaryKey(),
		auditId: text("audit_id").notNull(),
		/** Keeps the digest of a short content from being guessed; null once the content was blanked. */
		salt: text("salt"),
		/** Digest of `before` and `after`, which an erasure may blank. Digests are SHA-256 in hex. */
		contentDigest: text("content_digest").notNull(),
		/** Digest of the rest of the row, and of the digest of its content. */
		rowDigest: text("row_digest").notNull(),
		/** Digest of the seal before, the number and the digest of the row. */
		seal: text("seal").notNull(),
	},
	(t) => [uniqueIndex("audit_seals_audit").on(t.auditId)],
);

/** The last alert of each cause. */
export const alerts = sqliteTable("alerts", {
	cause: text("cause", { enum: alertCauses }).primaryKey(),
	alertedAt: instant("alerted_at").notNull(),
	/** Number of the last seal of the audit log by then. What follows has been in no alert. */
	lastSeal: integer("last_seal").notNull(),
});

/** The fuse of each job of the schedule. */
export const jobFuses = sqliteTable("job_fuses", {
	/** Name of the job in `app/worker/schedule.server.ts`. */
	job: text("job").primaryKey(),
	/** Runs that began since the last one that finished. After the second one the job is set aside. */
	unfinished: integer("unfinished").notNull(),
	/** When the last run began. */
	beganAt: instant("began_at").notNull(),
});

/** State of the edition, in one row. */
export const editionState = sqliteTable("edition_state", {
	id: integer("id").primaryKey(),
	/** It is raised by every change that visitors can see, and is a part of the key of cached pages. */
	contentVersion: integer("content_version").notNull(),
	/**
	 * It is raised by every write, at least to its time in milliseconds, so that it also rises over a restore. It tells which data
	 * are newer.
	 */
	dataVersion: integer("data_version").notNull().default(0),
	/** Bytes of the flight logs in the bucket, unfinished uploads among them. */
	storedLogBytes: integer("stored_log_bytes").notNull().default(0),
	/** Of the reference data that the last deployment has imported: the same are not imported again. */
	referenceDigest: text("reference_digest"),
	/**
	 * When organisers opened an edition that began as a draft. Null for a draft, and for an edition whose file does not say that it starts
	 * as one: it was open when it was deployed.
	 */
	openedAt: instant("opened_at"),
});

/** Always empty: `commit` fails a batch by an insert that violates NOT NULL. */
export const commitGuard = sqliteTable("commit_guard", { ok: integer("ok").notNull() });
