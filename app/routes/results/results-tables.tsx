import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { PilotName } from "~/components/pilot-name";
import { ResultsNote, ResultsState } from "~/components/results/results-note";
import {
	columnTexts,
	penaltyText,
	type ResultsColumn,
	ResultsTable,
	useCompetitorColumns,
} from "~/components/results/results-table";
import { PreliminaryNote, WorthlessDay } from "~/components/scoring/preliminary-note";
import { dayName, formatTime } from "~/lib/i18n/format-dates";
import { statedSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { resultsPath } from "~/lib/results/results-address";
import type { ClassTotal, TotalRow } from "~/lib/results/running-total.server";
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
	readonly classType: ClassType;
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
	const { title, classType, sheet, rows, figures, state, flights, player, own, language } = props;
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
			name={({ name, registrationId, startNumber }) => (
				<PilotName pilot={{ id: registrationId, startNumber, classType, name }} withStar />
			)}
			points={(row) => {
				const shown = <strong>{points(row)}</strong>;
				return row.registrationId !== null && flown.get(row.registrationId)?.isExplained ? (
					<AppLink to={scorePath(sheet.dayId, row.registrationId)}>{shown}</AppLink>
				) : (
					shown
				);
			}}
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
		column("speed", ({ speedKmh }) => stated(speedKmh), [1, 1]),
		column("penalty", ({ penalty }) => penalty || null, [0, 1]),
	] as const;
}

interface TableProps {
	readonly title: string;
	readonly classType: ClassType;
	readonly scores: PreliminaryScores;
	/** Entries of who is in the air. */
	readonly flying: readonly string[];
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	readonly own: string | null;
	/** Where the signed-in competitor protests; null for others. */
	readonly protestPath: string | null;
	readonly language: Language;
}

/** What our engine computed, until the official scorer has results. */
export function PreliminaryTable(props: TableProps) {
	const { title, classType, scores, flying, flights, own, protestPath, language } = props;
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
			name={({ name, registrationId, startNumber }) => (
				<PilotName pilot={{ id: registrationId, startNumber, classType, name }} withStar />
			)}
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
					cell: columnTexts(rows, ({ speedKmh }) => stated(speedKmh), language, [1, 1]),
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

interface PointlessProps {
	readonly row: Pick<PreliminaryRow, "held" | "isExplained" | "registrationId" | "status">;
	readonly dayId: string;
	readonly isFlying: boolean;
}

/** What stands for points that are not there yet. */
function Pointless({ row, dayId, isFlying }: PointlessProps) {
	const { t } = useTranslation();
	const isInTheAir = isFlying && row.status === "flying" && !row.held;
	const status = isInTheAir ? "day.note.FLYING" : `score.status.${row.status}`;
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

interface TotalTableProps {
	readonly title: string;
	readonly classId: string;
	readonly classType: ClassType;
	readonly total: ClassTotal;
	/** The last day in it. */
	readonly after: string;
	readonly own: string | null;
	readonly language: Language;
}

export function TotalTable({ title, classId, classType, total, after, own, language }: TotalTableProps) {
	const { t } = useTranslation();
	const { rows, days, status, updatedAt, mayChange } = total;
	const { glider, aeroclub } = useCompetitorColumns(rows, language);
	const points = columnTexts(rows, (row) => row.points, language);
	const pointsOfDays = days.map(({ dayId, dayName: name }, day): ResultsColumn<TotalRow> => {
		const text = columnTexts(rows, (row) => row.days[day] ?? null, language);
		const best = Math.max(...rows.map((row) => row.days[day] ?? 0));
		return {
			head: dayName(t, name),
			to: resultsPath({ view: "daily", classId, dayId }),
			kind: "number",
			cell: (row) => (best > 0 && row.days[day] === best ? <strong>{text(row)}</strong> : text(row)),
		};
	});
	return (
		<ResultsTable
			title={title}
			note={
				<ResultsNote status={status} updatedAt={updatedAt} language={language}>
					<span>{t("results.after", { day: after })}</span>
				</ResultsNote>
			}
			rows={rows}
			own={own}
			mayChange={mayChange}
			name={({ name, registrationId, startNumber }) => (
				<PilotName pilot={{ id: registrationId, startNumber, classType, name }} withStar />
			)}
			points={(row) => <strong>{points(row)}</strong>}
			columns={[
				{
					head: t("results.column.gap"),
					kind: "number",
					cell: columnTexts(rows, ({ gap }) => gap || null, language),
				},
				{
					head: t("results.column.moved"),
					kind: "number",
					cell: ({ moved }) => (moved === null ? null : <Moved by={moved} />),
				},
				...pointsOfDays,
				...glider.slice(0, 2),
				aeroclub,
			]}
		/>
	);
}

const colourOfWay = { up: "text-success", down: "text-danger", same: "text-muted" } as const;

/** Places won or lost since the day before. */
function Moved({ by }: { readonly by: number }) {
	const { t } = useTranslation();
	const way = by > 0 ? "up" : by < 0 ? "down" : "same";
	const count = Math.abs(by);
	return (
		<span className={`whitespace-nowrap ${colourOfWay[way]}`}>
			<span aria-hidden="true">{way === "same" ? "–" : `${way === "up" ? "▲" : "▼"} ${count}`}</span>
			<span className="sr-only">{t(`results.moved.${way}`, { count })}</span>
		</span>
	);
}

interface FlightLinksProps {
	readonly pilot: string;
	/** Of our page about the flight; absent where there is none. */
	readonly flight: string | undefined;
	/** Address at which the map viewer plays the flight; null where it cannot. */
	readonly player: string | null;
}

/** Null without a link: a column of flights that has none is left out. */
function flightLinks(links: FlightLinksProps) {
	return links.flight || links.player ? <FlightLinks {...links} /> : null;
}

function FlightLinks({ pilot, flight, player }: FlightLinksProps) {
	const { t } = useTranslation();
	return (
		<span className="flight-links flex gap-2">
			{flight && (
				<AppLink className="button button-quiet gap-1.5 px-0" to={`/igc/${flight}`}>
					<Icon name="flying" />
					{t("results.flight")}
					<span className="sr-only"> ({pilot})</span>
				</AppLink>
			)}
			{player && (
				<AppLink className="button button-quiet gap-1.5 px-0" to={player}>
					<Icon name="play" />
					{t("results.playFlight")}
					<span className="sr-only"> ({pilot})</span>
				</AppLink>
			)}
		</span>
	);
}

function stated(kmh: number | null): number | null {
	return kmh === null ? null : statedSpeed(kmh);
}
