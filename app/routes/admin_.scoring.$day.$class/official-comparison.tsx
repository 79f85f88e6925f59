import { useFindingText, usePointsText } from "~/components/scoring/score-texts";
import { useTexts } from "~/components/use-texts";
import { formatHandicap } from "~/lib/i18n/format-number";
import type { ScoringDesk } from "./page.server";

/** The competitors whose points differ from the official ones, by how many, and why if the reason is known. */
export function OfficialComparison({ desk }: { readonly desk: ScoringDesk }) {
	const { t, language } = useTexts();
	const pointsText = usePointsText();
	const textOf = useFindingText(desk.points);
	const { compared, agreeing, differences, handicaps } = desk.comparison;
	if (compared === 0) return null;
	return (
		<div className={agreeing === compared ? "notice notice-success" : "notice notice-warning"}>
			<p className="notice-title">{t("scoringAdmin.agrees", { agreeing, compared })}</p>
			{desk.words.quarter && <p>{desk.words.quarter}</p>}
			{differences.length + handicaps.length > 0 && (
				<ul>
					{differences.map(({ startNumber, points, finding }) => (
						<li key={startNumber}>
							{t("scoringAdmin.differs", {
								number: startNumber,
								points: pointsText(Math.abs(points)),
							})}
							{finding && ` (${textOf(finding)})`}
						</li>
					))}
					{handicaps.map(({ startNumber, ours, official }) => (
						<li key={`handicap ${startNumber}`}>
							{t("scoringAdmin.handicapDiffers", {
								number: startNumber,
								ours: formatHandicap(ours, language),
								official: formatHandicap(official, language),
							})}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
