import { AppLink } from "~/components/app-link";
import { DayStrip } from "~/components/day-reports/day-strip";
import { LastSeen, LiveScript } from "~/components/live/live-layer";
import { InLanguage } from "~/components/news-list";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { useTexts } from "~/components/use-texts";
import type { Phase } from "~/lib/editions/opening-times";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { AfterSeasonNow } from "./after-season";
import type { AfterSeason } from "./after-season.server";
import { BeforeSeasonNow } from "./before-season";
import type { BeforeSeason } from "./before-season.server";
import { ClassNow } from "./class-now";
import { Now } from "./now";
import type { FlyingDay } from "./page.server";

interface HomeNowProps {
	readonly now: BeforeSeason | FlyingDay | AfterSeason;
	readonly phase: Phase;
	/** Whether the reader has entered already. */
	readonly hasEntry: boolean;
	readonly live: LiveRefresh | undefined;
}

/** What happens now, in each phase of the competition. */
export function HomeNow({ now, phase, hasEntry, live }: HomeNowProps) {
	switch (now.kind) {
		case "before":
			return <BeforeSeasonNow now={now} isSignupOpen={phase === "open"} hasEntry={hasEntry} />;
		case "flying":
			return <FlyingDayNow now={now} live={live} />;
		case "after":
			return <AfterSeasonNow now={now} />;
	}
}

/** What happens today, class by class. */
function FlyingDayNow({ now, live }: { readonly now: FlyingDay } & Pick<HomeNowProps, "live">) {
	const { t, language } = useTexts();
	const { day, strip, classes, news, isLive } = now;
	if (!day) return null;
	// Before the launch people ask when the briefing is, and what it will say.
	const isMorning = classes.every(({ stage }) => stage === "morning");
	return (
		<Now
			heading={
				<span data-refresh-region="">
					<AppLink to={day.path}>{dayName(t, day.name)}</AppLink>{" "}
					<span className="font-medium whitespace-nowrap text-muted">{formatDay(day.date, language)}</span>
				</span>
			}
		>
			<div data-refresh-region="">
				{day.task !== "TASK" && (
					<p className="mb-4 text-lg">{t(day.isToday ? `day.today.${day.task}` : `day.past.${day.task}`)}</p>
				)}
				{isMorning && day.briefing && (
					<p className="mb-3 text-lg font-strong">{t("home.now.briefing", { time: day.briefing })}</p>
				)}
				{isMorning && <NewsOfDay news={news} className="mb-4" />}
				<div className="grid-fit-80 gap-x-6 gap-y-4">
					{classes.map((one) => (
						<ClassNow key={one.id} one={one} day={day} />
					))}
				</div>
				{!isMorning && <NewsOfDay news={news} className="mt-4" />}
			</div>
			{isLive && <LivePart classes={classes} />}
			{strip.length > 0 && <DayStrip days={strip} />}
			<div className="mt-4">
				<RefreshBar live={live} />
			</div>
		</Now>
	);
}

/** What belongs to the dots on the maps. It is not refreshed: a script would not run then, and the list is for who has none. */
function LivePart({ classes }: Pick<FlyingDay, "classes">) {
	const { classNameOf } = useTexts();
	return (
		<>
			<LiveScript />
			<noscript>
				{classes.map(
					({ type, live }) =>
						live && (
							<section key={type} className="my-3 text-small">
								<h3 className="m-0 text-base">
									{classNameOf(type)}: {live.words.seen}
								</h3>
								<LastSeen live={live} />
							</section>
						),
				)}
			</noscript>
		</>
	);
}

interface NewsOfDayProps extends Pick<FlyingDay, "news"> {
	readonly className: string;
}

function NewsOfDay({ news, className }: NewsOfDayProps) {
	if (news.length === 0) return null;
	return (
		<ul className={className}>
			{news.map(({ id, title, lang }) => (
				<li key={id}>
					<AppLink className="inline-block py-2.5" to={`/news/${id}`} lang={lang}>
						{title}
					</AppLink>
					<InLanguage lang={lang} />
				</li>
			))}
		</ul>
	);
}
