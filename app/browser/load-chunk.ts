/** Milliseconds after which a part of the scripts that does not come is given up. */
const patience = 120_000;

/**
 * Waits for a dynamic import, but not for ever.
 * @throws what the import throws, or an error when it has not come in two minutes
 */
export function loadChunk<T>(chunk: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("A part of the scripts did not come in time")), patience);
		chunk.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
