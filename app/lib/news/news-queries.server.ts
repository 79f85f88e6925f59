import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { news, users } from "~db/schema";
import type { Db } from "../db/client.server";

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

/** Query for the item that says the same by the same author, if there is one younger than `since`. */
export function sameNews(
	db: Db,
	{ title, body, authorId }: Pick<NewsRow, "title" | "body" | "authorId">,
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
			),
		)
		.limit(1);
}
