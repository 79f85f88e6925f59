import { and, eq, isNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { news } from "~db/schema";
import { newsById } from "./news-queries.server";

/** The row stays. */
export async function deleteNews(ctx: AdminCtx, id: string): Promise<Result<null, "not-found">> {
	const [item] = await newsById(ctx.db, id);
	if (!item) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(news)
					.set({ deletedAt: ctx.now })
					.where(and(eq(news.id, id), isNull(news.deletedAt))),
			),
		],
		audit: { action: "news.delete", subjectId: id, before: { title: item.title, body: item.body } },
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}
