/** Key in local storage. It is set while something waits in this browser, so that pages load the queue only then. */
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
