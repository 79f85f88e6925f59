import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { NewsArticle } from "~/components/news-list";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { newsById, newsItem } from "~/lib/content/news-queries.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { page } from "~/shell/handle";

/** Characters of an item's text that messengers show of a link to it. */
const shownBody = 200;

type NewsPage = Awaited<ReturnType<typeof loader>>;

export const handle = page({
	titleOf: (loaded) => (loaded as NewsPage).item.title,
	descriptionOf: (loaded) => {
		const text = (loaded as NewsPage).item.body.replaceAll(/\s*\n\s*/g, " ");
		return text.length > shownBody ? `${text.slice(0, shownBody).replace(/\s\S*$/u, "")} …` : text;
	},
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const [row] = await newsById(ctx.db, params.newsId ?? "");
	if (!row) throw errorPage("not-found");
	return { item: newsItem(ctx, row), admin: may(ctx, "news") };
}

export default function NewsItemPage() {
	const { t } = useTexts();
	const { item, admin } = useLoaderData<typeof loader>() as NewsPage;
	return (
		<div className="narrow">
			<p className="no-print mb-4">
				<AppLink to="/news">{t("news.title")}</AppLink>
			</p>
			<NewsArticle item={item} admin={admin} level={1} returnTo="/news" />
		</div>
	);
}
