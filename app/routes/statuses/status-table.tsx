import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { PilotMarks, RegistrationNumber } from "~/components/pilot-marks";
import { FlightLink, PilotName } from "~/components/pilot-name";
import { listId } from "~/components/skip-to-list";
import { StatusChip } from "~/components/status-chip";
import { useTexts } from "~/components/use-texts";
import { gliderName } from "~/lib/entries/gliders";
import { compareNames } from "~/lib/i18n/collate";
import { formatTime, formatTimeOn } from "~/lib/i18n/format-dates";
import { type BoardChoice, boardPath, type StatusSort } from "./board-address";
import type { BoardRow } from "./page.server";
import { listOrder, sortedByStatus } from "./status-orders";

export interface StatusTableProps {
	readonly rows: readonly BoardRow[];
	readonly choice: BoardChoice;
	/** Local date. */
	readonly day: string;
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly withChanges: boolean;
}

export function StatusTable({ rows, choice, day, labelledBy, withChanges }: StatusTableProps) {
	const { t, classNameOf } = useTexts();
	const [pilot, className, glider, status, lastChange] = [
		t("statuses.pilot"),
		t("statuses.class"),
		t("statuses.glider"),
		t("statuses.status"),
		t("statuses.lastChange"),
	];
	const head = (label: string, sort: StatusSort | null) => ({
		label,
		to: boardPath({ ...choice, sort }),
		isChosen: choice.sort === sort,
	});
	const columns = [
		head(t("statuses.startNumber"), "number"),
		head(pilot, "name"),
		head(className, "class"),
		head(glider, "glider"),
		head(status, null),
		...(withChanges ? [lastChange] : []),
	];
	return (
		<DataTable compact labelledBy={labelledBy} columns={columns} bodyId={listId}>
			{sortedRows(rows, choice.sort).map((row) => (
				<DataRow
					key={row.id}
					id={`status-${row.id}`}
					className={`short-row status-row ${withChanges ? "" : "status-row-short"}`}
				>
					<RowHeader>
						<span className="start-number">{row.startNumber}</span>
					</RowHeader>
					<DataCell>
						<PilotName pilot={{ ...row, id: row.registrationId, name: row.fullName }} withStar />
						<PilotMarks {...row} />
					</DataCell>
					<DataCell>{classNameOf(row.classType)}</DataCell>
					<DataCell>
						{gliderName(row.gliderType)}, <RegistrationNumber>{row.registrationNumber}</RegistrationNumber>
					</DataCell>
					<DataCell>
						<StateAndFlight row={row} />
						{row.status === "FLYING" && row.landing && <LogReceived landing={row.landing} />}
						{row.near && <span className="muted">{t("outlanding.nearPlace", { place: row.near })} </span>}
					</DataCell>
					{withChanges && row.lastChange && (
						<DataCell>
							<LastChange change={row.lastChange} day={day} />
						</DataCell>
					)}
				</DataRow>
			))}
		</DataTable>
	);
}

const sortTexts: Readonly<Record<Exclude<StatusSort, "number">, (row: BoardRow) => string>> = {
	name: ({ surname, fullName }) => `${surname} ${fullName}`,
	glider: ({ gliderType }) => gliderType,
	class: ({ classType }) => classType,
};

/** Sorts the rows. Pilots who are out need help and come first. Equal rows stay in the order of their numbers. */
function sortedRows(rows: readonly BoardRow[], sort: StatusSort | null): readonly BoardRow[] {
	if (sort === "number") return rows;
	if (sort === null) return sortedByStatus(rows, listOrder);
	return rows.toSorted((a, b) => compareNames(sortTexts[sort](a), sortTexts[sort](b)));
}

/** The sign of a flight stays beside the state. */
function StateAndFlight({ row: { status, flight, fullName } }: { readonly row: BoardRow }) {
	const chip = <StatusChip status={status ?? "none"} />;
	if (!flight) return <>{chip} </>;
	return (
		<>
			<span className="whitespace-nowrap">
				{chip} <FlightLink to={flight} of={fullName} isSecond />
			</span>{" "}
		</>
	);
}

interface LogReceivedProps {
	readonly landing: NonNullable<BoardRow["landing"]>;
}

/** Shown beside a pilot with the status "flying" whose log or positions say something else, which nobody has confirmed yet. */
function LogReceived({ landing: { landedAt, live } }: LogReceivedProps) {
	const { t, language } = useTexts();
	return (
		<span className="muted">
			{landedAt
				? t(live ? "desk.liveLanded" : "desk.logLanded", { time: formatTime(new Date(landedAt), language) })
				: t("desk.logReceived")}{" "}
		</span>
	);
}

interface LastChangeProps {
	readonly change: NonNullable<BoardRow["lastChange"]>;
	/** Local date of the shown day: a change on that date shows its time alone. */
	readonly day: string;
}

export function LastChange({ change, day }: LastChangeProps) {
	const { language } = useTexts();
	const time = formatTimeOn(day, change.at, language);
	return (
		<>
			<span className="unbroken">{change.by ? `${time},` : time}</span> {change.by}
		</>
	);
}
