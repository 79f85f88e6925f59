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

export const revokedTokens = sqliteTable(
	"revoked_tokens",
	{ jti: text("jti").primaryKey(), expiresAt: instant("expires_at").notNull() },
	(t) => [index("revoked_tokens_expires").on(t.expiresAt)],
);

/**
 * Sessions that have begun. The list of one's own sessions is made of them, and they hold when the second factor was confirmed.
 * Whether a session is good, its token says.
 */
export const sessions = sqliteTable(
	"sessions",
	{
		/** The token's `jti`. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		tokenVersion: integer("token_version").notNull(),
		/** As the client sent it, cut to 200 characters. */
		userAgent: text("user_agent"),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		/** When the second factor was last confirmed; null for a session of a password alone. */
		confirmedAt: instant("confirmed_at"),
	},
	(t) => [index("sessions_user").on(t.userId), index("sessions_expires").on(t.expiresAt)],
);

/** The authenticator app of an account. */
export const secondFactors = sqliteTable("second_factors", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id),
	/** Encrypted with FACTOR_SECRET. */
	sealedSecret: text("sealed_secret").notNull(),
	/** Time step of the last code that was used (RFC 6238); older codes are refused, and so is this one. */
	lastStep: integer("last_step").notNull(),
	createdAt: instant("created_at").notNull(),
});

/** Each replaces one code of the authenticator app, once. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{
		/** SHA-256 in hex; the code itself is shown once. */
		codeHash: text("code_hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		usedAt: instant("used_at"),
	},
	(t) => [index("recovery_codes_user").on(t.userId)],
);
