import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Podium } from "~/components/podium";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { resultsPath } from "~/lib/results/results-address";
import type { AfterSeason } from "./after-season.server";

/** The winners and the numbers of a season that is over. */
export function AfterSeasonNow({ now }: { readonly now: AfterSeason }) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const scored = now.classes.filter(({ podium }) => podium.length > 0);
	if (scored.length === 0) return null;
	return (
		<section className="now" aria-labelledby="now">
			<h2 id="now" className="now-head">
				{t("home.now.winners")}
			</h2>
			<div className="now-classes">
				{scored.map(({ id, type, podium, status, days }) => {
					const name = classNameOf(type);
					return (
						<article key={id} className="card now-class">
							<h3>{name}</h3>
							<Podium
								label={t("home.now.podium", { class: name })}
								rows={podium.map(({ position, ...row }) => ({ place: position, ...row }))}
							/>
							<p>
								<AppLink to={resultsPath({ view: "total", classId: id })}>
									{t("home.now.afterDays", { count: days })}
								</AppLink>
								{status && status !== "official" && ` (${t(`day.status.${status}`)})`}
							</p>
						</article>
					);
				})}
			</div>
			<SeasonFigures now={now} />
		</section>
	);
}

function SeasonFigures({ now: { days, flown } }: { readonly now: AfterSeason }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const kilometres = (metres: number) => formatNumber(metres / 1000, language);
	return (
		<ul className="counts now-figures">
			<li className="count">
				<strong>{days}</strong>
				<span>{t("home.now.days", { count: days })}</span>
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
