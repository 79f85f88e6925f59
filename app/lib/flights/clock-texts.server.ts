import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { FlightFigures } from "~db/schema";
import { momentsOf } from "./clock-ahead";
import { daySeconds } from "./igc-file/flight-log";

/** By how much a clock is set, such as "+5 h". @param seconds whole hours or days */
export function shiftInWords(seconds: number, language: Language): string {
	const { t } = textsOf(language);
	const sign = seconds < 0 ? "−" : "+";
	const size = Math.abs(seconds);
	const days = size / daySeconds;
	return Number.isInteger(days)
		? t("igc.clock.days", { count: days, value: formatNumber(days, language), sign })
		: t("igc.clock.hours", { value: formatNumber(size / 3600, language), sign });
}

/** Says that organisers have set the clock of a log, by how much and why; null when they have not. @param figures by the set clock */
export function setClockInWords(
	figures: FlightFigures,
	clockShift: number,
	language: Language,
): string | null {
	if (clockShift === 0) return null;
	const launch = new Date(momentsOf(figures).launch - clockShift * 1000);
	return textsOf(language).t("igc.clock.shifted", {
		by: shiftInWords(clockShift, language),
		launch: formatDayAndTime(launch, language),
	});
}
