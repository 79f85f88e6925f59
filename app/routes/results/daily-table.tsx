import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { columnTexts, penaltyText, useCompetitorColumns } from "~/components/results/result-columns";
import { ResultsNote, ResultsState } from "~/components/results/results-note";
import { ResultsTable } from "~/components/results/results-table";
import { formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { DailyRow, ResultTable } from "~/lib/results/standings";
import type { FlownFigures, ShownState } from "~/lib/scoring/preliminary-scores.server";
import { scorePath } from "~/lib/scoring/score-sheet";
import { flightLinks } from "./flight-links";

interface DailyTableProps {
	readonly title: string;
	readonly sheet: ResultTable;
	readonly rows: readonly DailyRow[];
	/** By the logs. */
	readonly figures: readonly FlownFigures[];
	/** How our own scores became official; null for results from elsewhere. */
	readonly state: ShownState | null;
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Address of a flight in the map viewer. */
	readonly player: (flightId: number) => string;
	readonly own: string | null;
	readonly language: Language;
}

/** A day as the official scorer has it. */
export function DailyTable(props: DailyTableProps) {
	const { title, sheet, rows, figures, state, flights, player, own, language } = props;
	const { t } = useTranslation();
	const { glider, aeroclub } = useCompetitorColumns(rows, language);
	const points = columnTexts(rows, (row) => row.points, language);
	const flown = new Map(figures.map((one) => [one.registrationId, one]));
	const [distance, speed, penalty] = flownColumns(t, rows, flown, language);
	const isMarked = [distance, speed, penalty].some((column) => column.isOurs && rows.some(column.cell));
	const time = (moment: number | null | undefined) =>
		moment ? formatTime(new Date(moment), language) : null;
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<ResultsNote status={sheet.status} updatedAt={sheet.updatedAt} language={language} />
					{state && <ResultsState state={state} language={language} protestPath={null} />}
					{figures.length > 0 && !state && (
						<p className="results-note muted">
							{t(isMarked ? "results.markedByLogs" : "results.timesByLogs")}
						</p>
					)}
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
				distance,
				speed,
				state
					? {
							head: penalty.head,
							cell: ({ registrationId }) =>
								penaltyText(flown.get(registrationId ?? "")?.penalties ?? [], language),
						}
					: penalty,
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

/**
 * What the official scorer says of the flights. A column that the source does not have, such as that of an imported file, keeps our
 * figures, and a star says so.
 */
function flownColumns(
	t: TFunction,
	rows: readonly DailyRow[],
	flown: ReadonlyMap<string, FlownFigures>,
	language: Language,
) {
	const column = (
		name: "distance" | "speed" | "penalty",
		read: (row: DailyRow | FlownFigures) => number | null,
		digits: readonly [number, number],
	) => {
		const isOurs = rows.every((row) => read(row) === null);
		const ours = ({ registrationId }: DailyRow) => flown.get(registrationId ?? "");
		const value = (row: DailyRow) => {
			const figures = isOurs ? ours(row) : row;
			return figures ? read(figures) : null;
		};
		const text = columnTexts(rows, value, language, digits);
		return {
			isOurs,
			head: t(`results.column.${name}`),
			kind: "number" as const,
			cell: (row: DailyRow) => {
				const shown = text(row);
				return isOurs && shown !== null ? `${shown}\u00a0*` : shown;
			},
		};
	};
	return [
		column("distance", ({ distanceM }) => distanceM && distanceM / 1000, [1, 1]),
		column("speed", ({ speedKmh }) => speedKmh, [1, 1]),
		column("penalty", ({ penalty }) => penalty || null, [0, 1]),
	] as const;
}
