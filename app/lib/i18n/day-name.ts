import type { TFunction } from "i18next";

/** Translates "Den 3" to "Day 3"; other names stay. */
export function dayName(t: TFunction, name: string): string {
	const number = /^Den (\d+)$/.exec(name)?.[1];
	return number ? t("competitionDay.name", { number }) : name;
}
