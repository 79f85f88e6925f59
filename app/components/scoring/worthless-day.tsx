import { useTranslation } from "react-i18next";
import type { DayFigures } from "~db/schema";

/** Why all have 0 points; null on a day that is worth something. */
export function WorthlessDay({ day: { n, n1, counts, pm } }: { readonly day: DayFigures }) {
	const { t } = useTranslation();
	if (counts && pm > 0) return null;
	return <p className="notice notice-warning">{t(counts ? "score.noPoints" : "score.noDay", { n, n1 })}</p>;
}
