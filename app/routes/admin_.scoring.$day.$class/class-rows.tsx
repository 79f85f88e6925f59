import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { LogStandingChip } from "~/components/igc/flight-labels";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { RowDecisions } from "./row-decisions";
import type { DeskRow } from "./scoring-desk.server";

interface ClassRowsProps {
	readonly rows: readonly DeskRow[];
	/** Names of the points of the task. */
	readonly points: readonly string[];
	/** Path of the page. */
	readonly path: string;
}

/** Every competitor: our points beside the official ones, and what is to be decided. */
export function ClassRows({ rows, points, path }: ClassRowsProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const columns = ["name", "status", "points", "official", "findings"].map((column) =>
		t(`scoringAdmin.column.${column}`),
	);
	const [, status, ours, official, findings] = columns;
	const pointsText = (value: number | null) => (value === null ? "–" : formatNumber(value, language, [0, 1]));
	return (
		<section aria-labelledby="scoring-rows">
			<h2 id="scoring-rows">{t("scoringAdmin.rows")}</h2>
			<DataTable labelledBy="scoring-rows" columns={columns}>
				{rows.map((row) => {
					const name = `${row.pilot.name} ${row.pilot.surname}`;
					return (
						<DataRow key={row.registrationId} id={row.registrationId}>
							<RowHeader>
								<span className="numbered">
									<span className="start-number">{row.pilot.startNumber}</span> {name}
								</span>
							</RowHeader>
							<DataCell label={status}>
								<FlightSummary row={row} />
								<Logs row={row} />
							</DataCell>
							<DataCell label={ours}>
								<strong>{pointsText(row.points)}</strong>
								{row.penalty > 0 && ` (−${pointsText(row.penalty)})`}
							</DataCell>
							<DataCell label={official}>{pointsText(row.official?.points ?? null)}</DataCell>
							<DataCell label={findings}>
								<RowDecisions row={row} points={points} />
								<AppLink to={`${path}?decide=${row.registrationId}#decision`}>
									{t("scoringAdmin.decide")}
									<span className="sr-only"> ({name})</span>
								</AppLink>
							</DataCell>
						</DataRow>
					);
				})}
			</DataTable>
		</section>
	);
}

/** Who has sent each log, and whether it waits for somebody to look at it; its page has the buttons. */
function Logs({ row: { logs, held } }: { readonly row: DeskRow }) {
	const { t } = useTranslation();
	return logs.map(({ igcFileId, sender, standing }) => (
		<p key={igcFileId} className="muted">
			<AppLink to={`/igc/${igcFileId}`}>{t(`igc.sender.${sender}`)}</AppLink>{" "}
			<LogStandingChip standing={standing} />
			{held === "findings" && standing === "scores" && (
				<span className="chip chip-warning">{t("score.held.findings")}</span>
			)}
		</p>
	));
}

function FlightSummary({ row: { status, guest, distanceM, speedKmh, override } }: { readonly row: DeskRow }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const figures = [
		distanceM !== null && `${formatNumber(distanceM / 1000, language, 1)}\u00A0km`,
		speedKmh !== null && `${formatNumber(speedKmh, language, 1)}\u00A0km/h`,
		guest && t("scoringAdmin.guest"),
		override && t("scoringAdmin.overridden"),
	].filter(Boolean);
	return (
		<span className="lg:whitespace-nowrap">
			{t(`score.status.${status}`)}
			{figures.length > 0 && <span className="muted"> {figures.join(", ")}</span>}
		</span>
	);
}
