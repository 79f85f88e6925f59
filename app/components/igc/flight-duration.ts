import type { TFunction } from "i18next";

/** `3 h 05 min` */
export function flightDuration(t: TFunction, seconds: number): string {
	const minutes = Math.round(seconds / 60);
	return t("igc.unit.duration", {
		hours: Math.floor(minutes / 60),
		minutes: String(minutes % 60).padStart(2, "0"),
	});
}
