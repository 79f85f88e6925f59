import { withTimeout } from "~/lib/timeout";

/** Milliseconds the bucket may take for one object; 10 MB take a second or two. */
export const storageTimeout = 20_000;

/** Waits for the bucket. What it does after the timeout is found by the sweep of uploads. @throws TimedOut */
export function withStorageTimeout<T>(work: Promise<T>): Promise<T> {
	return withTimeout(work, storageTimeout, "The bucket does not answer");
}
