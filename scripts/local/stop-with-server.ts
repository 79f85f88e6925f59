import { Stop } from "../lib/stop.mjs";
import type { DevServer } from "./dev-server";

/** How often is looked whether npm is still there, in milliseconds. */
const lookEvery = 1_000;

/**
 * Lets the script live as long as its server: a signal ends both, and so does the end of the npm that started the script.
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
	// npm gives a signal to the shell between it and us, which dies of it and tells nobody.
	const shell = process.ppid;
	if (process.env.npm_lifecycle_event) {
		setInterval(() => {
			if (process.ppid !== shell) void stop();
		}, lookEvery).unref();
	}
	const code = await server.ended;
	if (!asked) throw new Stop(`The server ended by itself (${code}).`);
}
