import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type AtomItem, atomFeed } from "~/lib/content/atom";
import { newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { nameOfClass } from "~/lib/editions/classes";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { dayAndDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { resultsPath } from "~/lib/results/results-address";
import { publishedResults } from "~/lib/results/results-queries.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** Items that a feed holds; readers keep the older ones themselves. */
const mostItems = 50;

/** The news, and results that become unofficial or official, as a feed in the language of the request. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language, settings } = ctx;
	const origin = editionOrigin(edition.year, settings);
	const { t } = textsOf(language);
	const { news, results } = await read(ctx.db, {
		news: newsList(ctx.db).limit(mostItems),
		results: publishedResults(ctx.db).limit(mostItems),
	});
	const feed = atomFeed({
		selfUrl: `${origin}/news.atom?lng=${language}`,
		pageUrl: `${origin}/news?lng=${language}`,
		title: `${t("news.title")} – ${edition.title}`,
		language,
		emptySince: new Date(edition.competition.signupSince),
		items: [
			...news.map(({ authorName, authorSurname, ...item }) => ({
				...item,
				author: { name: authorName, surname: authorSurname },
			})),
			...results.map((row) => toItem(row, ctx, origin)),
		].toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()),
	});
	return new Response(feed, { headers: { "Content-Type": "application/atom+xml; charset=utf-8" } });
}

type Published = Awaited<ReturnType<typeof publishedResults>>[number];

function toItem(
	row: Published,
	{ language, edition }: Pick<Ctx, "language" | "edition">,
	origin: string,
): AtomItem {
	const { t } = textsOf(language);
	const { id, classType, classId, dayId, dayName: name, date, state, revision, protestsUntil } = row;
	const stateSince = row.stateSince ?? new Date(edition.competition.signupSince);
	const day = dayAndDate(t, { name, date }, language);
	return {
		id: `${id}-${revision}-${state}`,
		title: `${nameOfClass(edition, classType, language)}, ${day}: ${t(`results.status.${state}`)}`,
		body:
			state === "unofficial" && protestsUntil
				? t("results.protestsUntil", { until: formatDayAndTime(protestsUntil, language) })
				: t("results.revision", { revision }),
		author: { name: edition.title, surname: "" },
		createdAt: stateSince,
		updatedAt: stateSince,
		url: `${origin}${resultsPath({ view: "daily", classId, dayId })}`,
	};
}
