import { withTimeout } from "~/lib/timeout";

/** Milliseconds to wait for another request's work. */
const longestWait = 2_000;

/**
 * Work that requests of one isolate do once for all who want it at the same time, by key. What is shared must not
 * belong to a request: values, no streams.
 */
export function createSingleFlight<T>() {
	const running = new Map<string, Promise<T>>();

	return {
		/**
		 * @param work is called when nobody else does it, or when the other one has not finished in 2 seconds:
		 * the platform may have ended the request it belongs to
		 * @throws what `work` throws, to everybody who waits
		 */
		async share(key: string, work: () => Promise<T>): Promise<T> {
			for (let others = running.get(key); others; others = running.get(key)) {
				const outcome = await settled(others).catch(() => null);
				if (outcome?.status === "fulfilled") return outcome.value;
				if (outcome) throw outcome.reason;
				if (running.get(key) === others) running.delete(key);
			}
			const own = work();
			running.set(key, own);
			try {
				return await own;
			} finally {
				if (running.get(key) === own) running.delete(key);
			}
		},
	};
}

/** Waits for work to end, well or not. @throws TimedOut, so that the work's own failure is never taken for one */
async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
	const ended = Promise.allSettled([work]).then(([outcome]) => outcome);
	return withTimeout(ended, longestWait, "Another request has not finished its work");
}
