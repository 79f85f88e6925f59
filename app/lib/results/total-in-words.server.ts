import { dayName } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { resultStatuses } from "~db/enums";
import { type ClassTotal, lastDayOf, validDays } from "./class-total";
import { countedDays } from "./counted-days";

/** Which days a total holds, by how final they are: "Official: Day 1, Day 2 · Preliminary: Day 4 · Invalid: Day 3". */
export function heldDays(total: ClassTotal, language: Language): string {
	const { t } = textsOf(language);
	const named = (title: string, days: ClassTotal["days"]) =>
		days.length > 0 ? [`${title}: ${days.map((day) => dayName(t, day.dayName)).join(", ")}`] : [];
	return [
		...resultStatuses.toReversed().flatMap((status) =>
			named(
				t(`results.status.${status}`),
				validDays(total).filter((day) => day.status === status),
			),
		),
		...named(
			t("results.invalid"),
			total.days.filter(({ isInvalid }) => isInvalid),
		),
	].join("\u00a0· ");
}

/** Says after which day a total is, and which preliminary day is not in it: wherever a leader or a winner is named. */
export function afterWhichDay(total: ClassTotal, language: Language): string {
	const last = lastDayOf(total);
	return last ? countedDays(textsOf(language).t, last, total.leftOut, language) : "";
}

/** Says that a day is not in a total yet; null for none. */
export function leftOutDay({ leftOut }: ClassTotal, language: Language): string | null {
	const { t } = textsOf(language);
	return leftOut && `${dayName(t, leftOut)}: ${t("results.leftOut")}`;
}

/** Says by what each of those with equal sums on the podium is before the next one. */
export function partedSums({ partings }: ClassTotal, language: Language): string[] {
	const { t } = textsOf(language);
	const nameOf = ({ startNumber, name }: ClassTotal["partings"][number]["better"]) =>
		`${startNumber ?? ""} ${name}`.trim();
	return partings.map(({ points, by, better, other }) =>
		t(`results.parted.${by}`, {
			better: nameOf(better),
			other: nameOf(other),
			points: formatPoints(points, language),
			times: `${better.times}\u00a0:\u00a0${other.times}`,
		}),
	);
}
