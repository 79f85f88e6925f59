interface Dated {
	/** Local date `YYYY-MM-DD`. */
	readonly date: string;
}

/**
 * The day the competition is at: that of today, the first one before the competition, the last one after it
 * (specification, section 4). On a date between two days it is the earlier one. Undefined when there are no days.
 * @param days in the order of their dates
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
