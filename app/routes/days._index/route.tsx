import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { ClassLine } from "./class-line";
import { type ListedDay, readDays } from "./page.server";

export const handle = page({ title: "days.title", cached: [] });

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return readDays(ctx);
}

export default function Days() {
	const { t } = useTexts();
	const { past, ahead } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>{t("days.title")}</h1>
			{past.length + ahead.length === 0 && <p className="empty">{t("days.none")}</p>}
			<DayList days={past} />
			{ahead.length > 0 && (
				<section className="section" aria-labelledby="days-ahead">
					<h2 id="days-ahead">{t("days.ahead")}</h2>
					<DayList days={ahead} level={3} />
				</section>
			)}
		</>
	);
}

function DayList({ days, level = 2 }: { readonly days: readonly ListedDay[]; readonly level?: 2 | 3 }) {
	return days.map((day) => <Day key={day.id} day={day} level={level} />);
}

/** The task and the results of each class. */
function Day({ day, level }: { readonly day: ListedDay; readonly level: 2 | 3 }) {
	const { t, language } = useTexts();
	const Heading = level === 2 ? "h2" : "h3";
	const isFlown = day.task === "TASK" || day.classes.some(({ task }) => task);
	return (
		<section
			className={`mt-6 border-t border-line pt-4 ${day.isToday ? "border-t-3 border-t-brand" : ""}`}
			aria-labelledby={`day-${day.date}`}
		>
			<Heading id={`day-${day.date}`} className="my-0 flex flex-wrap items-baseline gap-x-3 text-2xl">
				<AppLink className="-my-1.5 inline-block py-1.5 no-underline hover:underline" to={day.path}>
					{dayName(t, day.name)}
				</AppLink>
				<span className="font-sans text-base font-normal text-muted">{formatDay(day.date, language)}</span>
				{day.isToday && <span className="chip chip-info font-sans text-base">{t("days.today")}</span>}
			</Heading>
			{isFlown ? (
				<ul className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
					{day.classes.map((one) => (
						<ClassLine key={one.id} one={one} day={day} />
					))}
				</ul>
			) : (
				<p className="mt-2 mb-0 text-muted">
					{t(day.isToday || day.isAhead ? `day.today.${day.task}` : `day.past.${day.task}`)}
				</p>
			)}
			{isFlown && day.task === "TASK_CANCELLED" && (
				<p className="mt-2 mb-0 text-muted">
					{t(day.isToday || day.isAhead ? "day.today.TASK_CANCELLED" : "day.past.TASK_CANCELLED")}
				</p>
			)}
		</section>
	);
}
