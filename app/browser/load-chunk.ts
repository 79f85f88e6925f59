/** Milliseconds. */
const chunkTimeout = 120_000;

/**
 * A dynamic import with a timeout of two minutes; browsers have none.
 * @throws what the import throws, or an error after the timeout
 */
export function loadChunk<T>(chunk: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("A part of the scripts timed out")), chunkTimeout);
		chunk.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
