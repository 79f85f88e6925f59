import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type AtomItem, atomFeed } from "~/lib/content/atom";
import { newsItem, newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { nameOfClass } from "~/lib/editions/classes";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { dayAndDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { ResultsOfDay } from "~/lib/results/day-result";
import { resultsPath } from "~/lib/results/results-address";
import { resultDaysOf, toResultDays } from "~/lib/results/results-queries.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** Items that a feed holds; readers keep the older ones themselves. */
const mostItems = 50;

/** The news, and results that become unofficial or official, as a feed in the language of the request. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language, settings } = ctx;
	const origin = editionOrigin(edition, settings);
	const { t } = textsOf(language);
	const { news, results } = await read(ctx.db, {
		news: newsList(ctx.db).limit(mostItems),
		results: resultDaysOf(ctx.db, {}),
	});
	const feed = atomFeed({
		selfUrl: `${origin}/news.atom?lng=${language}`,
		pageUrl: `${origin}/news?lng=${language}`,
		title: `${t("news.title")} – ${edition.title}`,
		language,
		emptySince: new Date(edition.competition.signupSince),
		items: [
			...news.map((row) => {
				const { authorName: name, authorSurname: surname, ...item } = newsItem(ctx, row);
				return { ...item, author: { name, surname }, url: `${origin}/news/${row.id}?lng=${language}` };
			}),
			...toResultDays(results).flatMap((day) => toItems(day, ctx, origin)),
		].toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()),
	});
	return new Response(feed, { headers: { "Content-Type": "application/atom+xml; charset=utf-8" } });
}

/** Results of ours that are unofficial or official. */
function toItems(
	{ classType, classId, dayId, dayName: name, date, status, updatedAt, ours }: ResultsOfDay,
	{ language, edition }: Pick<Ctx, "language" | "edition">,
	origin: string,
): AtomItem[] {
	if (!ours || status === "preliminary") return [];
	const { t } = textsOf(language);
	const { id, revision, protestsUntil } = ours;
	const day = dayAndDate(t, { name, date }, language);
	return [
		{
			id: `${id}-${revision}-${status}`,
			title: `${nameOfClass(edition, classType, language)}, ${day}: ${t(`results.status.${status}`)}`,
			body:
				status === "unofficial" && protestsUntil
					? t("results.protestsUntil", { until: formatDayAndTime(protestsUntil, language) })
					: t("results.revision", { revision }),
			author: { name: edition.title, surname: "" },
			createdAt: updatedAt,
			updatedAt,
			url: `${origin}${resultsPath({ view: "daily", classId, dayId })}`,
		},
	];
}
