import type { Edition } from "~editions/schema";
import { datesBetween, pragueDate } from "./prague-time";

/** Days until the competition begins, or the number of its current day; null when it is over. */
export type DayOf = { readonly until: number } | { readonly number: number; readonly count: number } | null;

export function dayOf({ competition: { from, to } }: Edition, now: Date): DayOf {
	const today = pragueDate(now);
	if (today > to) return null;
	if (today < from) return { until: datesBetween(today, from).length - 1 };
	return { number: datesBetween(from, today).length, count: datesBetween(from, to).length };
}
