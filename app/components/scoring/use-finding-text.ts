import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { findingValues } from "~/lib/scoring/finding-values";
import type { Finding } from "~/lib/scoring/performance";

/** Says a finding in words. @param points names of the points of the task */
export function useFindingText(points: readonly string[]) {
	const { t } = useTranslation();
	const language = useLanguage();
	return (finding: Pick<Finding, "kind" | "value" | "point" | "space">): string =>
		t(`score.finding.${finding.kind}`, findingValues(finding, points, language));
}
