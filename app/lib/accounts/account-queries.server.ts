import { and, asc, count, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { QueuedMail } from "~/lib/db/commit.server";
import { compareNames } from "~/lib/i18n/collate";
import { outbox, users } from "~db/schema";

/**
 * Condition: the address of the account is verified or, in an account of an older version, need not be yet. Only such an
 * address gets more than what is meant for one account and its entry.
 */
export function isAddressTrusted(now: Date) {
	return and(isNull(users.erasedAt), or(isNotNull(users.verifiedAt), gt(users.newsUntil, now)));
}

/** Every account that was not erased, by surname and name in Czech order. */
export async function listUsers({ db, now }: AdminCtx) {
	const { id, name, surname, email, admin, passwordValid } = users;
	const verified = sql<boolean>`${isNotNull(users.verifiedAt)}`.mapWith(Boolean);
	const trusted = sql<boolean>`coalesce(${isAddressTrusted(now)}, 0)`.mapWith(Boolean);
	const rows = await db
		.select({ id, name, surname, email, admin, passwordValid, verified, trusted })
		.from(users)
		.where(isNull(users.erasedAt));
	return rows.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name));
}

/** Selects those who get what is sent to everybody, in the order in which they signed up. */
export function trustedRecipients(db: Db, now: Date) {
	return selectRecipients(db).where(isAddressTrusted(now));
}

/**
 * Selects the people who can get a mail that is meant for them, in the order in which they signed up.
 * @param userId only this account
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

export function profileVersion(db: Db, userId: string) {
	return db.select({ version: users.version }).from(users).where(eq(users.id, userId));
}

/** Mails to an address that may be somebody else's, in 24 hours. */
const mostADay = 10;
const day = 24 * 60 * 60 * 1000;

/**
 * The mails without those to accounts whose address is not verified and has had its mails of the day: such an address gets
 * what concerns its account and its entry, and little of it.
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
