import { AppLink } from "~/components/app-link";
import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { DayOf } from "~/lib/editions/competition-day";
import type { Phase } from "~/lib/editions/opening-times";
import type { SignupNotice } from "./page.server";

interface HomeHeadProps {
	readonly phase: Phase;
	readonly title: string;
	readonly dates: { readonly text: string; readonly from: string; readonly to: string };
	readonly place: string;
	readonly signup: SignupNotice;
	/** Whether a signed-in user has no entry and can still make one. */
	readonly mayEnter: boolean;
	readonly day: DayOf;
	/** Whether the upload is a button: before signup opens and after the competition it is a plain link at the foot. */
	readonly hasUpload: boolean;
	/** Albums by year, newest first. */
	readonly galleries: readonly AlbumsOfYear[];
}

interface AlbumsOfYear {
	readonly year: number;
	readonly albums: readonly { readonly title: string; readonly url: string }[];
}

export function HomeHead(props: HomeHeadProps) {
	const { phase, title, dates, place, signup, mayEnter, day, hasUpload, galleries } = props;
	const buttons = { hasUpload, galleries };
	// On a flying day the classes matter more, so the head is as low as possible.
	const isLow = day !== null && "number" in day;
	return (
		<div
			className={`home-head flex flex-wrap justify-between gap-y-6 md:flex-nowrap ${isLow ? "gap-x-6 lg:h-14 lg:items-center" : "items-start gap-x-12"}`}
		>
			<div className={isLow ? "lg:flex lg:items-baseline lg:gap-6" : undefined}>
				<h1
					className={`m-0 leading-none ${isLow ? "text-4xl lg:text-3xl lg:whitespace-nowrap" : "text-[clamp(2.75rem,1.75rem+4.5vw,4.75rem)]"}`}
				>
					{title}
				</h1>
				<p
					className={`flex flex-wrap gap-x-6 gap-y-1 font-semibold ${isLow ? "mt-2 lg:mt-0" : "mt-3 text-xl/normal"}`}
				>
					<span className="flex items-center gap-2">
						<Icon name="calendar" className="size-5 text-muted" />
						{dates.text}
					</span>
					<span className="flex items-center gap-2">
						<Icon name="outlanding" className="size-5 text-muted" />
						{place}
					</span>
				</p>
				<SignupLine signup={signup} mayEnter={mayEnter} phase={phase} />
				{!isLow && <HomeButtons {...buttons} className="mt-6" />}
			</div>
			{isLow && <HomeButtons {...buttons} className="ml-auto max-xl:hidden" />}
			{day && <BriefingDay day={day} signup={signup} />}
		</div>
	);
}

interface HomeButtonsProps extends Pick<HomeHeadProps, "hasUpload" | "galleries"> {
	readonly className: string;
}

/** The buttons. On a flying day they stand in the line of the head, where it has no room for them below the classes. */
export function HomeButtons({ hasUpload, galleries, className }: HomeButtonsProps) {
	const { t } = useTexts();
	return (
		<div className={`button-row flex-none ${className}`}>
			{hasUpload && (
				<AppLink className="button max-md:flex-auto max-md:flex-wrap max-md:px-3" to="/igc">
					<Icon name="upload" />
					{t("nav.igc")}
				</AppLink>
			)}
			<details className="menu max-md:flex-auto">
				<summary className="button max-md:w-full max-md:flex-wrap max-md:px-3">
					<Icon name="photo" />
					{t("home.galleries")}
					<Icon name="chevron-down" />
				</summary>
				<ul className="menu-list">
					{galleries.map(({ year, albums }) => (
						<li key={year}>
							<strong className="block px-2.5 pt-2 text-small">{year}</strong>
							<ul aria-label={String(year)}>
								{albums.map(({ title, url }) => (
									<li key={url}>
										<ExternalLink href={url} sign={null}>
											{title}
										</ExternalLink>
									</li>
								))}
							</ul>
						</li>
					))}
				</ul>
			</details>
		</div>
	);
}

function SignupLine(props: Pick<HomeHeadProps, "signup" | "mayEnter" | "phase">) {
	const text = useSignupText(props);
	return text && <p className="home-signup mt-2 text-lg">{text}</p>;
}

/** The notice about signup. The head does not show it from the first competition day on. */
function useSignupText({ signup, mayEnter, phase }: Pick<HomeHeadProps, "signup" | "mayEnter" | "phase">) {
	const { t } = useTexts();
	const isVisitor = !useRootData()?.user;
	if (mayEnter) return <AppLink to="/registration">{t("home.signup.enter")}</AppLink>;
	switch (signup?.state) {
		case "finished":
			return phase === "flying" ? null : <WhereNext newest={signup.newest} phase={phase} />;
		case "ahead":
			return (
				<>
					{t("home.signup.opensAt", { time: signup.opensAt })}{" "}
					<a href="/calendar.ics?event=signup">{t("home.signup.toCalendar")}</a>
				</>
			);
		// A reader who has an account is not told how to get one.
		case "open":
			return phase === "open" && isVisitor ? (
				<>
					{t("home.signup.open")} <AppLink to="/signup">{t("home.signup.link")}</AppLink>
				</>
			) : null;
		default:
			return null;
	}
}

interface WhereNextProps extends Pick<Extract<SignupNotice, { state: "finished" }>, "newest"> {
	readonly phase: Phase;
}

/** Leads from an edition with a successor to the newest one. While it still runs, only its signup is over. */
export function WhereNext({ newest, phase }: WhereNextProps) {
	const { t } = useTexts();
	return (
		<>
			{t(phase === "over" ? "home.signup.finished" : "home.signup.closed")}{" "}
			<a href={newest.url}>{t("home.signup.newest", { title: newest.title })}</a>
		</>
	);
}

interface BriefingDayProps extends Pick<HomeHeadProps, "signup"> {
	readonly day: NonNullable<DayOf>;
}

/** The number of the day as on the briefing board, or the number of days until signup, and then until the first. */
function BriefingDay({ day, signup }: BriefingDayProps) {
	const { t } = useTexts();
	const isAhead = "until" in day;
	const days = (text: string, count: number) => [t(text), count, t("home.days", { count })];
	const [above, number, below] = isAhead
		? signup?.state === "ahead" && signup.days > 0
			? days("home.signup.opensIn", signup.days)
			: days("home.begins", day.until)
		: [t("home.day"), day.number, t("home.dayOf", { count: day.count })];
	// On a phone the heading of the day follows directly.
	return (
		<p
			className={`home-day flex items-baseline gap-3 rounded-card bg-linear-to-b/srgb from-nav to-nav-low px-4 py-1.5 font-strong text-on-nav ${isAhead ? "md:grid md:min-w-36 md:flex-none md:justify-items-center md:px-6 md:py-3" : "home-day-number flex-none max-lg:hidden"}`}
		>
			<span className={isAhead ? undefined : "sr-only"}>{above}</span>{" "}
			<strong
				className={`font-display leading-none text-action ${isAhead ? "text-[2.5rem] md:text-[5rem]" : "text-3xl"}`}
			>
				{number}
			</strong>{" "}
			<span>{below}</span>
		</p>
	);
}
