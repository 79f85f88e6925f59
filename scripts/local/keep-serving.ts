import { Stop } from "../lib/stop.mjs";
import type { DevServer } from "./dev-server";

/** Milliseconds between two checks whether npm still runs. */
const checkInterval = 1_000;

/**
 * Waits until a signal or the end of npm stops the server, and ends the script.
 * @throws Stop when the server ends by itself
 */
export async function stopWithServer(server: DevServer): Promise<void> {
	let asked = false;
	const stop = async () => {
		if (asked) return;
		asked = true;
		await server.stop();
		process.exit(0);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
	// npm sends a signal to the shell between it and this process; the shell ends without passing it on.
	const shell = process.ppid;
	if (process.env.npm_lifecycle_event) {
		setInterval(() => {
			if (process.ppid !== shell) void stop();
		}, checkInterval).unref();
	}
	const code = await server.ended;
	if (!asked) throw new Stop(`The server ended by itself (${code}).`);
}
