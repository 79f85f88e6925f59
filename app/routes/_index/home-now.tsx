import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { ClassPodiums } from "~/components/class-podiums";
import { ClassHeads } from "~/components/day-reports/class-heads";
import { DayStrip } from "~/components/day-reports/day-strip";
import { InLanguage } from "~/components/news-list";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { Phase } from "~/lib/editions/opening-times";
import { dayName, formatDay, formatDayOf } from "~/lib/i18n/format-dates";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import { ClassNow } from "./class-now";
import type { AfterSeason, BeforeSeason, FlyingDay } from "./page.server";

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

/** The part of home with a line above. It is named by its heading, or else by a label. */
function Now({
	heading,
	...props
}: {
	readonly heading?: ReactNode;
	readonly label?: string;
	readonly children: ReactNode;
}) {
	return (
		<section
			className="now border-t-2 border-ink pt-5"
			{...(heading ? { "aria-labelledby": "now" } : { "aria-label": props.label })}
		>
			{heading && (
				<h2 id="now" className="mb-4">
					{heading}
				</h2>
			)}
			{props.children}
		</section>
	);
}

/** What happens today, class by class. */
function FlyingDayNow({ now, live }: { readonly now: FlyingDay } & Pick<HomeNowProps, "live">) {
	const { t, language } = useTexts();
	const { day, strip, classes, news } = now;
	if (!day) return null;
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
				{day.task === "TASK" && (
					// On a phone only one class has room on the first screen.
					<ClassHeads
						className="mb-4 md:hidden print:hidden"
						classes={classes.map((one) => ({ ...one, rows: one.results?.rows ?? [] }))}
					/>
				)}
				<div className="grid-fit-80 gap-x-6 gap-y-4">
					{classes.map((one) => (
						<ClassNow key={one.id} one={one} day={day} />
					))}
				</div>
				{news.length > 0 && (
					<ul className="mt-4">
						{news.map(({ id, title, lang }) => (
							<li key={id} className="py-1.5">
								<AppLink to={`/news#${id}`} lang={lang}>
									{title}
								</AppLink>
								<InLanguage lang={lang} />
							</li>
						))}
					</ul>
				)}
			</div>
			<DayStrip days={strip} />
			<div className="mt-4">
				<RefreshBar live={live} />
			</div>
		</Now>
	);
}

function BeforeSeasonNow({
	now,
	isSignupOpen,
	hasEntry,
}: {
	readonly now: BeforeSeason;
	readonly isSignupOpen: boolean;
} & Pick<HomeNowProps, "hasEntry">) {
	const { t, language, classNameOf } = useTexts();
	return (
		<Now label={t("home.now.before")}>
			<div className="grid-fit-80 gap-x-10 gap-y-6">
				<div>
					<h2 className="mb-2 text-lg/tight">{t("home.now.entries")}</h2>
					<ul className="counts">
						{now.classes.map(({ id, type, accepted, waiting }) => (
							<li key={id} className="count">
								<strong>{accepted}</strong>
								<span>
									<AppLink to={`/starting-list#class-${type}`}>{classNameOf(type)}</AppLink>
									{waiting > 0 && ` ${t("home.now.waiting", { count: waiting })}`}
								</span>
							</li>
						))}
					</ul>
				</div>
				{isSignupOpen && !hasEntry && <NextSteps takesPayment={now.takesPayment} />}
				{now.documents.length > 0 && (
					<div>
						<h2 className="mb-2 text-lg/tight">{t("home.now.documents")}</h2>
						<ul>
							{now.documents.map(({ id, name, path, updatedAt }) => (
								<li key={id} className="py-1.5">
									<a href={path}>{name}</a>{" "}
									<time className="muted" dateTime={updatedAt.toISOString()}>
										{formatDayOf(updatedAt, language)}
									</time>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</Now>
	);
}

/** The steps from no account to a paid entry. */
function NextSteps({ takesPayment }: Pick<BeforeSeason, "takesPayment">) {
	const { t } = useTexts();
	const hasAccount = Boolean(useRootData()?.user);
	return (
		<div>
			<h2 className="mb-2 text-lg/tight">{t("home.now.steps")}</h2>
			<ol className="list-decimal space-y-3 pl-6">
				{!hasAccount && (
					<li>
						<AppLink to="/signup">{t("home.signup.link")}</AppLink>
					</li>
				)}
				<li>
					<AppLink to="/registration">{t("home.signup.enter")}</AppLink>
				</li>
				<li>{t(takesPayment ? "home.now.steps.pay" : "home.now.steps.wait")}</li>
			</ol>
		</div>
	);
}

/** The first places and the numbers of a season that is over. */
function AfterSeasonNow({ now }: { readonly now: AfterSeason }) {
	const { t } = useTexts();
	if (now.classes.length === 0) return null;
	return (
		<Now heading={t("home.now.overall")}>
			<ClassPodiums classes={now.classes} />
			<SeasonFigures now={now} />
		</Now>
	);
}

function SeasonFigures({ now: { days, flown } }: { readonly now: AfterSeason }) {
	const { t, language } = useTexts();
	const kilometres = (metres: number) => formatKilometres(metres, language, { decimals: 0 });
	return (
		<ul className="counts mt-6">
			<li className="count">
				<strong>{days}</strong>
				<span>
					<AppLink to="/days">{t("home.now.days", { count: days })}</AppLink>
				</span>
			</li>
			{flown && (
				<>
					<li className="count">
						<strong>{formatNumber(flown.flights, language)}</strong>
						<span>{t("home.now.flights", { count: flown.flights })}</span>
					</li>
					<li className="count">
						<strong>{kilometres(flown.distanceM)}</strong>
						<span>{t("home.now.kilometres")}</span>
					</li>
					<li className="count">
						<strong>{t("task.km", { value: kilometres(flown.longest.distanceM) })}</strong>
						<span>
							<AppLink to={flown.longest.day}>
								{t("home.now.longest", { pilot: flown.longest.pilot })}
							</AppLink>
						</span>
					</li>
				</>
			)}
		</ul>
	);
}
