import type { Edition } from "~editions/schema";

/** What the competition is about now, for organisers. */
export type Moment = "season" | "morning" | "air" | "evening" | "after";

interface Today {
	/** Local date. */
	readonly date: string;
	readonly isFlying: boolean;
	readonly hasFlown: boolean;
	/** Whether the sun has set. Who is still out is on the red list then, and the work is that of the evening. */
	readonly isDark: boolean;
}

export function momentOf({ from, to }: Edition["competition"], today: Today): Moment {
	if (today.date < from) return "season";
	if (today.date > to) return "after";
	if (today.isFlying && !today.isDark) return "air";
	return today.hasFlown || today.isDark ? "evening" : "morning";
}

/** The kinds of organisers' work. */
export type Work = "people" | "flying" | "results" | "site";

/** What comes first at a moment, for what waits and for the pages. */
export const workOf: Readonly<Record<Moment, readonly Work[]>> = {
	season: ["people", "site", "flying", "results"],
	morning: ["flying", "people", "results", "site"],
	air: ["flying", "results", "people", "site"],
	evening: ["results", "flying", "people", "site"],
	after: ["results", "people", "site", "flying"],
};
