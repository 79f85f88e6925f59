/** In local storage while something waits in this browser, so that only then pages load the queue. */
const memory = "queued";

export function hasQueued(): boolean {
	try {
		return localStorage.getItem(memory) !== null;
	} catch {
		// Storage can be forbidden.
		return false;
	}
}

export function rememberQueued(): void {
	localStorage.setItem(memory, "yes");
}

export function forgetQueued(): void {
	localStorage.removeItem(memory);
}
