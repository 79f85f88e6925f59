import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Finding } from "~/lib/scoring/performance";
import type { ScoreSheet } from "~/lib/scoring/score-sheet";

interface FlightFindingsProps {
	readonly findings: readonly Finding[];
	readonly task: ScoreSheet["task"];
}

/** What the scorer has to decide. A proposed penalty is not in the points. */
export function FlightFindings({ findings, task }: FlightFindingsProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (findings.length === 0) return null;
	return (
		<section aria-labelledby="score-findings">
			<h2 id="score-findings">{t("score.findings")}</h2>
			<ul>
				{findings.map(({ kind, at, value, point, proposedPoints }) => (
					<li key={`${kind}${point}${at}`}>
						{at !== null && `${formatClock(new Date(at), language)}: `}
						{t(`score.finding.${kind}`, {
							value: value === null ? "" : formatNumber(value, language),
							point: point === null ? "" : (task.points[point] ?? ""),
						})}
						{proposedPoints > 0 &&
							` ${t("score.proposed", { points: formatNumber(proposedPoints, language) })}`}
					</li>
				))}
			</ul>
			<p className="muted">{t("score.findings.hint")}</p>
		</section>
	);
}
