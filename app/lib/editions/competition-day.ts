import type { Edition } from "~editions/schema";
import { addDays, datesBetween, dayMilliseconds, middayOf, pragueDate } from "./prague-time";

type Season = Pick<Edition, "competition">;

/**
 * The number of a competition day, as the home page counts it: 1 on the first day of the competition. Null for earlier days, so
 * that a day which organisers add changes no other day's address.
 * @param date local date
 */
export function dayNumber({ competition: { from } }: Season, date: string): number | null {
	if (date < from) return null;
	return (middayOf(date).getTime() - middayOf(from).getTime()) / dayMilliseconds + 1;
}

/** The path of a day's page: by its number, or by its date before the competition. @param date local date */
export function dayPath(season: Season, date: string): string {
	return `/days/${dayNumber(season, date) ?? date}`;
}

/** The local date that an address names, by a number or by the date itself; null when it names none. */
export function dateOfDay({ competition: { from } }: Season, named: string): string | null {
	if (/^[1-9]\d{0,2}$/.test(named)) return addDays(from, Number(named) - 1);
	const isDate = /^\d{4}-\d{2}-\d{2}$/.test(named) && !Number.isNaN(middayOf(named).getTime());
	return isDate ? named : null;
}

/** Days until the competition begins, or the number of its current day; null when it is over. */
export type DayOf = { readonly until: number } | { readonly number: number; readonly count: number } | null;

export function dayOf({ competition: { from, to } }: Edition, now: Date): DayOf {
	const today = pragueDate(now);
	if (today > to) return null;
	if (today < from) return { until: datesBetween(today, from).length - 1 };
	return { number: datesBetween(from, today).length, count: datesBetween(from, to).length };
}
