/** Milliseconds to wait for what another request is making. */
const patience = 2_000;

const late = Symbol("late");

/**
 * Work that requests of one isolate do once for all who want it at the same time, by key. What is shared must not
 * belong to a request: values, no streams.
 */
export function createSharedWork<T>() {
	const running = new Map<string, Promise<T>>();

	return {
		/**
		 * @param make is called when nobody else is at it, or when the other one has not got there in 2 seconds:
		 * the platform may have ended the request it works for
		 * @throws what `make` throws, to everybody who waits
		 */
		async share(key: string, make: () => Promise<T>): Promise<T> {
			for (let others = running.get(key); others; others = running.get(key)) {
				const made = await inTime(others);
				if (made !== late) return made;
				if (running.get(key) === others) running.delete(key);
			}
			const own = make();
			running.set(key, own);
			try {
				return await own;
			} finally {
				if (running.get(key) === own) running.delete(key);
			}
		},
	};
}

function inTime<T>(work: Promise<T>): Promise<T | typeof late> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => resolve(late), patience);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
