import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { NewsForm } from "~/components/news-form";
import { NewsList } from "~/components/news-list";
import { UnverifiedNotice } from "~/components/unverified-notice";
import { isAdmin } from "~/lib/access";
import { currentDate } from "~/lib/days/days-queries.server";
import { dayOf } from "~/lib/editions/day-of";
import { phaseOf } from "~/lib/editions/phase";
import { pragueDate } from "~/lib/editions/prague-time";
import { formatCompetitionDates } from "~/lib/i18n/format-dates";
import { newsList } from "~/lib/news/news-queries.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskHeads } from "~/lib/tasks/tasks-queries.server";
import { page } from "~/shell/handle";
import type { Sponsor } from "~editions/parts";
import { DayTasks } from "./day-tasks";
import { HomeHead } from "./home-head";
import { QuickLinks } from "./quick-links";
import { signupNotice } from "./signup-notice";

export const handle = page({ mode: "reading", texts: ["content", "tasks"], cached: [] });

export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language, now } = ctx;
	const admin = isAdmin(ctx);
	const { from, to } = edition.competition;
	const [news, heads] = await ctx.db.batch([
		newsList(ctx.db),
		taskHeads(ctx.db, currentDate(ctx.db, pragueDate(now))),
	]);
	return {
		phase: phaseOf(edition, now),
		title: edition.title,
		dates: { text: formatCompetitionDates(from, to, language), from, to },
		place: edition.place[language],
		signup: signupNotice(ctx),
		day: dayOf(edition, now),
		alert: edition.alert.map((line) => line[language]),
		galleries: edition.photoGalleries.map(({ title, url }) => ({ title: title[language], url })),
		sponsors: edition.sponsors,
		news,
		tasks: heads.map(({ number, ...head }) => ({ ...head, version: versionLetter(number) })),
		admin,
		formKey: admin ? crypto.randomUUID() : null,
	};
}

export default function HomePage() {
	const { t } = useTranslation();
	const { phase, alert, sponsors, news, tasks, admin, formKey, ...head } = useLoaderData<typeof loader>();
	return (
		<>
			<HomeHead phase={phase} {...head} />
			<UnverifiedNotice />
			<QuickLinks phase={phase} />
			<DayTasks tasks={tasks} />
			<section className="home-alert" aria-label={t("home.alert")}>
				<Icon name="warning" />
				<div>
					{alert.map((line) => (
						<p key={line}>{line}</p>
					))}
				</div>
			</section>
			<div className="two-column section">
				<section aria-labelledby="home-news">
					<h2 id="home-news">{t("nav.news")}</h2>
					{formKey && <NewsForm formKey={formKey} reply={undefined} returnTo="/" />}
					<NewsList items={news} admin={admin} level={3} returnTo="/" />
				</section>
				<Sponsors sponsors={sponsors} />
			</div>
		</>
	);
}

function Sponsors({ sponsors }: { readonly sponsors: readonly Sponsor[] }) {
	const { t } = useTranslation();
	return (
		<section className="sponsors" aria-labelledby="sponsors">
			<h2 id="sponsors">{t("home.sponsors")}</h2>
			<ul>
				{sponsors.map(({ name, logo, url }) => {
					const image = <img src={logo} alt={name} width="250" height="90" loading="lazy" decoding="async" />;
					return <li key={name}>{url ? <a href={url}>{image}</a> : image}</li>;
				})}
			</ul>
		</section>
	);
}
