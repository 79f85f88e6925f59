import { useTranslation } from "react-i18next";
import { ResultsNote } from "~/components/results/results-note";
import { ResultsTable } from "~/components/results/results-table";
import { dayName } from "~/lib/days/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { type ResultsChoice, resultsPath } from "~/lib/results/results-address";
import type { DailyResults, TopResults } from "~/lib/results/results-queries.server";
import type { TotalsOfClass } from "~/lib/results/running-total.server";
import { countedSheets, type ResultSheet, type Standings } from "~/lib/results/standings";
import { PreliminaryTable } from "./preliminary-table";
import { ClassChoices, DayChoices } from "./results-choices";

interface ViewProps<Results> {
	readonly results: Results;
	readonly choice: ResultsChoice;
	readonly language: Language;
}

function NoResults({ title }: { readonly title?: string }) {
	const { t } = useTranslation();
	return (
		<section className="section">
			{title && <h2>{title}</h2>}
			<div className="empty">
				<p>{t("results.class.noResults")}</p>
				<p>{t("results.class.noResults.hint")}</p>
			</div>
		</section>
	);
}

function useDayText(language: Language) {
	const { t } = useTranslation();
	return (sheet: Pick<ResultSheet, "dayName" | "date">) =>
		`${dayName(t, sheet.dayName)}, ${formatDay(sheet.date, language)}`;
}

interface StandingsTableProps {
	readonly title: string;
	readonly standings: Standings;
	readonly language: Language;
}

function StandingsTable({ title, standings, language }: StandingsTableProps) {
	const { after, status, updatedAt, rows } = standings;
	const dayText = useDayText(language);
	const note = (
		<ResultsNote status={status} updatedAt={updatedAt} language={language} after={dayText(after)} />
	);
	return <ResultsTable title={title} note={note} rows={rows} language={language} />;
}

export function TopView({ results, language }: ViewProps<TopResults>) {
	const { t } = useTranslation();
	return results.classes.map(({ id, type, standings }) => {
		const title = t(`competitionClass.${type}`);
		return standings ? (
			<StandingsTable key={id} title={title} standings={standings} language={language} />
		) : (
			<NoResults key={id} title={title} />
		);
	});
}

export function TotalView({ results, choice, language }: ViewProps<TotalsOfClass>) {
	const { t } = useTranslation();
	const dayText = useDayText(language);
	const { classes, chosen, standings, running } = results;
	const title = t("results.total.title", { class: t(`competitionClass.${chosen.type}`) });
	const last = running?.days.at(-1);
	return (
		<>
			<ClassChoices choice={choice} classes={classes} chosen={chosen} />
			{running && last ? (
				<ResultsTable
					title={title}
					note={
						<ResultsNote
							status="preliminary"
							updatedAt={running.updatedAt}
							language={language}
							after={dayText(last)}
						/>
					}
					rows={running.rows}
					language={language}
				/>
			) : standings ? (
				<StandingsTable title={title} standings={standings} language={language} />
			) : (
				<NoResults />
			)}
		</>
	);
}

export function DailyView({ results, choice, language }: ViewProps<DailyResults>) {
	const { t } = useTranslation();
	const dayText = useDayText(language);
	const { classes, chosen, sheet, rows, preliminary, preliminaryDays } = results;
	const className = t(`competitionClass.${chosen.type}`);
	return (
		<>
			<ClassChoices choice={choice} classes={classes} chosen={chosen} />
			<DayChoices
				classId={chosen.id}
				days={[...countedSheets(chosen.sheets), ...preliminaryDays]}
				dayId={sheet?.dayId ?? preliminary?.dayId ?? null}
				language={language}
			/>
			{sheet ? (
				<ResultsTable
					title={`${className} – ${dayText(sheet)}`}
					note={<ResultsNote status={sheet.status} updatedAt={sheet.updatedAt} language={language} />}
					rows={rows}
					language={language}
					flightPath={(flightId) =>
						resultsPath({ view: "daily", classId: chosen.id, dayId: sheet.dayId, flightId })
					}
				/>
			) : preliminary ? (
				<PreliminaryTable
					title={`${className} – ${dayText(preliminary)}`}
					scores={preliminary}
					language={language}
				/>
			) : (
				<NoResults />
			)}
		</>
	);
}
