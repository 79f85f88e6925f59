import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";

/** Says points in words: "1 point", "675.5 points". */
export function usePointsText() {
	const { t } = useTranslation();
	const language = useLanguage();
	return (points: number): string =>
		t("score.points", { count: points, points: formatNumber(points, language, [0, 1]) });
}
