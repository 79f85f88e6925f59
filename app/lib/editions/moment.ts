import type { Edition } from "~editions/schema";
import { type Phase, phaseOf } from "./phase";
import { pragueDate } from "./prague-time";

/** What the time alone makes of an edition's pages. */
export interface Moment {
	/** Local date in Prague, `YYYY-MM-DD`. */
	readonly date: string;
	readonly phase: Phase;
}

/** Tells date and phase, asking the calendar once a second for each edition: that takes longer than a kept page. */
export function createMoments(): (edition: Edition, now: Date) => Moment {
	const known = new Map<number, { readonly second: number; readonly moment: Moment }>();
	return (edition, now) => {
		const second = Math.floor(now.getTime() / 1000);
		const last = known.get(edition.year);
		if (last?.second === second) return last.moment;
		const moment = { date: pragueDate(now), phase: phaseOf(edition, now) };
		known.set(edition.year, { second, moment });
		return moment;
	};
}
