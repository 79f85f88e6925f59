import { useTexts } from "~/components/use-texts";
import type { StripDay } from "~/lib/days/day-strip";
import { dayAndDate, formatWeekday } from "~/lib/i18n/format-dates";
import { AppLink } from "../app-link";

const cell = "w-full min-w-0 flex-col gap-0 px-0 py-1 whitespace-nowrap";

/** Links to every other day. A phone has room for nine of them. */
export function DayStrip({ days }: { readonly days: readonly StripDay[] }) {
	const { t } = useTexts();
	const current = days.findIndex(({ isCurrent }) => isCurrent);
	return (
		// A page may be left open when the next day begins.
		<nav className="my-3 print:hidden" aria-label={t("days.strip")} data-refresh-region="">
			<ol className="flex flex-wrap gap-0.75 sm:gap-1.5">
				{days.map((day, index) => (
					<li key={day.date} className="min-w-[1.8rem] flex-1 sm:max-w-14">
						{day.path ? (
							<AppLink
								className={`button ${cell}`}
								to={day.path}
								rel={relation[index - current]}
								aria-current={day.isCurrent ? "true" : undefined}
							>
								<DayLabel day={day} />
							</AppLink>
						) : (
							<span
								className={`button cursor-default ${day.isCurrent ? "" : "border-line text-muted hover:border-line hover:text-muted"} ${cell}`}
								aria-current={day.isCurrent ? "true" : undefined}
							>
								<DayLabel day={day} />
							</span>
						)}
					</li>
				))}
			</ol>
		</nav>
	);
}

const relation: Readonly<Record<number, string>> = { [-1]: "prev", 1: "next" };

function DayLabel({ day: { name, date, number } }: { readonly day: StripDay }) {
	const { t, language } = useTexts();
	return (
		<>
			<span className="font-display text-xl/6 font-bold" aria-hidden="true">
				{number ?? "–"}
			</span>
			<span className="text-xs/4 font-normal" aria-hidden="true">
				{formatWeekday(date, language)}
			</span>
			<span className="sr-only">{dayAndDate(t, { name, date }, language)}</span>
		</>
	);
}
