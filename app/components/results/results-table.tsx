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
	/** Heading of the table and name of its region. */
	readonly title: string;
	readonly note: ReactNode;
	/** Address of the map viewer with a flight; absent where a row is the sum of several. */
	readonly flightPath?: (flightId: number) => string;
	/** Shows the ids of the flights, for organisers who check them. */
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
	const { t } = useTranslation();
	const headingId = useId();
	return (
		<div className="section">
			<h2 id={headingId}>{title}</h2>
			{note}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
			<section className="scroll-region" tabIndex={0} aria-labelledby={headingId}>
				<table className="data-table data-table-wide results-table" aria-labelledby={headingId}>
					<thead>
						<tr>
							<th scope="col" className="number">
								<span aria-hidden="true">#</span>
								<span className="sr-only">{t("results.column.position")}</span>
							</th>
							<th scope="col">{t("results.column.name")}</th>
							<th scope="col" className="number">
								{t("results.column.points")}
							</th>
							<th scope="col">{t("results.column.startNumber")}</th>
							<th scope="col">{t("results.column.glider")}</th>
							<th scope="col" className="number">
								{t("results.column.handicap")}
							</th>
							<th scope="col">{t("results.column.aeroclub")}</th>
							{flightPath && (
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
					<tbody>
						{rows.map((row) => (
							<tr
								key={`${row.startNumber ?? ""}/${row.name}/${row.position}`}
								className={row.position <= 3 ? `podium-${row.position}` : undefined}
							>
								<td className="number">{row.position}</td>
								<th scope="row">{row.name}</th>
								<td className="number">
									<strong>{formatNumber(row.points, language, [0, 1])}</strong>
								</td>
								<td>{row.startNumber}</td>
								<td>{row.glider}</td>
								<td className="number">
									{row.handicap !== null && formatNumber(row.handicap, language, [3, 4])}
								</td>
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
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}
