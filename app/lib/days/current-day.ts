interface Dated {
	/** Local date `YYYY-MM-DD`. */
	readonly date: string;
}

/**
 * Today's day: the first day before the competition, the last day after it, and the earlier one between two days.
 * Undefined when there are no days.
 * @param days by date
 * @param today local date in Prague
 */
export function currentDay<D extends Dated>(days: readonly D[], today: string): D | undefined {
	return days.findLast(({ date }) => date <= today) ?? days[0];
}

/** The days up to and including the current one. @param days in the order of their dates */
export function daysUntilToday<D extends Dated>(days: readonly D[], today: string): readonly D[] {
	const current = currentDay(days, today);
	return current ? days.filter(({ date }) => date <= current.date) : [];
}
