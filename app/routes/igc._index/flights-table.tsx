import { Fragment } from "react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Icon } from "~/components/icon";
import { DownloadButton, FlagButton } from "~/components/igc/flight-buttons";
import { CountedWarnings, FlightLabels, LogStandingChip } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import { formatDayAndTime, formatTime } from "~/lib/i18n/format-dates";
import { formatSize } from "~/lib/i18n/format-number";
import type { OrganisersDay } from "./page.server";

interface FlightsTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly flights: OrganisersDay["classes"][number]["flights"];
	/** Path of the page that a flag leads back to. */
	readonly back: string;
}

export function FlightsTable({ labelledBy, flights, back }: FlightsTableProps) {
	const { t } = useTexts();
	const columns = {
		startNumber: t("igc.column.startNumber"),
		pilot: t("igc.field.pilot"),
		flight: t("igc.column.flight"),
		state: t("igc.column.state"),
		actions: t("igc.column.actions"),
	};
	return (
		<DataTable compact labelledBy={labelledBy} columns={Object.values(columns)}>
			{flights.map((flight) => (
				<DataRow key={flight.id} id={`flight-${flight.id}`}>
					<DataCell>
						<span className="start-number">{flight.startNumber}</span>
					</DataCell>
					<RowHeader>
						<AppLink to={`/igc/${flight.id}`}>
							{flight.name} {flight.surname}
						</AppLink>{" "}
						{flight.flightNumber > 1 && (
							<span className="badge">{t("igc.flightNumber", { number: flight.flightNumber })}</span>
						)}
					</RowHeader>
					<DataCell label={columns.flight}>
						<LogSummary flight={flight} />
					</DataCell>
					<DataCell>
						<FlightLabels flight={flight} />
					</DataCell>
					<DataCell>
						<div className="button-row no-print md:grid md:w-max md:grid-cols-[auto_auto] md:*:first:col-span-2 xl:grid-cols-[auto_auto_auto] xl:*:first:col-span-1">
							{flight.isRemoved ? (
								<span className="chip chip-info">{t("igc.versions.removed")}</span>
							) : (
								<DownloadButton
									igcFileId={flight.id}
									versionId={flight.versionId}
									label={t("igc.download.of", { pilot: `${flight.startNumber} ${flight.surname}` })}
								/>
							)}
							<FlagButton flight={flight} flag="downloaded" back={back} />
							<FlagButton flight={flight} flag="processed" back={back} />
						</div>
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}

function LogSummary({ flight }: { readonly flight: FlightsTableProps["flights"][number] }) {
	const { t, language } = useTexts();
	const time = (moment: Date | null) => (moment === null ? "?" : formatTime(moment, language));
	return (
		<div>
			<p>
				{time(flight.takeOff)} – {time(flight.landing)}, {formatSize(flight.size, language)}
			</p>
			<p className="muted lg:whitespace-nowrap">
				{/* In a narrow column the hour stays with its date. */}
				{t("igc.uploadedAt", { time: formatDayAndTime(flight.uploadedAt, language).replace(" ", "\u00a0") })}
			</p>
			{flight.sender !== "pilot" && <p className="muted">{t(`igc.sender.${flight.sender}`)}</p>}
			<LogStandingChip standing={flight.standing} />{" "}
			{flight.doubts.map(({ kind, text }) => (
				<Fragment key={kind}>
					<span className="chip chip-warning whitespace-normal">
						<Icon name="warning" />
						{text}
					</span>{" "}
				</Fragment>
			))}
			<CountedWarnings texts={flight.warnings} />
			{flight.newerLogs > 0 && (
				<span className="chip chip-warning">
					<Icon name="upload" />
					{t("igc.newerLogs", { count: flight.newerLogs })}
				</span>
			)}
		</div>
	);
}
