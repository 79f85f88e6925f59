import { useTexts } from "~/components/use-texts";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { findingText, type ListedFinding } from "~/lib/scoring/finding-values";

/** Returns a function that says a finding in words, with the time at which it begins. @param points names of the points of the task */
export function useFindingText(points: readonly string[]) {
	const { t, language } = useTexts();
	return (finding: Omit<ListedFinding, "proposedPoints">): string => {
		const text = findingText(t, finding, points, language);
		// A wrong clock says its time itself.
		return finding.at === null || finding.kind === "clock"
			? text
			: `${formatClock(new Date(finding.at), language)}: ${text}`;
	};
}

/** Returns a function that says points in words: "1 point", "675.5 points". */
export function usePointsText() {
	const { t, language } = useTexts();
	return (points: number): string =>
		t("score.points", { count: points, points: formatPoints(points, language) });
}
