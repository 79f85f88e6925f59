import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Finding } from "~/lib/scoring/performance";

/** Says a finding in words. @param points names of the points of the task */
export function useFindingText(points: readonly string[]) {
	const { t } = useTranslation();
	const language = useLanguage();
	return ({ kind, value, point }: Pick<Finding, "kind" | "value" | "point">): string =>
		t(`score.finding.${kind}`, {
			value: value === null ? "" : formatNumber(value, language),
			point: point === null ? "" : (points[point] ?? ""),
		});
}
