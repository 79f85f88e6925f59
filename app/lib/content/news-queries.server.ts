import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayNumber } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { auditLog, news, users } from "~db/schema";
import type { Edition } from "~editions/schema";

const newsColumns = {
	...pick(news, "id", "title", "body", "authorId"),
	authorName: users.name,
	authorSurname: users.surname,
	...pick(news, "createdAt", "updatedAt"),
};

function selectNews(db: Db) {
	return db.select(newsColumns).from(news).innerJoin(users, eq(users.id, news.authorId));
}

/** Selects the items, the newest first. */
export function newsList(db: Db) {
	return selectNews(db).where(isNull(news.deletedAt)).orderBy(desc(news.createdAt), desc(news.id));
}

/** Selects the items between two times, the oldest first; `to` is not included. They are expressions for instants. */
export function newsBetween(db: Db, from: SQL, to: SQL) {
	return selectNews(db)
		.where(and(isNull(news.deletedAt), gte(news.createdAt, from), lt(news.createdAt, to)))
		.orderBy(asc(news.createdAt));
}

export type NewsRow = Awaited<ReturnType<typeof newsList>>[number];

export function newsById(db: Db, id: string) {
	return selectNews(db).where(and(eq(news.id, id), isNull(news.deletedAt)));
}

/** The audit log knows whether an item was mailed. */
const wasMailed = sql<number>`EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subjectId} = ${news.id}
	AND ${auditLog.action} = 'news.add' AND json_extract(${auditLog.after}, '$.mails') > 0)`;

/** Selects an item of the same text and author that is younger than `since`, and was mailed if and only if this one is. */
export function sameNews(
	db: Db,
	{
		title,
		body,
		authorId,
		mailed,
	}: Pick<NewsRow, "title" | "body" | "authorId"> & { readonly mailed: boolean },
	since: Date,
) {
	return selectNews(db)
		.where(
			and(
				isNull(news.deletedAt),
				gt(news.createdAt, since),
				eq(news.authorId, authorId),
				eq(news.title, title),
				eq(news.body, body),
				eq(wasMailed, mailed ? 1 : 0),
			),
		)
		.limit(1);
}

/** Adds the competition day on which an item was written; null when it was written on no competition day. */
export function withDay<R extends { readonly createdAt: Date }>(
	edition: Pick<Edition, "competition">,
	items: readonly R[],
) {
	return items.map((item) => {
		const date = pragueDate(item.createdAt);
		return { ...item, day: date > edition.competition.to ? null : dayNumber(edition, date) };
	});
}
