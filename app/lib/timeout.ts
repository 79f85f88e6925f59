/** Work took longer than it may. */
class TimedOut extends Error {
	override readonly name = "TimedOut";
}

/**
 * Waits for work, but not for ever. The work itself is not ended; what it does later is ignored. A `fetch` takes
 * `AbortSignal.timeout` instead, which ends it.
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
