import { AppLink } from "~/components/app-link";
import { DayStrip } from "~/components/day-reports/day-strip";
import { Icon } from "~/components/icon";
import { Lead } from "~/components/results/lead";
import { CountedDays, ResultsNote, TotalNote } from "~/components/results/results-note";
import { columnTexts, ResultsTable, useCompetitorColumns } from "~/components/results/results-table";
import { useIsOver } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { dayAndDate } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { ValueOf } from "~/lib/result";
import { lastDayOf } from "~/lib/results/class-total";
import type { ShownTotal, totalOfClass } from "~/lib/results/class-totals.server";
import type { DailyResults } from "~/lib/results/daily-results.server";
import type { ResultsOfDay } from "~/lib/results/day-result";
import type { ProtestLink } from "~/lib/results/protests.server";
import type { ResultsChoice } from "~/lib/results/results-address";
import { podium } from "~/lib/results/standings";
import { DailyTable } from "./daily-table";
import { ResultsChoices, ResultsSearch } from "./results-choices";
import { SeasonPictures } from "./season-pictures";
import { type TotalProps, TotalTable } from "./total-table";

interface ViewProps<Results> {
	readonly results: Results;
	readonly choice: ResultsChoice;
	/** The signed-in user's entry. */
	readonly own: string | null;
}

function NoResults({ title }: { readonly title?: string }) {
	const { t } = useTexts();
	const isOver = useIsOver();
	return (
		<section className="section">
			{title && <h2>{title}</h2>}
			<div className="empty">
				<p>{t("results.class.noResults")}</p>
				{!isOver && <p>{t("results.class.noResults.hint")}</p>}
			</div>
		</section>
	);
}

function useDayText(language: Language) {
	const { t } = useTexts();
	return ({ dayName, date }: Pick<ResultsOfDay, "dayName" | "date">) =>
		dayAndDate(t, { name: dayName, date }, language);
}

function PodiumTable({ title, classType, total, after, held, parted, own }: TotalProps) {
	const { language } = useTexts();
	const { status, updatedAt, mayChange, leftOut } = total;
	const rows = podium(total.rows);
	const points = columnTexts(rows, (row) => row.points, language);
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows);
	return (
		<ResultsTable
			title={title}
			note={
				<TotalNote held={held} parted={parted}>
					<ResultsNote status={status} updatedAt={updatedAt}>
						<CountedDays after={after} leftOut={leftOut} />
						<Lead rows={rows} />
					</ResultsNote>
				</TotalNote>
			}
			rows={rows}
			own={own}
			mayChange={mayChange}
			classType={classType}
			points={(row) => <strong>{points(row)}</strong>}
			columns={[glider, handicap, aeroclub]}
		/>
	);
}

export function TopView({ results, choice, own }: ViewProps<readonly ShownTotal[]>) {
	const { classNameOf } = useTexts();
	return (
		<>
			<ResultsChoices choice={choice} />
			{results.map(({ id, type, total, held, parted }) => {
				const title = classNameOf(type);
				const last = total ? lastDayOf(total) : undefined;
				return total && last ? (
					<PodiumTable
						key={id}
						title={title}
						classType={type}
						total={total}
						after={last}
						held={held}
						parted={parted}
						own={own}
					/>
				) : (
					<NoResults key={id} title={title} />
				);
			})}
		</>
	);
}

export function TotalView({ results, choice, own }: ViewProps<ValueOf<typeof totalOfClass>>) {
	const { t, classNameOf } = useTexts();
	const { classes, chosen } = results;
	const { total, held, parted } = chosen;
	const last = total ? lastDayOf(total) : undefined;
	return (
		<>
			<div className="results-bar no-print flex flex-wrap items-end gap-x-6 gap-y-2">
				<ResultsChoices choice={choice} classes={classes} chosen={chosen} />
				<ResultsSearch choice={choice} />
			</div>
			{total && last ? (
				<>
					<TotalTable
						title={t("results.total.title", { class: classNameOf(chosen.type) })}
						choice={choice}
						classId={chosen.id}
						classType={chosen.type}
						total={total}
						after={last}
						held={held}
						parted={parted}
						own={own}
					/>
					<SeasonPictures rows={total.rows} dayNames={total.days.map((day) => day.dayName)} own={own} />
				</>
			) : (
				<NoResults />
			)}
		</>
	);
}

interface DailyViewProps extends ViewProps<DailyResults> {
	readonly protest: ProtestLink | null;
}

export function DailyView({ results, choice, own, protest }: DailyViewProps) {
	const { t, language, classNameOf } = useTexts();
	const dayText = useDayText(language);
	const { classes, chosen, shown, flights, flying, replay, strip } = results;
	return (
		<>
			<DayStrip days={strip} />
			<div className="results-bar no-print flex flex-wrap items-end gap-x-6 gap-y-2">
				<ResultsChoices choice={choice} classes={classes} chosen={chosen} />
				<ResultsSearch choice={choice} />
				{replay && (
					<AppLink className="button" to={replay}>
						<Icon name="play" />
						{t("results.replay")}
					</AppLink>
				)}
			</div>
			{shown ? (
				<DailyTable
					title={`${classNameOf(chosen.type)} – ${dayText(shown)}`}
					choice={choice}
					day={shown}
					flying={flying}
					flights={flights}
					own={own}
					protest={protest}
				/>
			) : (
				<p className="empty">{t("results.day.noResults")}</p>
			)}
		</>
	);
}
