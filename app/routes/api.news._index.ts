import { z } from "zod";
import { endpoint, forAdmins, forAll } from "~/lib/api/endpoint.server";
import { addNews } from "~/lib/content/news/add-news.server";
import { newsJson, toNewsJson } from "~/lib/content/news/news-json";
import { newsList } from "~/lib/content/news/news-queries.server";
import { newsSchema } from "~/lib/content/news/news-schema";
import { done } from "~/lib/result";

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
