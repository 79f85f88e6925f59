import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { columnTexts, useCompetitorColumns } from "~/components/results/result-columns";
import { ResultsNote } from "~/components/results/results-note";
import { ResultsTable } from "~/components/results/results-table";
import { formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { DailyRow, ResultSheet } from "~/lib/results/standings";
import type { FlownTimes } from "~/lib/scoring/preliminary-scores.server";
import { scorePath } from "~/lib/scoring/score-path";
import { flightLinks } from "./flight-links";

interface DailyTableProps {
	readonly title: string;
	readonly sheet: ResultSheet;
	readonly rows: readonly DailyRow[];
	/** By the logs. */
	readonly times: readonly FlownTimes[];
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Address of a flight in the map viewer. */
	readonly player: (flightId: number) => string;
	readonly own: string | null;
	readonly language: Language;
}

/** A day as the official scorer has it. */
export function DailyTable({ title, sheet, rows, times, flights, player, own, language }: DailyTableProps) {
	const { t } = useTranslation();
	const { glider, aeroclub } = useCompetitorColumns(rows, language);
	const points = columnTexts(rows, (row) => row.points, language);
	const flown = new Map(times.map((one) => [one.registrationId, one]));
	const time = (moment: number | null | undefined) =>
		moment ? formatTime(new Date(moment), language) : null;
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<ResultsNote status={sheet.status} updatedAt={sheet.updatedAt} language={language} />
					{times.length > 0 && <p className="results-note muted">{t("results.timesByLogs")}</p>}
				</>
			}
			rows={rows}
			own={own}
			name={({ name, registrationId }) =>
				registrationId !== null && flown.get(registrationId)?.isExplained ? (
					<AppLink to={scorePath(sheet.dayId, registrationId)}>{name}</AppLink>
				) : (
					name
				)
			}
			points={(row) => <strong>{points(row)}</strong>}
			columns={[
				...glider,
				{
					head: t("results.column.start"),
					kind: "number",
					cell: ({ registrationId }) => time(flown.get(registrationId ?? "")?.start),
				},
				{
					head: t("results.column.finish"),
					kind: "number",
					cell: ({ registrationId }) => time(flown.get(registrationId ?? "")?.finish),
				},
				...flownColumns(t, rows, language),
				{
					head: t("results.column.flight"),
					kind: "screen",
					cell: ({ name, registrationId, flightId }) =>
						flightLinks({
							pilot: name,
							flight: flights[registrationId ?? ""],
							player: flightId === null ? null : player(flightId),
						}),
				},
				aeroclub,
			]}
		/>
	);
}

/** What the official scorer says of the flights. */
function flownColumns(t: TFunction, rows: readonly DailyRow[], language: Language) {
	const kilometres = ({ distanceM }: DailyRow) => distanceM && distanceM / 1000;
	return [
		{
			head: t("results.column.distance"),
			kind: "number",
			cell: columnTexts(rows, kilometres, language, [1, 1]),
		},
		{
			head: t("results.column.speed"),
			kind: "number",
			cell: columnTexts(rows, ({ speedKmh }) => speedKmh, language, [1, 1]),
		},
		{
			head: t("results.column.penalty"),
			kind: "number",
			cell: columnTexts(rows, ({ penalty }) => penalty || null, language),
		},
	] as const;
}
