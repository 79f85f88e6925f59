import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { atomFeed } from "~/lib/content/atom";
import { newsList } from "~/lib/content/news-queries.server";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { textsOf } from "~/lib/i18n/i18n.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** Items that a feed holds; readers keep the older ones themselves. */
const mostItems = 50;

/** The news as a feed, in the language of the request. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language, settings } = ctx;
	const origin = editionOrigin(edition.year, settings);
	const { t } = textsOf(language);
	const rows = await newsList(ctx.db).limit(mostItems);
	const feed = atomFeed({
		selfUrl: `${origin}/news.atom?lng=${language}`,
		pageUrl: `${origin}/news?lng=${language}`,
		title: `${t("news.title")} – ${edition.title}`,
		language,
		emptySince: new Date(edition.competition.signupSince),
		items: rows.map(({ authorName, authorSurname, ...item }) => ({
			...item,
			author: { name: authorName, surname: authorSurname },
		})),
	});
	return new Response(feed, { headers: { "Content-Type": "application/atom+xml; charset=utf-8" } });
}
