import type { DevServer } from "./dev-server";
import { Stop } from "./stop.mjs";

/**
 * Lets the script live as long as its server: a signal ends both.
 * @throws Stop when the server ends by itself
 */
export async function stopWithServer(server: DevServer): Promise<void> {
	let asked = false;
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.on(signal, async () => {
			if (asked) return;
			asked = true;
			await server.stop();
			process.exit(0);
		});
	}
	const code = await server.ended;
	if (!asked) throw new Stop(`The server ended by itself (${code}).`);
}
