/** Milliseconds between two checks whether npm still runs. */
const checkInterval = 1_000;

/** Calls back when a signal is to end this process, or npm, which has started it, has ended. */
export function whenStopped(stop: () => unknown): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
	// npm sends a signal to the shell between it and this process; the shell ends without passing it on.
	const shell = process.ppid;
	if (!process.env.npm_lifecycle_event) return;
	const check = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(check);
		stop();
	}, checkInterval).unref();
}
