import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { FlightLink } from "~/components/pilot-name";
import { penaltyText, proposalText } from "~/components/results/penalty-text";
import { Elsewhere, ResultsNote, ResultsState } from "~/components/results/results-note";
import {
	columnTexts,
	type ResultsColumn,
	ResultsTable,
	useCompetitorColumns,
} from "~/components/results/results-table";
import { PreliminaryNote, WorthlessDay } from "~/components/scoring/preliminary-note";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { statedSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import {
	type DayResult,
	type DayResults,
	type FlightFigures,
	isPublic,
	mayChange,
} from "~/lib/results/day-result";
import type { ProtestLink } from "~/lib/results/protests.server";
import { type ResultsChoice, resultsPath } from "~/lib/results/results-address";
import { scorePath, shownPlace } from "~/lib/scoring/day-scores";
import type { ScorePenalty } from "~db/schema";

interface DailyTableProps {
	readonly title: string;
	readonly choice: ResultsChoice;
	readonly day: DayResults;
	/** Entries that are in the air. */
	readonly flying: readonly string[];
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	readonly own: string | null;
	readonly protest: ProtestLink | null;
}

/** A day of a class, whosever results hold. */
export function DailyTable({ title, choice, day, flying, flights, own, protest }: DailyTableProps) {
	const { t, language } = useTexts();
	const rows = day.rows.map((row) => ({
		...row,
		position: shownPlace({ rank: row.place, points: row.points }),
		unplaced: unplacedAs(row),
	}));
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows);
	const points = columnTexts(rows, (row) => row.points, language);
	const [distance, speed, penalty] = flownColumns(t, day, language);
	const isMarked = [distance, speed, penalty].some(({ isOurs, cell }) => isOurs && rows.some(cell));
	const player = (flightId: number) =>
		resultsPath({ view: "daily", classId: day.classId, dayId: day.dayId, flightId });
	return (
		<ResultsTable
			title={title}
			note={<DailyNote day={day} isMarked={isMarked} protest={protest} />}
			rows={rows}
			choice={choice}
			own={own}
			mayChange={mayChange(day)}
			classType={day.classType}
			points={(row) => (
				<Points row={row} shown={points(row)} isFlying={flying.includes(row.registrationId ?? "")} />
			)}
			columns={[
				glider,
				handicap,
				timeColumn(t, language, "start"),
				timeColumn(t, language, "finish"),
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
				// Who watches ours knows the pilots, and they have more columns on a phone.
				...(isPublic(day) ? [aeroclub] : []),
			]}
		/>
	);
}

/** What stands in the place of a guest, and of who is disqualified. */
function unplacedAs({ isGuest, ours }: DayResult): "HC" | "DSQ" | null {
	if (isGuest) return "HC";
	return ours?.status === "dsq" ? "DSQ" : null;
}

interface DailyNoteProps extends Pick<DailyTableProps, "day" | "protest"> {
	/** Whether a column shows our figures in results from elsewhere. */
	readonly isMarked: boolean;
}

/** How final the results are, whose they are, and what could still change them. */
function DailyNote({ day, isMarked, protest }: DailyNoteProps) {
	const { t } = useTexts();
	const { status, source, updatedAt, ours, rows } = day;
	if (!ours)
		return (
			<>
				<ResultsNote status={status} updatedAt={updatedAt}>
					<Elsewhere source={source} />
				</ResultsNote>
				{rows.some((row) => row.ours) && (
					<p className="results-note muted">{t(isMarked ? "results.markedByLogs" : "results.timesByLogs")}</p>
				)}
			</>
		);
	const state = <ResultsState state={ours} protest={protest} />;
	if (status === "official")
		return (
			<>
				<ResultsNote status={status} updatedAt={updatedAt} />
				{state}
				<WorthlessDay day={ours.figures} />
			</>
		);
	return (
		<>
			<PreliminaryNote {...ours} sheet={{ ...ours, day: ours.figures }} />
			{state}
			<WorthlessDay day={ours.figures} />
		</>
	);
}

/** A column of local times, by the log. */
function timeColumn(t: TFunction, language: Language, name: "start" | "finish"): ResultsColumn<DayResult> {
	return {
		head: t(`results.column.${name}`),
		kind: "number",
		sorting: { by: name, read: ({ ours }) => ours?.[name] ?? null },
		cell: ({ ours, status, distanceM, points }) => {
			const moment = ours?.[name] ?? null;
			if (moment !== null) return formatTime(new Date(moment), language);
			const isDone = name === "finish" && status !== null && (distanceM ?? points) !== null;
			return isDone ? t(`score.status.${status}`) : null;
		},
	};
}

/**
 * The columns of the flights. One that another source does not state, for example in an imported file, shows our figures with a
 * star. A penalty has its reason where we know it.
 */
function flownColumns(t: TFunction, { rows, source }: DayResults, language: Language) {
	const column = (
		name: "distance" | "speed" | "penalty",
		read: (figures: FlightFigures) => number | null,
		digits: readonly [number, number],
	) => {
		const isOurs = source !== "here" && rows.every((row) => read(row) === null);
		const value = (row: DayResult) => {
			const figures = isOurs ? row.ours : row;
			return figures && read(figures);
		};
		const text = columnTexts(rows, value, language, digits);
		return {
			isOurs,
			head: t(`results.column.${name}`),
			kind: "number" as const,
			sorting: { by: name, read: value, isFalling: true },
			cell: (row: DayResult) => {
				const shown = text(row);
				return isOurs && shown !== null ? `${shown}\u00a0*` : shown;
			},
		};
	};
	const penalty = column("penalty", (figures) => figures.penalty || null, [0, 1]);
	return [
		column("distance", ({ distanceM }) => distanceM && distanceM / 1000, [1, 1]),
		column("speed", ({ speedKmh }) => (speedKmh === null ? null : statedSpeed(speedKmh)), [1, 1]),
		{
			...penalty,
			kind: "sentence" as const,
			cell: (row: DayResult) => {
				const ours = row.ours?.penalties ?? [];
				if (source === "here" || sumOf(ours) === row.penalty)
					return [penaltyText(t, ours, language), proposalText(t, row.proposed, language)]
						.filter((text) => text !== "")
						.join("; ");
				return penalty.isOurs && ours.length > 0
					? `${penaltyText(t, ours, language)}\u00a0*`
					: penalty.cell(row);
			},
		},
	] as const;
}

function sumOf(penalties: readonly ScorePenalty[]): number {
	return penalties.reduce((sum, { points }) => sum + points, 0);
}

interface PointsProps {
	readonly row: DayResult;
	readonly shown: string | null;
	readonly isFlying: boolean;
}

/** The points with a link to their explanation, or what is shown instead of points that are not there yet. */
function Points({ row, shown, isFlying }: PointsProps) {
	const { t } = useTexts();
	const { points, held, status, ours, dayId, registrationId } = row;
	const isExplained = ours?.isExplained && registrationId !== null;
	const note =
		status && (points === null || held) && t(held ? `score.held.${held}` : noteOf(status, isFlying));
	if (!isExplained) return note ? <span className="muted">{note}</span> : <strong>{shown}</strong>;
	return <AppLink to={scorePath(dayId, registrationId)}>{note || <strong>{shown}</strong>}</AppLink>;
}

/** Without points there is no log yet, and only the board knows who flies, and of the field. */
function noteOf(status: NonNullable<DayResult["status"]>, isFlying: boolean) {
	if (isFlying && status === "flying") return "day.note.FLYING";
	return status === "out" ? "day.note.OUTLANDING" : (`score.status.${status}` as const);
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
