import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { FlightLink } from "~/components/pilot-name";
import { Elsewhere, ResultsNote, ResultsState } from "~/components/results/results-note";
import {
	columnTexts,
	penaltyText,
	type ResultsColumn,
	ResultsTable,
	useCompetitorColumns,
} from "~/components/results/results-table";
import { PreliminaryNote, WorthlessDay } from "~/components/scoring/preliminary-note";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { statedSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { ProtestLink } from "~/lib/results/protests.server";
import type { ResultsChoice } from "~/lib/results/results-address";
import type { DailyRow, ResultTable } from "~/lib/results/standings";
import type {
	FlownFigures,
	PreliminaryRow,
	PreliminaryScores,
	ShownState,
} from "~/lib/scoring/preliminary-scores.server";
import { placesMayChange, scorePath, shownPlace } from "~/lib/scoring/score-sheet";
import type { ClassType } from "~db/enums";

interface DailyTableProps {
	readonly title: string;
	readonly choice: ResultsChoice;
	readonly classType: ClassType;
	readonly sheet: ResultTable;
	readonly rows: readonly DailyRow[];
	/** Figures from the logs. */
	readonly figures: readonly FlownFigures[];
	/** How our own scores became official; null for results from elsewhere. */
	readonly state: ShownState | null;
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Address of a flight in the map viewer. */
	readonly player: (flightId: number) => string;
	readonly protest: ProtestLink | null;
	readonly own: string | null;
}

/** A day as the official scorer has it. */
export function DailyTable(props: DailyTableProps) {
	const { title, choice, classType, sheet, rows, figures, state, flights, player, own } = props;
	const { protest } = props;
	const { t, language } = useTexts();
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows);
	const points = columnTexts(rows, (row) => row.points, language);
	const flown = new Map(figures.map((one) => [one.registrationId, one]));
	const [distance, speed, official] = flownColumns(t, rows, flown, language);
	const isMarked = [distance, speed, official].some((column) => column.isOurs && rows.some(column.cell));
	const penalty: ResultsColumn<DailyRow> = {
		...official,
		kind: "sentence",
		cell: (row) => {
			const ours = flown.get(row.registrationId ?? "")?.penalties ?? [];
			if (state !== null || total(ours) === row.penalty) return penaltyText(ours, language);
			return official.isOurs && ours.length > 0
				? `${penaltyText(ours, language)}\u00a0*`
				: official.cell(row);
		},
	};
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<ResultsNote status={sheet.status} updatedAt={state?.stateSince ?? sheet.updatedAt}>
						{sheet.source !== "here" && <Elsewhere source={sheet.source} />}
					</ResultsNote>
					{state && <ResultsState state={state} protest={protest} />}
					{figures.length > 0 && !state && (
						<p className="results-note muted">
							{t(isMarked ? "results.markedByLogs" : "results.timesByLogs")}
						</p>
					)}
				</>
			}
			rows={rows}
			choice={choice}
			own={own}
			classType={classType}
			points={(row) => {
				const shown = <strong>{points(row)}</strong>;
				return row.registrationId !== null && flown.get(row.registrationId)?.isExplained ? (
					<AppLink to={scorePath(sheet.dayId, row.registrationId)}>{shown}</AppLink>
				) : (
					shown
				);
			}}
			columns={[
				glider,
				handicap,
				timeColumn(t, language, "start", (row) => flown.get(row.registrationId ?? "")?.start ?? null),
				timeColumn(t, language, "finish", (row) => flown.get(row.registrationId ?? "")?.finish ?? null),
				distance,
				speed,
				penalty,
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

/** A column of local times. */
function timeColumn(
	t: TFunction,
	language: Language,
	name: "start" | "finish",
	read: (row: DailyRow) => number | null,
): ResultsColumn<DailyRow> {
	return {
		head: t(`results.column.${name}`),
		kind: "number",
		sorting: { by: name, read },
		cell: (row) => {
			const moment = read(row);
			return moment === null ? null : formatTime(new Date(moment), language);
		},
	};
}

function total(penalties: FlownFigures["penalties"]): number {
	return penalties.reduce((sum, { points }) => sum + points, 0);
}

/**
 * The columns of the flights as the official scorer states them. A column that the source does not have, for example in an imported
 * file, shows our figures with a star.
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
			sorting: { by: name, read: value, isFalling: true },
			cell: (row: DailyRow) => {
				const shown = text(row);
				return isOurs && shown !== null ? `${shown}\u00a0*` : shown;
			},
		};
	};
	return [
		column("distance", ({ distanceM }) => distanceM && distanceM / 1000, [1, 1]),
		column("speed", ({ speedKmh }) => stated(speedKmh), [1, 1]),
		column("penalty", ({ penalty }) => penalty || null, [0, 1]),
	] as const;
}

interface TableProps {
	readonly title: string;
	readonly choice: ResultsChoice;
	readonly classType: ClassType;
	readonly scores: PreliminaryScores;
	/** Entries that are in the air. */
	readonly flying: readonly string[];
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	readonly own: string | null;
	readonly protest: ProtestLink | null;
}

/** The table of our own scores, until the official scorer has results. */
export function PreliminaryTable(props: TableProps) {
	const { title, choice, classType, scores, flying, flights, own, protest } = props;
	const { t, language } = useTexts();
	const { sheet } = scores;
	const rows = scores.rows.map(toListedRow);
	const { glider, handicap } = useCompetitorColumns(rows);
	const points = columnTexts(rows, (row) => row.points, language);
	const time = (moment: number | null) => moment && formatTime(new Date(moment), language);
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<PreliminaryNote {...scores} />
					<ResultsState state={scores} protest={protest} />
					<WorthlessDay day={sheet.day} />
				</>
			}
			rows={rows}
			choice={choice}
			own={own}
			mayChange={placesMayChange({ ...sheet.day, ...sheet })}
			classType={classType}
			points={(row) =>
				row.points === null || row.held ? (
					<Pointless row={row} dayId={scores.dayId} isFlying={flying.includes(row.registrationId)} />
				) : row.isExplained ? (
					<AppLink to={scorePath(scores.dayId, row.registrationId)}>
						<strong>{points(row)}</strong>
					</AppLink>
				) : (
					<strong>{points(row)}</strong>
				)
			}
			columns={[
				glider,
				handicap,
				{
					head: t("results.column.start"),
					kind: "number",
					sorting: { by: "start", read: (row) => row.start },
					cell: ({ start }) => time(start),
				},
				{
					head: t("results.column.finish"),
					kind: "number",
					sorting: { by: "finish", read: (row) => row.finish },
					cell: ({ finish, distanceM, points, status }) =>
						finish === null && (distanceM ?? points) !== null ? t(`score.status.${status}`) : time(finish),
				},
				{
					head: t("results.column.distance"),
					kind: "number",
					sorting: { by: "distance", read: (row) => row.distanceM, isFalling: true },
					cell: columnTexts(rows, ({ distanceM }) => distanceM && distanceM / 1000, language, [1, 1]),
				},
				{
					head: t("results.column.speed"),
					kind: "number",
					sorting: { by: "speed", read: (row) => row.speedKmh, isFalling: true },
					cell: columnTexts(rows, ({ speedKmh }) => stated(speedKmh), language, [1, 1]),
				},
				{
					head: t("results.column.penalty"),
					kind: "sentence",
					sorting: { by: "penalty", read: (row) => total(row.penalties) || null, isFalling: true },
					cell: ({ penalties }) => penaltyText(penalties, language),
				},
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

interface PointlessProps {
	readonly row: Pick<PreliminaryRow, "held" | "isExplained" | "registrationId" | "status">;
	readonly dayId: string;
	readonly isFlying: boolean;
}

/** What is shown instead of points that are not there yet. */
function Pointless({ row, dayId, isFlying }: PointlessProps) {
	const { t } = useTexts();
	const isInTheAir = isFlying && row.status === "flying" && "day.note.FLYING";
	// Without points there is no log yet, and only the board knows of the field.
	const isInField = row.status === "out" && "day.note.OUTLANDING";
	const status = isInTheAir || isInField || `score.status.${row.status}`;
	const text = t(row.held ? `score.held.${row.held}` : status);
	if (!row.isExplained) return <span className="muted">{text}</span>;
	return <AppLink to={scorePath(dayId, row.registrationId)}>{text}</AppLink>;
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

interface FlightLinksProps {
	readonly pilot: string;
	/** Path of our page about the flight; absent when there is none. */
	readonly flight: string | undefined;
	/** Address at which the map viewer plays the flight; null where it cannot. */
	readonly player: string | null;
}

/** Returns null without a link. A column without any link is left out. */
function flightLinks(links: FlightLinksProps) {
	return links.flight || links.player ? <FlightLinks {...links} /> : null;
}

function FlightLinks({ pilot, flight, player }: FlightLinksProps) {
	const { t } = useTexts();
	return (
		<span className="flight-links flex items-center">
			{flight && <FlightLink to={`/igc/${flight}`} of={pilot} />}
			{player && (
				<AppLink className="inline-flex size-11 items-center justify-center text-brand" to={player}>
					<Icon name="play" />
					<span className="sr-only">
						{t("results.playFlight")} ({pilot})
					</span>
				</AppLink>
			)}
		</span>
	);
}

function stated(kmh: number | null): number | null {
	return kmh === null ? null : statedSpeed(kmh);
}
