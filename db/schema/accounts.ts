import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languages } from "../enums";
import { flag, id, instant } from "./columns";

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
		/** Raised by every change of name, surname or e-mail. */
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
		/** SHA-256 in hex; the token itself exists only in the mail. */
		tokenHash: text("token_hash").notNull(),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		usedAt: instant("used_at"),
		/** When a newer request replaced this one. */
		voidedAt: instant("voided_at"),
	},
	(t) => [
		uniqueIndex("password_resets_token_hash").on(t.tokenHash),
		index("password_resets_user").on(t.userId),
	],
);

/** Requests to erase an account. Confirmed by a link in a mail; they wait for objections when results are concerned. */
export const erasures = sqliteTable(
	"erasures",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** Of the account when it asked: whatever ends its sessions, such as a new password, ends the request as well. */
		tokenVersion: integer("token_version").notNull(),
		createdAt: instant("created_at").notNull(),
		confirmedAt: instant("confirmed_at"),
		/** Until then organisers may object; null before the confirmation. */
		dueAt: instant("due_at"),
		/** Null for an open one. `replaced`: asked for again before it was confirmed. */
		outcome: text("outcome", { enum: ["replaced", "withdrawn", "objected", "erased"] }),
		endedAt: instant("ended_at"),
		objectedBy: text("objected_by").references(() => users.id),
		/** Why organisers objected. */
		objection: text("objection"),
	},
	(t) => [
		uniqueIndex("erasures_open").on(t.userId).where(sql`${t.outcome} IS NULL`),
		index("erasures_due").on(t.outcome, t.dueAt),
	],
);

export const revokedTokens = sqliteTable(
	"revoked_tokens",
	{ jti: text("jti").primaryKey(), expiresAt: instant("expires_at").notNull() },
	(t) => [index("revoked_tokens_expires").on(t.expiresAt)],
);
