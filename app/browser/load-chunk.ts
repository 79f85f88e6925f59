import { withTimeout } from "~/lib/timeout";

/** Milliseconds until loading a chunk fails. */
export const chunkTimeout = 120_000;

/**
 * A dynamic import with a timeout of two minutes; browsers have none.
 * @throws what the import throws, or TimedOut
 */
export function loadChunk<T>(chunk: Promise<T>): Promise<T> {
	return withTimeout(chunk, chunkTimeout, "A part of the scripts timed out");
}
