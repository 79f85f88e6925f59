import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { DecisionForm } from "./decision-form-fields";
import type { DeskRow } from "./scoring-desk.server";

interface ClassRowsProps {
	readonly rows: readonly DeskRow[];
	/** Names of the points of the task. */
	readonly points: readonly string[];
}

/** Every competitor: our points beside the official ones, what is to be decided, and the form for it. */
export function ClassRows({ rows, points }: ClassRowsProps) {
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
				{rows.map((row) => (
					<DataRow key={row.registrationId} id={row.registrationId}>
						<RowHeader>
							{row.pilot.startNumber} {row.pilot.name} {row.pilot.surname}
						</RowHeader>
						<DataCell label={status}>
							{t(`score.status.${row.status}`)}
							{row.guest && ` (${t("scoringAdmin.guest")})`}
						</DataCell>
						<DataCell label={ours}>
							{pointsText(row.points)}
							{row.penalty > 0 && ` (−${pointsText(row.penalty)})`}
						</DataCell>
						<DataCell label={official}>{pointsText(row.official)}</DataCell>
						<DataCell label={findings}>
							<RowFindings row={row} points={points} />
							<details>
								<summary>{t("scoringAdmin.decide")}</summary>
								<DecisionForm row={row} />
							</details>
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</section>
	);
}

function RowFindings({ row, points }: { readonly row: DeskRow; readonly points: readonly string[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (row.findings.length + row.penalties.length === 0) return null;
	return (
		<ul>
			{row.findings.map(({ kind, at, value, point, proposedPoints }) => (
				<li key={`${kind}${point}${at}`}>
					{t(`score.finding.${kind}`, {
						value: value === null ? "" : formatNumber(value, language),
						point: point === null ? "" : (points[point] ?? ""),
					})}
					{proposedPoints > 0 &&
						` ${t("score.proposed", { points: formatNumber(proposedPoints, language) })}`}
				</li>
			))}
			{row.penalties.map(({ points: given, text }) => (
				<li key={`${given}${text}`}>
					{t("scoringAdmin.penaltyGiven", { points: formatNumber(given, language, [0, 1]), text })}
				</li>
			))}
		</ul>
	);
}
