import type { TFunction } from "i18next";
import { dayNumber, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { DayResults } from "./day-result";

export type LastDay = Pick<DayResults, "dayName" | "date">;

/**
 * Says after which day a total is: "After day 5 (Wednesday 16 July). Preliminary day 6 is not counted yet."
 * @param leftOut name of the day that is not in it; null for none
 */
export function countedDays(
	t: TFunction,
	{ dayName, date }: LastDay,
	leftOut: string | null,
	language: Language,
): string {
	const number = dayNumber(dayName);
	const day = formatDay(date, language);
	const after = number
		? t("results.after", { number, date: day })
		: t("results.after.named", { name: dayName, date: day });
	if (leftOut === null) return after;
	const without = dayNumber(leftOut);
	return `${after} ${without ? t("results.after.without", { number: without }) : t("results.after.without.named", { name: leftOut })}`;
}
