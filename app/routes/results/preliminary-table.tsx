import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { columnTexts, penaltyText, useCompetitorColumns } from "~/components/results/result-columns";
import { ResultsState } from "~/components/results/results-note";
import { ResultsTable } from "~/components/results/results-table";
import { PreliminaryNote, WorthlessDay } from "~/components/scoring/preliminary-note";
import { formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { PreliminaryRow, PreliminaryScores } from "~/lib/scoring/preliminary-scores.server";
import { placesMayChange, scorePath, shownPlace } from "~/lib/scoring/score-sheet";
import { flightLinks } from "./flight-links";

interface TableProps {
	readonly title: string;
	readonly scores: PreliminaryScores;
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	readonly own: string | null;
	/** Where the signed-in competitor protests; null for others. */
	readonly protestPath: string | null;
	readonly language: Language;
}

/** What our engine computed, until the official scorer has results. */
export function PreliminaryTable({ title, scores, flights, own, protestPath, language }: TableProps) {
	const { t } = useTranslation();
	const { sheet, computedAt } = scores;
	const rows = scores.rows.map(toListedRow);
	const { glider } = useCompetitorColumns(rows, language);
	const points = columnTexts(rows, (row) => row.points, language);
	const time = (moment: number | null) => moment && formatTime(new Date(moment), language);
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<PreliminaryNote sheet={sheet} state={scores.state} computedAt={computedAt} language={language} />
					<ResultsState state={scores} language={language} protestPath={protestPath} />
					<WorthlessDay day={sheet.day} />
				</>
			}
			rows={rows}
			own={own}
			mayChange={placesMayChange({ ...sheet.day, ...sheet })}
			name={({ name, isExplained, registrationId }) =>
				isExplained ? <AppLink to={scorePath(scores.dayId, registrationId)}>{name}</AppLink> : name
			}
			points={(row) =>
				row.points === null || row.held ? (
					<span className="muted">
						{t(row.held ? `score.held.${row.held}` : `score.status.${row.status}`)}
					</span>
				) : (
					<strong>{points(row)}</strong>
				)
			}
			columns={[
				...glider,
				{ head: t("results.column.start"), kind: "number", cell: ({ start }) => time(start) },
				{
					head: t("results.column.finish"),
					kind: "number",
					cell: ({ finish, distanceM, points, status }) =>
						finish === null && (distanceM ?? points) !== null ? t(`score.status.${status}`) : time(finish),
				},
				{
					head: t("results.column.distance"),
					kind: "number",
					cell: columnTexts(rows, ({ distanceM }) => distanceM && distanceM / 1000, language, [1, 1]),
				},
				{
					head: t("results.column.speed"),
					kind: "number",
					cell: columnTexts(rows, ({ speedKmh }) => speedKmh, language, [1, 1]),
				},
				{ head: t("results.column.penalty"), cell: ({ penalties }) => penaltyText(penalties, language) },
				{
					head: t("results.column.flight"),
					kind: "screen",
					cell: ({ name, registrationId }) =>
						flightLinks({ pilot: name, flight: flights[registrationId], player: null }),
				},
			]}
		/>
	);
}

function toListedRow({ pilot, rank, ...row }: PreliminaryRow) {
	return {
		...row,
		...pilot,
		competitor: pilot.registrationId,
		name: `${pilot.name} ${pilot.surname}`,
		position: shownPlace({ rank, points: row.points }),
	};
}
