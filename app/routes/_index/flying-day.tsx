import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { useLanguage } from "~/components/use-language";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { ClassNow } from "./class-now";
import type { FlyingDay } from "./flying-day.server";

interface FlyingDayProps {
	readonly now: FlyingDay;
	readonly live: LiveRefresh | undefined;
}

/** What goes on today, class by class. */
export function FlyingDayNow({ now, live }: FlyingDayProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { day, classes, news } = now;
	if (!day) return null;
	return (
		<section className="now" aria-labelledby="now">
			<h2 id="now" className="now-head">
				<AppLink to={day.path}>{dayName(t, day.name)}</AppLink>{" "}
				<span className="now-date">{formatDay(day.date, language)}</span>
			</h2>
			<div data-refresh-region="">
				{day.task !== "TASK" && (
					<p className="now-sentence">{t(day.isToday ? `day.today.${day.task}` : `day.past.${day.task}`)}</p>
				)}
				<div className="now-classes">
					{classes.map((one) => (
						<ClassNow key={one.id} one={one} day={day} />
					))}
				</div>
				{news.length > 0 && (
					<ul className="now-links now-news">
						{news.map(({ id, title }) => (
							<li key={id}>
								<AppLink to={`/news#${id}`}>{title}</AppLink>
							</li>
						))}
					</ul>
				)}
			</div>
			<RefreshBar live={live} />
		</section>
	);
}
