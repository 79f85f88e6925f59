/** Work that took longer than it may. */
class TimedOut extends Error {
	override readonly name = "TimedOut";
}

/**
 * Waits for work for a limited time. The work itself is not stopped; what it does later is ignored. A `fetch` takes
 * `AbortSignal.timeout` instead, which stops it.
 * @throws TimedOut with the given message, or what the work throws
 */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TimedOut(message)), milliseconds);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
