import type { TFunction } from "i18next";
import { formatPoints } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { penaltyReason } from "~/lib/scoring/finding-values";
import type { RowPenalty } from "~db/schema";

/** `25: late start; 10: late log`. One whose reason nobody knows is a number alone. */
export function penaltyText(t: TFunction, penalties: readonly RowPenalty[], language: Language): string {
	const given = penalties.filter(({ points }) => points > 0);
	const reason = (text: string) => (text === "" ? "" : `: ${text}`);
	return given
		.map((one) => `${formatPoints(one.points, language)}${reason(penaltyReason(t, one, language))}`)
		.join("; ");
}

/** `77 points proposed`: what is not in the points before the scorer has decided. @param proposed see `DayResult` */
export function proposalText(t: TFunction, proposed: number | null, language: Language): string {
	if (proposed === null) return "";
	if (proposed === 0) return t("results.undecided");
	return t("results.proposed", { points: formatPoints(proposed, language), count: proposed });
}
