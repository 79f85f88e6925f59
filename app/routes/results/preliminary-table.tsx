import { useId } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { FirstHeads } from "~/components/results/results-table";
import { formatSignupTime, formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { PreliminaryRow, PreliminaryScores } from "~/lib/scoring/preliminary-scores.server";
import { scorePath } from "~/lib/scoring/score-path";

interface TableProps {
	readonly title: string;
	readonly scores: PreliminaryScores;
	readonly language: Language;
}

/** What our engine computed, until the official scorer has results. */
export function PreliminaryTable({ title, scores, language }: TableProps) {
	const { t } = useTranslation();
	const headingId = useId();
	const columns = ["startNumber", "glider", "handicap", "start", "finish", "distance", "speed"] as const;
	return (
		<div className="section">
			<h2 id={headingId}>{title}</h2>
			<PreliminaryNote scores={scores} language={language} />
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
			<section className="scroll-region" tabIndex={0} aria-labelledby={headingId}>
				<table className="data-table data-table-wide results-table" aria-labelledby={headingId}>
					<thead>
						<tr>
							<FirstHeads />
							{columns.map((column) => (
								<th
									key={column}
									scope="col"
									className={column === "startNumber" || column === "glider" ? undefined : "number"}
								>
									{t(`results.column.${column}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{scores.rows.map((row) => (
							<Row key={row.registrationId} row={row} dayId={scores.dayId} language={language} />
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

function PreliminaryNote({ scores, language }: Omit<TableProps, "title">) {
	const { t } = useTranslation();
	const { sheet, computedAt } = scores;
	return (
		<>
			<p className="results-note">
				<span className="chip chip-warning">
					<Icon name="clock" />
					{t("results.status.preliminary")}
				</span>
				<span>{t("score.logs", { count: sheet.logs, expected: sheet.expected })}</span>
				{sheet.day.presumed > 0 && <span>{t("score.presumed", { count: sheet.day.presumed })}</span>}
				<span className="muted">
					{t("results.changedAt")}{" "}
					<time dateTime={computedAt.toISOString()}>{formatSignupTime(computedAt, language)}</time>
				</span>
			</p>
			{!sheet.day.counts && (
				<p className="notice notice-warning">{t("score.noDay", { n: sheet.day.n, n1: sheet.day.n1 })}</p>
			)}
		</>
	);
}

interface RowProps {
	readonly row: PreliminaryRow;
	readonly dayId: string;
	readonly language: Language;
}

function Row({ row, dayId, language }: RowProps) {
	const { t } = useTranslation();
	const { pilot, rank, points, start, finish, distanceM, speedKmh, status } = row;
	const name = `${pilot.name} ${pilot.surname}`;
	return (
		<tr className={rank !== null && rank <= 3 ? `podium-${rank}` : undefined}>
			<td className="number">{rank}</td>
			<th scope="row">
				{row.isEvaluated ? <AppLink to={scorePath(dayId, row.registrationId)}>{name}</AppLink> : name}
			</th>
			<td className="number">
				{points === null ? (
					<span className="muted">{t(`score.status.${status}`)}</span>
				) : (
					<strong>{formatNumber(points, language, [0, 1])}</strong>
				)}
			</td>
			<td>{pilot.startNumber}</td>
			<td>{pilot.glider}</td>
			<td className="number">{formatNumber(row.handicap, language, [3, 4])}</td>
			<td className="number">{start !== null && formatTime(new Date(start), language)}</td>
			<td className="number">
				{finish === null
					? row.distanceM !== null && t(`score.status.${status}`)
					: formatTime(new Date(finish), language)}
			</td>
			<td className="number">{distanceM !== null && formatNumber(distanceM / 1000, language, 1)}</td>
			<td className="number">{speedKmh !== null && formatNumber(speedKmh, language, 1)}</td>
		</tr>
	);
}
