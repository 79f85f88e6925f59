import { dayNumber } from "~/lib/editions/competition-day";
import type { Edition } from "~editions/schema";

interface Dated {
	readonly name: string;
	/** Local date. */
	readonly date: string;
}

export interface StripDay extends Dated {
	/** Null before the competition. */
	readonly number: number | null;
	/** Null when the page has nothing to show for the day. */
	readonly path: string | null;
	readonly isCurrent: boolean;
}

/**
 * The days of an edition as a page offers them.
 * @param days sorted by date
 * @param current date of the shown day; null when the page shows none
 * @param pathOf path of a day's link; null for no link
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
