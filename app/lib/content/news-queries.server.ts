import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { dayNumber } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { auditLog, news, newsVersions, users } from "~db/schema";
import { newsIn } from "./news-texts";

/** What an item says, without its id and times. */
export const textColumns = ["language", "title", "body", "titleEn", "bodyEn"] as const;

const newsColumns = {
	...pick(news, "id", ...textColumns, "authorId"),
	authorName: users.name,
	authorSurname: users.surname,
	...pick(news, "createdAt", "updatedAt", "pinned", "version"),
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

/** Selects the items as pages list them: the pinned ones before the others. */
export function newsOfPage(db: Db) {
	return selectNews(db)
		.where(isNull(news.deletedAt))
		.orderBy(desc(news.pinned), desc(news.createdAt), desc(news.id));
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

/** Selects what an item said before it was edited, the last version first, with who wrote it. */
export function newsHistory(db: Db, id: string) {
	return db
		.select({
			...pick(newsVersions, "version", ...textColumns, "editedAt"),
			name: users.name,
			surname: users.surname,
		})
		.from(newsVersions)
		.innerJoin(users, eq(users.id, newsVersions.editedBy))
		.where(eq(newsVersions.newsId, id))
		.orderBy(desc(newsVersions.version));
}

export type NewsItem = ReturnType<typeof newsItem>;

/** An item as its readers get it, with the number of the competition day on which it was written; null when it was written on none. */
export function newsItem({ edition, language }: Pick<Ctx, "edition" | "language">, row: NewsRow) {
	const { id, authorName, authorSurname, createdAt, updatedAt, pinned } = row;
	const date = pragueDate(createdAt);
	return {
		id,
		...newsIn(row, language),
		authorName,
		authorSurname,
		createdAt,
		updatedAt,
		pinned,
		day: date > edition.competition.to ? null : dayNumber(edition, date),
	};
}
