import { AppLink } from "~/components/app-link";
import { ClassPodiums } from "~/components/class-podiums";
import { useTexts } from "~/components/use-texts";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import type { AfterSeason } from "./after-season.server";
import { Now } from "./now";

/** The first places and the numbers of a season that is over. */
export function AfterSeasonNow({ now }: { readonly now: AfterSeason }) {
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
