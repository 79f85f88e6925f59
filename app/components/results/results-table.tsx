import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { ResultRow } from "~/lib/results/standings";

interface ResultsTableProps {
	readonly rows: readonly ResultRow[];
	readonly language: Language;
	/** Also names the region that scrolls. */
	readonly title: string;
	/** Status and time of the results. */
	readonly note: ReactNode;
	/** Address of a flight in the map viewer; absent when rows are of many flights. */
	readonly flightPath?: (flightId: number) => string;
	/** For organisers who check an import. */
	readonly withFlightIds?: boolean;
}

export function ResultsTable({
	rows,
	language,
	title,
	note,
	flightPath,
	withFlightIds = false,
}: ResultsTableProps) {
	const headingId = useId();
	return (
		<div className="section">
			<h2 id={headingId}>{title}</h2>
			{note}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
			<section className="scroll-region" tabIndex={0} aria-labelledby={headingId}>
				<table className="data-table data-table-wide results-table" aria-labelledby={headingId}>
					<Head withFlights={flightPath !== undefined} withFlightIds={withFlightIds} />
					<tbody>
						{rows.map((row) => (
							<Row
								key={`${row.startNumber ?? ""}/${row.name}/${row.position}`}
								row={row}
								language={language}
								flightPath={flightPath}
								withFlightIds={withFlightIds}
							/>
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

function Head({
	withFlights,
	withFlightIds,
}: {
	readonly withFlights: boolean;
	readonly withFlightIds: boolean;
}) {
	const { t } = useTranslation();
	return (
		<thead>
			<tr>
				<FirstHeads />
				<th scope="col">{t("results.column.startNumber")}</th>
				<th scope="col">{t("results.column.glider")}</th>
				<th scope="col" className="number">
					{t("results.column.handicap")}
				</th>
				<th scope="col">{t("results.column.aeroclub")}</th>
				{withFlights && (
					<th scope="col" className="no-print">
						{t("results.column.flight")}
					</th>
				)}
				{withFlightIds && (
					<th scope="col" className="number">
						{t("results.column.flightId")}
					</th>
				)}
			</tr>
		</thead>
	);
}

interface RowProps extends Pick<ResultsTableProps, "language" | "flightPath"> {
	readonly row: ResultRow;
	readonly withFlightIds: boolean;
}

function Row({ row, language, flightPath, withFlightIds }: RowProps) {
	const { t } = useTranslation();
	return (
		<tr className={row.position <= 3 ? `podium-${row.position}` : undefined}>
			<td className="number">{row.position}</td>
			<th scope="row">{row.name}</th>
			<td className="number">
				<strong>{formatNumber(row.points, language, [0, 1])}</strong>
			</td>
			<td>{row.startNumber}</td>
			<td>{row.glider}</td>
			<td className="number">{row.handicap !== null && formatNumber(row.handicap, language, [3, 4])}</td>
			<td>{row.aeroclub}</td>
			{flightPath && (
				<td className="no-print">
					{row.flightId !== null && (
						<AppLink className="button button-quiet" to={flightPath(row.flightId)}>
							<Icon name="play" />
							{t("results.playFlight")}
							<span className="sr-only"> ({row.name})</span>
						</AppLink>
					)}
				</td>
			)}
			{withFlightIds && <td className="number">{row.flightId}</td>}
		</tr>
	);
}

/** The heads with which every table of results begins: place, name and points. */
export function FirstHeads() {
	const { t } = useTranslation();
	return (
		<>
			<th scope="col" className="number">
				<span aria-hidden="true">#</span>
				<span className="sr-only">{t("results.column.position")}</span>
			</th>
			<th scope="col">{t("results.column.name")}</th>
			<th scope="col" className="number">
				{t("results.column.points")}
			</th>
		</>
	);
}
