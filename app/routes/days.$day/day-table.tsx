import { AppLink } from "~/components/app-link";
import { roles } from "~/components/data-table";
import { FlightLink, PilotName } from "~/components/pilot-name";
import { Medal, PilotNumber } from "~/components/podium";
import { proposalText } from "~/components/results/penalty-text";
import { useTexts } from "~/components/use-texts";
import { gliderName } from "~/lib/entries/gliders";
import { formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { ClassType } from "~db/enums";
import type { DayRow } from "./day-rows.server";

interface DayTableProps {
	readonly rows: readonly DayRow[];
	readonly classType: ClassType;
	/** Whether all who launched are evaluated: places before that get no medal. */
	readonly isDone: boolean;
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	/** Id of the rows, for a link that skips the heads. */
	readonly bodyId?: string;
}

/** The competitors of a day with their results. It is narrow enough for a phone: it neither scrolls nor becomes cards. */
export function DayTable({ rows, classType, isDone, labelledBy, bodyId }: DayTableProps) {
	const { t } = useTexts();
	// Before the first results two columns would be empty, before the first launch a third one.
	const isScored = rows.some(({ place, points }) => place !== null || points !== null);
	const isFlown = rows.some(({ distanceM, speedKmh, note }) => (distanceM ?? speedKmh ?? note) !== null);
	const hasFlights = rows.some(({ flight }) => flight !== null);
	return (
		<>
			<table className="day-table" aria-labelledby={labelledBy} {...roles.table}>
				<thead {...roles.rowGroup}>
					<tr {...roles.row}>
						{isScored && (
							<th className="place" {...roles.columnHeader}>
								<span aria-hidden="true">#</span>
								<span className="sr-only">{t("day.column.place")}</span>
							</th>
						)}
						<th {...roles.columnHeader}>{t("day.column.pilot")}</th>
						{isFlown && (
							<th className="number flown" {...roles.columnHeader}>
								{t("day.column.flown")}
							</th>
						)}
						{isScored && (
							<th className="number" {...roles.columnHeader}>
								{t("day.column.points")}
							</th>
						)}
						{hasFlights && (
							<th className="print:hidden" {...roles.columnHeader}>
								<span className="sr-only">{t("results.flight")}</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody id={bodyId} {...roles.rowGroup}>
					{rows.map((row) => (
						<Row
							key={row.key}
							row={row}
							classType={classType}
							isScored={isScored}
							isFlown={isFlown}
							hasFlights={hasFlights}
							isDone={isDone}
						/>
					))}
				</tbody>
			</table>
			{rows.some(({ isOurs }) => isOurs) && <p className="muted">{t("day.ours")}</p>}
		</>
	);
}

interface RowProps extends Pick<DayTableProps, "classType" | "isDone"> {
	readonly row: DayRow;
	readonly isScored: boolean;
	readonly isFlown: boolean;
	readonly hasFlights: boolean;
}

function Row({ row, classType, isScored, isFlown, hasFlights, isDone }: RowProps) {
	const { t, language } = useTexts();
	const { id, place, startNumber, name, glider, points, proposed, speedKmh, distanceM } = row;
	const { note, flight, score, isOurs } = row;
	const shown = points !== null && formatPoints(points, language);
	return (
		<tr {...roles.row}>
			{isScored && (
				<td className="place" {...roles.cell}>
					{place !== null && (isDone && place <= 3 ? <Medal place={place} /> : place)}
				</td>
			)}
			<th {...roles.rowHeader}>
				<span className="flex gap-x-2 @max-[16rem]:flex-wrap">
					{startNumber && <PilotNumber>{startNumber}</PilotNumber>}{" "}
					<span>
						<PilotName pilot={{ id, startNumber, classType, name }} />{" "}
						<span className="inline-block font-normal text-muted max-xs:hidden xs:max-md:block lg:hidden">
							{gliderName(glider)}
						</span>
					</span>
				</span>
			</th>
			{isFlown && (
				<td className="number flown" {...roles.cell}>
					{distanceM !== null && (
						<span className="inline-flex whitespace-nowrap">
							{t("task.km", { value: formatKilometres(distanceM, language) })}
						</span>
					)}{" "}
					{speedKmh !== null && (
						<span className="inline-flex whitespace-nowrap text-muted">
							{t("day.speed", { speed: formatSpeed(speedKmh, language) })}
						</span>
					)}
					{isOurs && "*"}
					{note !== null && speedKmh === null && (
						<span className="inline-flex text-muted">{t(`day.note.${note}`)}</span>
					)}
				</td>
			)}
			{isScored && (
				<td className="number" {...roles.cell}>
					{shown && <strong>{score ? <AppLink to={score}>{shown}</AppLink> : shown}</strong>}
					{proposed !== null && (
						<span className="proposed-points block whitespace-normal text-small text-muted md:min-w-20">
							{proposalText(t, proposed, language)}
						</span>
					)}
				</td>
			)}
			{hasFlights && (
				<td className="flight w-11 text-right print:hidden" {...roles.cell}>
					{flight && <FlightLink to={flight} of={name} isSecond />}
				</td>
			)}
		</tr>
	);
}
