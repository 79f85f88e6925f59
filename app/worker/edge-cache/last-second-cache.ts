import type { RequestInfo } from "~/worker/request-info.server";
import type { SharedStates } from "~/worker/shared-state.server";
import type { CachedResponse } from "./cached-response.server";

interface Reader {
	/** Equal requests share one. */
	readonly info: RequestInfo;
	readonly env: Env;
}

interface RecentResponse {
	readonly cached: CachedResponse;
	/** Generation of the shared states. It makes a change by this isolate visible at once. */
	readonly generation: number;
	/** Setting `CLOCK` at that time. */
	readonly clock: string | undefined;
	/** Milliseconds since 1970. */
	readonly until: number;
}

/**
 * Responses sent within this second, by the request that they answer. To check content version, date and phase takes longer than
 * sending the page, and within a second none of them counts as changed.
 */
export function createLastSecondCache(sharedStates: SharedStates) {
	const responses = new WeakMap<RequestInfo, RecentResponse>();

	return {
		get({ info, env }: Reader): CachedResponse | null {
			const recent = responses.get(info);
			if (!recent || Date.now() >= recent.until || recent.clock !== env.CLOCK) return null;
			return recent.generation === sharedStates.generation() ? recent.cached : null;
		},

		/** @param limit milliseconds since 1970 by the platform's time, when the response expires in any case */
		set({ info, env }: Reader, cached: CachedResponse, limit: number): void {
			// Signup opens, and a day ends, at a full second.
			const endOfSecond = (Math.floor(Date.now() / 1000) + 1) * 1000;
			const until = Math.min(endOfSecond, limit);
			responses.set(info, { cached, generation: sharedStates.generation(), clock: env.CLOCK, until });
		},
	};
}
