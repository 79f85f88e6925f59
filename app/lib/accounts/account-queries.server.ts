import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import type { QueuedMail } from "~/lib/db/commit.server";
import { compareNames } from "~/lib/i18n/collate";
import { fallbackLanguage } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { auditLog, igcFiles, outbox, outlandings, registrations, users } from "~db/schema";

/**
 * Condition: the address of the account is verified, or the account is of an older version and may still verify it later. Only a
 * trusted address gets mails beyond those about its own account and entry.
 */
export function isAddressTrusted(now: Date) {
	return and(isNull(users.erasedAt), or(isNotNull(users.verifiedAt), gt(users.newsUntil, now)));
}

/** Selects every account that was not erased, sorted by surname and name in Czech order. */
export async function listUsers({ db, now }: StaffCtx<"people">) {
	const { id, name, surname, email, role, passwordValid } = users;
	const verified = sql<boolean>`${isNotNull(users.verifiedAt)}`.mapWith(Boolean);
	const trusted = sql<boolean>`coalesce(${isAddressTrusted(now)}, 0)`.mapWith(Boolean);
	const rows = await db
		.select({ id, name, surname, email, role, passwordValid, verified, trusted })
		.from(users)
		.where(isNull(users.erasedAt));
	return rows.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name));
}

/** Every organiser and other addresses, as mails about what a stolen session could do address them. */
export async function organiserRecipients(db: Db, addresses: Iterable<string>) {
	const organisers = await selectRecipients(db).where(eq(users.role, "organiser"));
	const known = new Set(organisers.map(({ email }) => email));
	const others = [...new Set(addresses)].filter((email) => email !== "" && !known.has(email));
	return [...organisers, ...others.map((email) => ({ id: null, email, language: fallbackLanguage }))];
}

/** Selects the id of an account's entry. */
export function entryIdOf(db: Db, userId: string) {
	return db.select({ id: registrations.id }).from(registrations).where(eq(registrations.userId, userId));
}

/** Selects the ids of the flights of an account's entry. */
export function flightIdsOf(db: Db, userId: string) {
	return db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(inArray(igcFiles.registrationId, entryIdOf(db, userId)));
}

/**
 * Condition: the account has written the report of an outlanding, about itself or another. What the desk writes is nobody's: several
 * people write there under the account of one organiser.
 */
export function isReportBy(userId: string) {
	return and(eq(outlandings.createdBy, userId), ne(outlandings.sender, "organiser"));
}

export const messageSent = "message.send" satisfies AuditAction;

/** Condition: the row of the audit log is about a message that names the account as a recipient, alone or with others. */
export function isMessageTo(userId: string) {
	// `to` is an id, a list of ids, or says which group of competitors it is.
	const isNamed = sql`EXISTS (SELECT 1 FROM json_each(${auditLog.after}, '$.to') WHERE value = ${userId})`;
	return and(eq(auditLog.action, messageSent), isNamed);
}

/** Selects the accounts that get what is sent to everybody, in the order in which they signed up. */
export function trustedRecipients(db: Db, now: Date) {
	return selectRecipients(db).where(isAddressTrusted(now));
}

/**
 * Selects the people who can get a mail that is meant for them, in the order in which they signed up.
 * @param userId selects only this account
 */
export function mailRecipients(db: Db, userId?: string) {
	return selectRecipients(db).where(
		and(isNull(users.erasedAt), userId === undefined ? undefined : eq(users.id, userId)),
	);
}

function selectRecipients(db: Db) {
	const { id, name, surname, email, language } = users;
	return db
		.select({ id, name, surname, email, language })
		.from(users)
		.orderBy(asc(users.createdAt), asc(users.id))
		.$dynamic();
}

/** Selects what the profile's forms show and `actor` does not hold. */
export function profileOf(db: Db, userId: string) {
	return db
		.select(pick(users, "version", "scoreMails"))
		.from(users)
		.where(eq(users.id, userId));
}

/** Mails a day that an address which is not verified may get: it may be somebody else's. */
const mostADay = 10;
const day = 24 * 60 * 60 * 1000;

/**
 * Leaves out the mails to accounts whose address is not verified and has already had its mails of the day. Such an address gets
 * only mails about its account and its entry, and few of them.
 */
export async function withoutTooMany(
	{ db, now }: Ctx,
	mails: readonly QueuedMail[],
): Promise<readonly QueuedMail[]> {
	if (mails.length === 0) return mails;
	const rows = await db
		.select({ userId: outbox.userId })
		.from(outbox)
		.innerJoin(users, eq(users.id, outbox.userId))
		.where(and(gt(outbox.createdAt, new Date(now.getTime() - day)), isNull(users.verifiedAt)))
		.groupBy(outbox.userId)
		.having(gt(count(), sql`${mostADay - 1}`));
	const full = new Set(rows.map(({ userId }) => userId));
	return mails.filter(({ userId }) => userId === null || !full.has(userId));
}
