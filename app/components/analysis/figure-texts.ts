import type { TFunction } from "i18next";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { formatNumber, formatSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";

/** How figures are written in the tables of an analysis. */
export function useFigureTexts() {
	const { t, language } = useTexts();
	return figureTexts(t, language);
}

export type FigureTexts = ReturnType<typeof figureTexts>;

/** Shown when there is no value. */
export const none = "–";

function figureTexts(t: TFunction, language: Language) {
	// Nothing is written as a negative nought.
	const number = (value: number, digits = 0) =>
		formatNumber(Number(value.toFixed(digits)) + 0, language, digits).replace("-", "−");
	return {
		number,
		metres: (value: number) => t("igc.unit.metres", { value: number(value) }),
		kilometres: (metres: number) => t("igc.unit.kilometres", { value: number(metres / 1000, 1) }),
		share: (value: number | null, digits = 0) =>
			value === null ? none : t("igc.flight.percent", { value: number(100 * value, digits) }),
		speed: (kmh: number, digits = 0) =>
			t("igc.flight.unit.speed", { value: formatSpeed(kmh, language, digits) }),
		rate: (value: number) => t("analysis.perSecond", { value: number(value, 1) }),
		time: hoursMinutesSeconds,
	};
}

/** A figure without which there is nothing to divide by is a dash. */
export function quotient(dividend: number, divisor: number, text: (value: number) => string): string {
	return divisor > 0 && dividend > 0 ? text(dividend / divisor) : none;
}
