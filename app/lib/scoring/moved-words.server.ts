import type { StaffCtx } from "~/lib/context";
import { nameOfClass } from "~/lib/editions/classes";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { MovedDay, MovedPoints } from "./moved-points.server";

/** What a page says of moved points: no browser translates it. */
export type MovedWords = ReturnType<typeof movedWords>;

export function movedWords(
	{ language, edition }: Pick<StaffCtx<"entries">, "language" | "edition">,
	moved: MovedPoints,
) {
	const { t } = textsOf(language);
	return {
		key: moved.key,
		explanation: t("movedPoints.explanation"),
		columns: { pilot: t("movedPoints.column.pilot"), points: t("movedPoints.column.points") },
		days: moved.days.map(({ day, classType, state, revision, stays, isAnew, pilots }) => ({
			title: [
				dayAndDate(t, day, language),
				nameOfClass(edition, classType, language),
				t(`movedPoints.state.${state}`),
				...(revision > 1 ? [t("results.revision", { revision })] : []),
			].join(" · "),
			note: stays ? t("movedPoints.stays") : isAnew ? t("movedPoints.anew") : null,
			// Points that stay would only mislead.
			pilots: (stays ? [] : pilots).map(({ startNumber, name, before, after }) => ({
				name: `${startNumber} ${name}`,
				points: `${scoreText(before, language)} → ${scoreText(after, language)}`,
			})),
		})),
	};
}

/** Text such as "492 (3.)". */
function scoreText(score: MovedDay["pilots"][number]["before"], language: Language): string {
	if (!score || score.points === null) return "–";
	const place = score.guest ? "HC" : score.rank === null ? null : `${score.rank}.`;
	return formatPoints(score.points, language) + (place === null ? "" : `\u00a0(${place})`);
}
