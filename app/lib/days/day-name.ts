import type { TFunction } from "i18next";

/** The name of a competition day in the language of the page: `Den 3` is Day 3; other names stay as they are. */
export function dayName(t: TFunction, name: string): string {
	const number = /^Den (\d+)$/.exec(name)?.[1];
	return number ? t("competitionDay.name", { number }) : name;
}
