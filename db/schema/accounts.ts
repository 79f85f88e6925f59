import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { channels, languages, roles } from "../enums";
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
		/** What the account may do beyond a competitor; null for nothing. */
		role: text("role", { enum: roles }),
		/** Whether the role is that of an organiser, for the release before. Triggers keep the two equal; nothing else reads or writes it. */
		admin: flag("admin").notNull().default(false),
		language: text("language", { enum: languages }).notNull().default("cs"),
		/** It is raised to end every session of the account at once. */
		tokenVersion: integer("token_version").notNull().default(1),
		/** It is raised by every change of name, surname or e-mail. */
		version: integer("version").notNull().default(1),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		erasedAt: instant("erased_at"),
		/** When somebody who reads the mails of the address confirmed it; null until then. */
		verifiedAt: instant("verified_at"),
		/** When the confirmation was first asked for by mail; null for an account of an older version until its next login. */
		askedToVerifyAt: instant("asked_to_verify_at"),
		/** An account of an older version gets news until then without a verified address. */
		newsUntil: instant("news_until"),
		/** Whether the account gets a mail when its flight log is evaluated. */
		scoreMails: flag("score_mails").notNull().default(true),
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

/** Invitations to a role by mail. The mail's link is signed when it is sent. */
export const invitations = sqliteTable(
	"invitations",
	{
		id: id(),
		/** The invited address; empty once it is erased. */
		email: text("email").notNull(),
		role: text("role", { enum: roles }).notNull(),
		createdAt: instant("created_at").notNull(),
		/** The organiser; null for the operator. */
		createdBy: text("created_by").references(() => users.id),
		expiresAt: instant("expires_at").notNull(),
		acceptedAt: instant("accepted_at"),
		/** The account that has got the role. */
		acceptedBy: text("accepted_by").references(() => users.id),
		withdrawnAt: instant("withdrawn_at"),
	},
	(t) => [index("invitations_email").on(t.email)],
);

/** Links with which one account each can be made while signup is closed. */
export const signupLinks = sqliteTable(
	"signup_links",
	{
		id: id(),
		/** Digest of what stands in the link. */
		token: text("token").notNull(),
		/** For whom it was made, in the words of its maker. */
		name: text("name").notNull(),
		createdAt: instant("created_at").notNull(),
		createdBy: text("created_by")
			.notNull()
			.references(() => users.id),
		expiresAt: instant("expires_at").notNull(),
		withdrawnAt: instant("withdrawn_at"),
		usedAt: instant("used_at"),
		/** The account that was made. */
		usedBy: text("used_by").references(() => users.id),
	},
	(t) => [uniqueIndex("signup_links_token").on(t.token), index("signup_links_used_by").on(t.usedBy)],
);

/** An address that an account is to have: its own, not verified yet, or another one. */
export const emailClaims = sqliteTable(
	"email_claims",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** The address to confirm. */
		email: text("email").notNull(),
		/** The address that the account has until then; null for its own address. */
		previousEmail: text("previous_email"),
		createdAt: instant("created_at").notNull(),
		/** Until then the claim can be confirmed, and a confirmed or waiting change of the address undone. */
		expiresAt: instant("expires_at").notNull(),
		confirmedAt: instant("confirmed_at"),
		undoneAt: instant("undone_at"),
		/** When another claim replaced this one. */
		voidedAt: instant("voided_at"),
	},
	(t) => [
		index("email_claims_user").on(t.userId),
		index("email_claims_previous").on(t.previousEmail),
		index("email_claims_expires").on(t.expiresAt),
	],
);

/** Links of mails about a claim. One is made whenever a mail is sent. */
export const emailLinks = sqliteTable(
	"email_links",
	{
		/** SHA-256 in hex; the token itself exists only in the mail. */
		tokenHash: text("token_hash").primaryKey(),
		claimId: text("claim_id")
			.notNull()
			.references(() => emailClaims.id),
		purpose: text("purpose", { enum: ["confirm", "undo"] }).notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [index("email_links_claim").on(t.claimId)],
);

/** Requests to erase an account. A link in a mail confirms them. They wait for objections when results are concerned. */
export const erasures = sqliteTable(
	"erasures",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** Token version of the account when it asked: whatever ends its sessions, such as a new password, ends the request as well. */
		tokenVersion: integer("token_version").notNull(),
		createdAt: instant("created_at").notNull(),
		confirmedAt: instant("confirmed_at"),
		/** Until then organisers may object; null before the confirmation. */
		dueAt: instant("due_at"),
		/** Null for an open request. `replaced`: the erasure was asked for again before this request was confirmed. */
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

/**
 * Sessions that have begun. They make the list of one's own sessions, and hold when the second factor was confirmed. The token of a
 * session says whether it is valid.
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
		/** Where the session began; null for one of an older version. Migrations only add, so the column keeps its earlier name. */
		channel: text("face", { enum: channels }),
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

/** Each replaces a code of the authenticator app on the host where it was added (WebAuthn). */
export const passkeys = sqliteTable(
	"passkeys",
	{
		/** The credential's id, in base64url. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** Name that its owner gave it. */
		name: text("name").notNull(),
		/** The only host on which browsers offer it. */
		host: text("host").notNull(),
		/** DER of a SubjectPublicKeyInfo, in base64url. */
		publicKey: text("public_key").notNull(),
		/** Count of the last signature; it stays 0 for a passkey that does not count. */
		signCount: integer("sign_count").notNull(),
		createdAt: instant("created_at").notNull(),
		lastUsedAt: instant("last_used_at"),
	},
	(t) => [index("passkeys_user").on(t.userId)],
);
