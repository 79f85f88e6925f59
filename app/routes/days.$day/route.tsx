import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DayStrip } from "~/components/day-reports/day-strip";
import { LiveScript } from "~/components/live/live-layer";
import { NewsList } from "~/components/news-list";
import { ShareButton } from "~/components/share-button";
import { SkipToList } from "~/components/skip-to-list";
import { useTexts } from "~/components/use-texts";
import { dateOfDay, dayPath } from "~/lib/editions/competition-day";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, dayName, formatDay } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { ClassHeads } from "./class-heads";
import { ClassOfDaySection } from "./class-of-day";
import { type DayPage, readDayPage } from "./page.server";

export const handle = page({
	titleOf: (loaded, t, { language }) => {
		const { day } = loaded as DayPage;
		return dayAndDate(t, day, language);
	},
	sharedOf: (loaded) => ({ kind: "day", date: (loaded as DayPage).day.date }),
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const named = params.day ?? "";
	const date = dateOfDay(ctx.edition, named);
	const path = date && dayPath(ctx.edition, date);
	if (path && path !== `/days/${named}`) throw redirect(path, 301);
	const found = date && (await readDayPage(ctx, date));
	if (!found) throw errorPage("not-found");
	return found;
}

export default function DayOfCompetition() {
	const { day, strip, classes, news, documents } = useLoaderData<typeof loader>() as DayPage;
	const { t, language } = useTexts();
	const isLive = classes.some(({ live }) => live);
	const first = classes.find(({ rows }) => rows.length > 0);
	return (
		<>
			{first && <SkipToList to={`list-${first.type}`} />}
			<div className="page-head max-md:mb-2">
				<div className="gap-x-4 sm:flex sm:items-baseline">
					<h1>{dayName(t, day.name)}</h1>
					<p className="sm:mt-0">{formatDay(day.date, language)}</p>
				</div>
				<ShareButton />
			</div>
			<DayStrip days={strip} />
			{day.task !== "TASK" && (
				<p className="empty">{t(day.isPast ? `day.past.${day.task}` : `day.today.${day.task}`)}</p>
			)}
			{day.task === "TASK" && <ClassHeads classes={classes} />}
			<div className="stack">
				{classes.map((one) => (
					<ClassOfDaySection key={one.id} one={one} day={day} />
				))}
			</div>
			{isLive && <LiveScript />}
			{news.length > 0 && (
				<section className="section" aria-labelledby="day-news">
					<h2 id="day-news">{t("nav.news")}</h2>
					<NewsList items={news} admin={false} level={3} returnTo="" />
				</section>
			)}
			{documents.length > 0 && (
				<section className="section" aria-labelledby="day-documents">
					<h2 id="day-documents">{t("nav.documents")}</h2>
					<ul>
						{documents.map(({ id, name, path }) => (
							<li key={id} className="py-1.5">
								<a href={path}>{name}</a>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}
