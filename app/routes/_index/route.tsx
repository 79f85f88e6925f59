import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { lazy, Suspense } from "react";
import { AppLink } from "~/components/app-link";
import { DeskLinks } from "~/components/desk/desk-links";
import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import { NewsForm } from "~/components/news-form";
import { NewsList } from "~/components/news-list";
import { loadFresh, useFreshData, useRefresh } from "~/components/queue/fresh-data";
import { UnverifiedNotice } from "~/components/unverified-notice";
import { useTexts } from "~/components/use-texts";
import { isAtDesk, may } from "~/lib/access";
import { newsFormOf } from "~/lib/content/change-news.server";
import { newsItem } from "~/lib/content/news-queries.server";
import { type FailedQuery, logFailedQueries } from "~/lib/db/read.server";
import { lineOfMissed } from "~/lib/desk/missing-pilots.server";
import { dayOf } from "~/lib/editions/competition-day";
import { areUploadsOpen, phaseOf } from "~/lib/editions/opening-times";
import { formatCompetitionDates } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { page } from "~/shell/handle";
import type { Edition, Sponsor } from "~editions/schema";
import { HomeButtons, HomeHead, WhereNext } from "./home-head";
import { HomeNow } from "./home-now";
import { lackInWords, lackOf, orLack } from "./lacking-parts.server";
import { OwnDay } from "./own-card";
import { readPhase, signupNotice } from "./page.server";
import { QuickLinks } from "./quick-links";
import type { TaskLinkGroup } from "./task-links.server";

const refreshSeconds = 30;

export const handle = page({ sharedOf: () => ({ kind: "edition" }), cached: [] });

export async function loader({ context: { ctx, version, failures } }: LoaderFunctionArgs) {
	const { edition, language, now: readAt, requestId } = ctx;
	const lacking: FailedQuery[] = [];
	const [{ failed, ...read }, missed, newsForm] = await Promise.all([
		readPhase(ctx),
		orLack(lacking, { name: "missed", work: lineOfMissed(ctx), instead: null }),
		orLack(lacking, { name: "newsForm", work: newsFormOf(ctx), instead: null }),
	]);
	lacking.push(...failed);
	logFailedQueries(requestId, lacking);
	failures.push(...lacking.map(({ error }) => error));
	const admin = may(ctx, "news");
	const { from, to } = edition.competition;
	const phase = phaseOf(edition, readAt);
	const signup = signupNotice(ctx);
	const takesLogs = areUploadsOpen(edition, readAt);
	const isUploadPlain = phase === "over" || signup?.state === "ahead";
	return {
		...read,
		/** Says what of the page could not be read; null when all is there. */
		lacking: lackInWords(lacking, language),
		news: lackOf(lacking)("news") ? null : read.news.map((row) => newsItem(ctx, row)),
		phase,
		title: edition.title,
		dates: { text: formatCompetitionDates(from, to, language), from, to },
		place: edition.place[language],
		signup,
		day: dayOf(edition, readAt),
		hasUpload: takesLogs && !isUploadPlain,
		hasUploadLink: takesLogs && isUploadPlain,
		alert: edition.alert.map((line) => line[language]),
		galleries: albumsByYear(edition, language),
		sponsors: edition.sponsors,
		admin,
		atDesk: isAtDesk(ctx),
		missed,
		newsForm,
		/** React refreshes the page of a signed-in user, a small script that of a visitor. */
		hydrates: ctx.actor !== null || ctx.onDuty !== null,
		readAt,
		version,
	};
}

type HomeData = ReturnType<typeof useFreshData<typeof loader>>["data"];

function albumsByYear({ photoGalleries }: Edition, language: Language) {
	return [...new Set(photoGalleries.map(({ year }) => year))].map((year) => ({
		year,
		albums: photoGalleries
			.filter((album) => album.year === year)
			.map(({ title, url }) => ({ title: title[language], url })),
	}));
}

export const clientLoader = loadFresh;

/** The server renders the form with its page; in the browser its scripts come after those of the page, which most visits do without. */
const LateNewsForm = import.meta.env.SSR
	? NewsForm
	: lazy(async () => ({ default: (await import("~/components/news-form")).NewsForm }));

export default function HomePage() {
	const { t } = useTexts();
	const { data, lostSince } = useFreshData<typeof loader>();
	const { now, own, mayEnter, taskLinks, news, phase, alert, sponsors, admin, hydrates, newsForm, ...head } =
		data;
	const isLive = now.kind === "flying";
	const links = <QuickLinks phase={phase} />;
	const live = useRefresh(hydrates && isLive ? refreshSeconds : null, lostSince);
	const refresh = isLive && !hydrates ? { "data-refresh": refreshSeconds, "data-refresh-url": "/" } : {};
	return (
		<div {...refresh}>
			<HomeHead phase={phase} mayEnter={mayEnter} {...head} />
			{data.lacking && <p className="notice notice-warning mt-4">{data.lacking}</p>}
			<UnverifiedNotice />
			{head.atDesk && phase === "flying" && <DeskLinks missed={head.missed} />}
			{own && <OwnDay own={own} today={now.kind === "flying" ? now : null} />}
			<YourPilots />
			{!isLive && <TaskLinks groups={taskLinks} />}
			<HomeNow now={now} phase={phase} hasEntry={own !== null} live={live} />
			{isLive && (
				<HomeButtons hasUpload={head.hasUpload} galleries={head.galleries} className="mt-6 xl:hidden" />
			)}
			{isLive && <TaskLinks groups={taskLinks} />}
			{/* Outside the competition days nothing is urgent: the notice stands below what the page is about. */}
			{!isLive && links}
			{head.signup?.state === "open" && phase !== "open" && !hydrates && (
				<p className="mt-4 text-muted">
					{t("home.signup.open")} {t(`home.signup.${head.signup.takesEntries ? "canEnter" : "noEntries"}`)}
				</p>
			)}
			{head.signup?.state === "finished" && phase === "flying" && (
				<p className="mt-4 text-muted">
					<WhereNext newest={head.signup.newest} phase={phase} />
				</p>
			)}
			<section
				className="home-alert mt-8 flex gap-4 rounded-control border border-l-6 border-warning bg-warning-ground px-5 py-4"
				aria-label={t("home.alert")}
			>
				<Icon name="warning" className="size-6 text-warning" />
				<div className="min-w-0">
					{alert.map((line) => (
						<p key={line}>{line}</p>
					))}
				</div>
			</section>
			{isLive && links}
			<div className="section grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[minmax(0,1fr)_min(33.3%,250px)]">
				<News news={news} admin={admin} newsForm={newsForm} />
				<Sponsors sponsors={sponsors} />
			</div>
			{head.hasUploadLink && (
				<p className="mt-8">
					<AppLink to="/igc">{t("nav.igc")}</AppLink>
				</p>
			)}
		</div>
	);
}

function News({ news, admin, newsForm }: Pick<HomeData, "news" | "admin" | "newsForm">) {
	const { t } = useTexts();
	return (
		<section aria-labelledby="home-news">
			<h2 id="home-news" className="mb-5 border-b-3 border-action pb-3">
				{t("nav.news")}
			</h2>
			{newsForm && (
				<Suspense>
					<LateNewsForm form={newsForm} reply={undefined} returnTo="/" />
				</Suspense>
			)}
			{news && <NewsList items={news} admin={admin} level={3} returnTo="/" />}
		</section>
	);
}

/** The page's script fills it with the pilots that have a star in this browser. */
function YourPilots() {
	const { t } = useTexts();
	return (
		<section className="card mt-4" data-your-pilots="" aria-labelledby="your-pilots" hidden>
			<h2 id="your-pilots" className="mt-0 text-xl">
				{t("star.yours")}
			</h2>
			<ul className="grid gap-x-8 lg:grid-cols-2" />
		</section>
	);
}

function Sponsors({ sponsors }: { readonly sponsors: readonly Sponsor[] }) {
	const { t } = useTexts();
	return (
		<section className="sponsors" aria-labelledby="sponsors">
			<h2 id="sponsors" className="mb-5 border-b-3 border-action pb-3">
				{t("home.sponsors")}
			</h2>
			<ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-1">
				{sponsors.map(({ name, logo, url }) => {
					const image = (
						<img
							className={
								logo.startsWith("/logos/")
									? "max-h-45 max-w-62.5 rounded-control bg-white object-contain"
									: "w-full max-w-62.5"
							}
							src={logo}
							alt={name}
							width="250"
							height="90"
							loading="lazy"
							decoding="async"
						/>
					);
					return (
						<li key={name}>
							{url ? (
								<ExternalLink className="block" href={url} sign={null}>
									{image}
								</ExternalLink>
							) : (
								image
							)}
						</li>
					);
				})}
			</ul>
		</section>
	);
}

/** Tasks of the days to come; for organisers, where those are uploaded that are missing. */
function TaskLinks({ groups }: { readonly groups: readonly TaskLinkGroup[] }) {
	const { t } = useTexts();
	if (groups.length === 0) return null;
	return (
		<div className="notice notice-info task-links mt-6 max-w-none space-y-1.5">
			{groups.map(({ title, links }) => (
				<div key={title}>
					<p className="notice-title">{title}</p>
					<ul>
						{links.map(({ path, text, sheet }) => (
							<li key={path}>
								<AppLink className="inline-block py-2.5 wrap-anywhere" to={path}>
									{text}
								</AppLink>
								{sheet && (
									<>
										{" · "}
										{/* A sheet stands whole beside its task, or below it. */}
										<AppLink className="inline-block py-2.5" to={sheet}>
											{t("task.sheet")}
										</AppLink>
									</>
								)}
							</li>
						))}
					</ul>
				</div>
			))}
		</div>
	);
}
