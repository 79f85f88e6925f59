import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { roundHalfUp } from "~/lib/scoring/points";
import type { DayScores, ScoredRow } from "~db/schema";

interface ScoreInWordsProps {
	readonly row: ScoredRow;
	readonly day: DayScores["day"];
}

/** What the points are the sum of. Nothing of a day without points, nor of one who is disqualified. */
export function ScoreInWords({ row, day }: ScoreInWordsProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { points, pv, pd, penalty, status, vhKmh } = row;
	if (points === null || pv === null || pd === null) return null;
	if (!day.counts || day.pm === 0 || status === "dsq") return null;
	const factor = day.f * day.fcr;
	const number = (value: number, most = 1) => formatNumber(value, language, [0, most]);
	const gross = roundHalfUp(factor * (pv + pd));
	const penalties = penalty > 0 ? t("scoreFormula.sum.penalties", { penalties: number(penalty) }) : "";
	const least = penalty > gross ? t("scoreFormula.sum.least") : "";
	return (
		<p className="score-sum">
			{t(vhKmh === null ? "scoreFormula.sum.out" : "scoreFormula.sum.finished", {
				points: t("score.points", { count: points, points: number(points) }),
				speed: formatNumber(factor * pv, language, 1),
				distance: formatNumber(factor * pd, language, 1),
				penalties: `${penalties}${least}`,
				most: number(roundHalfUp(factor * day.pm)),
			})}
		</p>
	);
}
