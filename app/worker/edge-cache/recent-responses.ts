import type { Arrival } from "~/worker/request-info.server";
import type { KeptAnswer } from "./cached-response.server";

interface RecentPage {
	readonly kept: KeptAnswer;
	/** What the setting `CLOCK` was. */
	readonly clock: string | undefined;
	/** Milliseconds since 1970. */
	readonly until: number;
}

/**
 * The pages that were given within this second, by those who asked: to make sure of the content version, the date and the phase once
 * more takes longer than sending the page, and within a second none of them counts as changed.
 */
export function createRecentPages() {
	const pages = new WeakMap<Arrival, RecentPage>();

	return {
		get(arrival: Arrival, { CLOCK }: Env): KeptAnswer | null {
			const page = pages.get(arrival);
			return page && Date.now() < page.until && page.clock === CLOCK ? page.kept : null;
		},

		/** @param limit milliseconds since 1970 by the platform's time, from when on the page is to be asked for again in any case */
		set(arrival: Arrival, { CLOCK }: Env, kept: KeptAnswer, limit: number): void {
			// Signup opens, and a day ends, at a full second.
			const endOfSecond = (Math.floor(Date.now() / 1000) + 1) * 1000;
			pages.set(arrival, { kept, clock: CLOCK, until: Math.min(endOfSecond, limit) });
		},
	};
}
