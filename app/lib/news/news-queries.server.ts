import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { auditLog, news, users } from "~db/schema";

const newsColumns = {
	id: news.id,
	title: news.title,
	body: news.body,
	authorId: news.authorId,
	authorName: users.name,
	authorSurname: users.surname,
	createdAt: news.createdAt,
	updatedAt: news.updatedAt,
};

/** Query for all news, newest first. */
export function newsList(db: Db) {
	return db
		.select(newsColumns)
		.from(news)
		.innerJoin(users, eq(users.id, news.authorId))
		.where(isNull(news.deletedAt))
		.orderBy(desc(news.createdAt), desc(news.id));
}

export type NewsRow = Awaited<ReturnType<typeof newsList>>[number];

/** Query for one news item. */
export function newsById(db: Db, id: string) {
	return db
		.select(newsColumns)
		.from(news)
		.innerJoin(users, eq(users.id, news.authorId))
		.where(and(eq(news.id, id), isNull(news.deletedAt)));
}

/** Whether mails went out about an item, as the log of its publishing says. */
const toldByMail = sql<number>`EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subjectId} = ${news.id}
	AND ${auditLog.action} = 'news.add' AND json_extract(${auditLog.after}, '$.mails') > 0)`;

/**
 * Query for the item that says the same by the same author and was told by e-mail as well, or was not either, if there is one
 * younger than `since`.
 */
export function sameNews(
	db: Db,
	{ title, body, authorId, told }: Pick<NewsRow, "title" | "body" | "authorId"> & { readonly told: boolean },
	since: Date,
) {
	return db
		.select(newsColumns)
		.from(news)
		.innerJoin(users, eq(users.id, news.authorId))
		.where(
			and(
				isNull(news.deletedAt),
				gt(news.createdAt, since),
				eq(news.authorId, authorId),
				eq(news.title, title),
				eq(news.body, body),
				eq(toldByMail, told ? 1 : 0),
			),
		)
		.limit(1);
}
