import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { findingKey } from "~/lib/scoring/finding-values";
import type { Finding } from "~db/schema";
import { useFindingText } from "./use-finding-text";

interface FlightFindingsProps {
	readonly findings: readonly Finding[];
	/** Names of the points of the task. */
	readonly points: readonly string[];
}

/**
 * What the scorer has to decide. A proposed penalty is not in the points. A point that was not reached asks for no
 * decision: the facts of the flight say it.
 */
export function FlightFindings({ findings: all, points }: FlightFindingsProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const textOf = useFindingText(points);
	const findings = all.filter(({ kind }) => kind !== "pointNotReached");
	if (findings.length === 0) return null;
	return (
		<section className="score-part" aria-labelledby="score-findings">
			<h2 id="score-findings">{t("score.findings")}</h2>
			<ul>
				{findings.map((finding) => (
					<li key={findingKey(finding)}>
						{textOf(finding)}
						{finding.proposedPoints > 0 &&
							` ${t("score.proposed", { points: formatNumber(finding.proposedPoints, language) })}`}
					</li>
				))}
			</ul>
			{findings.some(({ proposedPoints }) => proposedPoints > 0) && (
				<p className="muted">{t("score.findings.hint")}</p>
			)}
		</section>
	);
}
