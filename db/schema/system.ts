import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { languages } from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";

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
