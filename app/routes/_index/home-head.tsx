import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { useRootData } from "~/components/use-root-data";
import type { DayOf } from "~/lib/editions/competition-day";
import type { Phase } from "~/lib/editions/phase";
import type { SignupNotice } from "./signup-notice";

interface HomeHeadProps {
	readonly phase: Phase;
	readonly title: string;
	readonly dates: { readonly text: string; readonly from: string; readonly to: string };
	readonly place: string;
	readonly signup: SignupNotice;
	/** Whether a signed-in user has no entry and can still make one. */
	readonly mayEnter: boolean;
	readonly day: DayOf;
	readonly galleries: readonly { readonly title: string; readonly url: string }[];
}

export function HomeHead({ phase, title, dates, place, signup, mayEnter, day, galleries }: HomeHeadProps) {
	const { t } = useTranslation();
	return (
		<div className="home-head">
			<div>
				<h1>{title}</h1>
				<p className="home-subhead">
					<span className="unbroken">
						<Icon name="calendar" />
						{dates.text}
					</span>
					<span>
						<Icon name="outlanding" />
						{place}
					</span>
				</p>
				<SignupLine signup={signup} mayEnter={mayEnter} phase={phase} />
				<div className="button-row">
					<AppLink className="button" to="/igc">
						<Icon name="upload" />
						{t("nav.igc")}
					</AppLink>
					<details className="menu">
						<summary className="button">
							<Icon name="photo" />
							{t("home.galleries")}
							<Icon name="chevron-down" />
						</summary>
						<ul className="menu-list">
							{galleries.map((gallery) => (
								<li key={gallery.url}>
									<a href={gallery.url} target="_blank" rel="noopener">
										{gallery.title}
										<span className="sr-only">{t("home.newTab")}</span>
										<Icon name="external" />
									</a>
								</li>
							))}
						</ul>
					</details>
				</div>
			</div>
			{day && <BriefingDay day={day} />}
		</div>
	);
}

/** From the first competition day on, it is no concern of the head that signup is open. */
function SignupLine({ signup, mayEnter, phase }: Pick<HomeHeadProps, "signup" | "mayEnter" | "phase">) {
	const { t } = useTranslation();
	const isVisitor = !useRootData()?.user;
	switch (signup?.state) {
		case "finished":
			return (
				<p className="home-signup">
					{t("home.signup.finished")}{" "}
					<a href={signup.newest.url}>{t("home.signup.newest", { title: signup.newest.title })}</a>
				</p>
			);
		case "ahead":
			return (
				<p className="home-signup">
					{t("home.signup.opensAt", { time: signup.opensAt })}{" "}
					<a href="/calendar.ics?event=signup">{t("home.signup.toCalendar")}</a>
				</p>
			);
		// Nobody who has an account is told how to get one.
		case "open":
			if (phase !== "open") return null;
			if (isVisitor)
				return (
					<p className="home-signup">
						{t("home.signup.open")} <AppLink to="/signup">{t("home.signup.link")}</AppLink>
					</p>
				);
			return mayEnter ? (
				<p className="home-signup">
					<AppLink to="/registration">{t("home.signup.enter")}</AppLink>
				</p>
			) : null;
		default:
			return null;
	}
}

/** As on the briefing board: the number of the day, or of the days until the first. */
function BriefingDay({ day }: { readonly day: NonNullable<DayOf> }) {
	const { t } = useTranslation();
	const [above, number, below] =
		"until" in day
			? [t("home.begins"), day.until, t("home.days", { count: day.until })]
			: [t("home.day"), day.number, t("home.dayOf", { count: day.count })];
	return (
		<p className={"until" in day ? "home-day" : "home-day home-day-number"}>
			<span>{above}</span> <strong>{number}</strong> <span>{below}</span>
		</p>
	);
}
