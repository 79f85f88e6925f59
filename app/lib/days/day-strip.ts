import { dayNumber } from "~/lib/editions/competition-day";
import type { Edition } from "~editions/schema";

interface Dated {
	readonly name: string;
	/** Local. */
	readonly date: string;
}

/** A day in the strip of days. */
export interface StripDay extends Dated {
	/** Null before the competition. */
	readonly number: number | null;
	/** Null where the day has nothing of what the page shows. */
	readonly path: string | null;
	readonly isCurrent: boolean;
}

/**
 * The days of an edition as a page offers them.
 * @param days by date
 * @param current date of the shown day; null when the page shows none
 * @param pathOf where a day leads, null for nowhere
 */
export function dayStrip<Day extends Dated>(
	{ edition }: { readonly edition: Pick<Edition, "competition"> },
	days: readonly Day[],
	current: string | null,
	pathOf: (day: Day) => string | null,
): StripDay[] {
	return days.map((day) => ({
		name: day.name,
		date: day.date,
		number: dayNumber(edition, day.date),
		path: pathOf(day),
		isCurrent: day.date === current,
	}));
}
