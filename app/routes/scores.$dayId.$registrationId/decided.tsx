import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { ScoreOverride } from "~/lib/scoring/score-decision";
import { hoursMinutesSeconds } from "~/lib/tasks/clock-times";

/** What the scorer has set instead of what the log shows. */
export function Decided({ override }: { readonly override: ScoreOverride | null }) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (!override) return null;
	const { start, finish, distanceM, timeS, handicap, out } = override;
	const clock = (iso: string) => formatClock(new Date(iso), language);
	const values = [
		start && `${t("score.start")} ${clock(start)}`,
		finish && `${t("score.finish")} ${clock(finish)}`,
		distanceM !== null && `${t("score.distance")} ${formatNumber(distanceM / 1000, language, 2)}\u00A0km`,
		timeS !== null && `${t("score.time")} ${hoursMinutesSeconds(timeS)}`,
		handicap !== null && `${t("scoreFormula.term.h")} ${formatNumber(handicap, language, [0, 4])}`,
		out && t("score.status.out"),
	].filter(Boolean);
	return <p>{t("scoreFormula.decided", { values: values.join("; ") })}</p>;
}
