import { z } from "zod";
import { addNews } from "~/lib/content/change-news.server";
import { type NewsRow, newsList } from "~/lib/content/news-queries.server";
import { newsSchema } from "~/lib/content/news-schema";
import { endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const newsJson = z.object({
	_id: z.string(),
	title: z.string(),
	/** One paragraph a line, plain text. */
	body: z.string(),
	author: z.object({ _id: z.string(), name: z.string(), surname: z.string() }),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

function toNewsJson(row: NewsRow): z.infer<typeof newsJson> {
	return {
		_id: row.id,
		title: row.title,
		body: row.body,
		author: { _id: row.authorId, name: row.authorName, surname: row.authorSurname },
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

const { loader, action } = endpoint({
	GET: forAll({
		summary: "News, newest first",
		cached: [],
		response: z.array(newsJson),
		run: async ({ ctx }) => done((await newsList(ctx.db)).map(toNewsJson)),
	}),
	POST: forAdmins({
		summary: "Publishes a news item and notifies everybody with an account when email is true",
		status: 201,
		body: newsSchema,
		response: newsJson.extend({ news: newsJson, emailSent: z.boolean() }),
		run: async ({ ctx, body }) => {
			const added = await addNews(ctx, body);
			if (!added.ok) return added;
			const item = toNewsJson(added.value.news);
			return done({ ...item, news: item, emailSent: added.value.emailSent });
		},
	}),
});

export { action, loader };
