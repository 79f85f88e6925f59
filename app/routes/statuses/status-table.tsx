import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { PilotName } from "~/components/pilot-name";
import { StatusChip } from "~/components/status-chip";
import { pragueDate } from "~/lib/editions/prague-time";
import { gliderName } from "~/lib/entries/gliders";
import { formatChangeTime, formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardRow } from "./status-board.server";

interface StatusTableProps {
	readonly rows: readonly BoardRow[];
	/** Local date. */
	readonly day: string;
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly language: Language;
	readonly withChanges: boolean;
}

export function StatusTable({ rows, day, labelledBy, language, withChanges }: StatusTableProps) {
	const { t } = useTranslation();
	const [startNumber, pilot, glider, status, lastChange] = [
		t("statuses.startNumber"),
		t("statuses.pilot"),
		t("statuses.glider"),
		t("statuses.status"),
		t("statuses.lastChange"),
	];
	const columns = [startNumber, pilot, glider, status, ...(withChanges ? [lastChange] : [])];
	return (
		<DataTable compact labelledBy={labelledBy} columns={columns}>
			{rows.map((row) => (
				<DataRow key={row.id} id={`status-${row.id}`} className="max-md:flex max-md:flex-wrap max-md:gap-x-2">
					<RowHeader>
						<span className="start-number">{row.startNumber}</span>
					</RowHeader>
					<DataCell label={pilot} className="max-md:-order-2 max-md:m-0 max-md:min-w-min max-md:flex-1">
						<PilotName pilot={{ ...row, id: row.registrationId, name: row.fullName }} withStar />
					</DataCell>
					<DataCell
						label={glider}
						className={`max-md:m-0 max-md:basis-full ${row.flight ? "max-md:mr-12" : ""}`}
					>
						{gliderName(row.gliderType)}, <span className="unbroken">{row.registrationNumber}</span>
					</DataCell>
					<DataCell
						label={status}
						className="max-md:relative max-md:-order-1 max-md:mt-0 max-md:mr-0 max-md:ml-auto max-md:max-w-full max-md:flex-none"
					>
						<StatusChip status={row.status ?? "none"} />{" "}
						{row.status === "FLYING" && row.landing && (
							<LogReceived landing={row.landing} language={language} />
						)}
						{row.near && <span className="muted">{t("outlanding.nearPlace", { place: row.near })} </span>}
						{row.flight && (
							<AppLink
								className="no-print max-md:absolute max-md:top-full max-md:right-0 -my-2.5 inline-block px-1 py-2.5"
								to={row.flight}
							>
								{t("statuses.flight")}
								<span className="sr-only">: {row.fullName}</span>
							</AppLink>
						)}
					</DataCell>
					{withChanges && row.lastChange && (
						<DataCell label={lastChange} className="max-md:m-0 max-md:basis-full">
							<span className="lg:inline-block lg:min-w-52">
								<LastChange change={row.lastChange} day={day} language={language} />
							</span>
						</DataCell>
					)}
				</DataRow>
			))}
		</DataTable>
	);
}

interface LogReceivedProps {
	readonly landing: NonNullable<BoardRow["landing"]>;
	readonly language: Language;
}

/** Beside a pilot who is said to fly: the log says something else, and nobody has confirmed it yet. */
function LogReceived({ landing: { landedAt }, language }: LogReceivedProps) {
	const { t } = useTranslation();
	return (
		<span className="muted">
			{landedAt
				? t("desk.logLanded", { time: formatTime(new Date(landedAt), language) })
				: t("desk.logReceived")}{" "}
		</span>
	);
}

interface LastChangeProps {
	readonly change: NonNullable<BoardRow["lastChange"]>;
	/** Local date of the shown day: a change on that date shows its time alone. */
	readonly day: string;
	readonly language: Language;
}

export function LastChange({ change, day, language }: LastChangeProps) {
	const format = pragueDate(change.at) === day ? formatTime : formatChangeTime;
	const time = format(change.at, language);
	return (
		<>
			<span className="unbroken">{change.by ? `${time},` : time}</span> {change.by}
		</>
	);
}
