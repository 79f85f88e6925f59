import { setTimeout as pause } from "node:timers/promises";
import { Stop } from "../lib/stop.mjs";
import { whenStopped } from "../lib/when-stopped";
import type { DevServer } from "./dev-server";

/** Milliseconds. A server that has run for so long is started again however often it has ended before. */
const steadyAfter = 60_000;
/** Ends in a row, each within a minute of the start, after which another start does not help. */
const mostEnds = 5;
/** Milliseconds. Ctrl-C ends the runtime, too, and its end may be seen before the signal. */
const signalDelay = 200;

/** Milliseconds between two runs of the schedule. */
const scheduleInterval = 60_000;
export interface KeptServer {
	/** Resolves when the server has been stopped. Rejects with Stop when it has ended too often. */
	readonly ended: Promise<void>;
	stop(): Promise<void>;
}

interface KeepOptions {
	/** Is called when the server has ended by itself, and when it answers again. */
	readonly report?: (line: string) => void;
	/** Whether the schedule runs at every start and every minute. */
	readonly schedule?: boolean;
}

/**
 * Starts a server, and starts it again whenever it ends by itself. What it has written is on the disk.
 * @throws Stop when the first start fails
 */
export async function keepServing(
	start: () => Promise<DevServer>,
	{ report = () => {}, schedule = false }: KeepOptions = {},
): Promise<KeptServer> {
	let stopped = false;
	let server = await start();
	const runSchedule = () => {
		// The Worker logs its failures; a server that has just ended is started again, and then asked again.
		if (schedule && !stopped) server.runSchedule().catch(() => undefined);
	};
	setInterval(runSchedule, scheduleInterval).unref();

	/** Starts the server again. @returns why it has ended, or has not started */
	async function serveAgain(): Promise<string> {
		try {
			server = await start();
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
		// It was stopped while it started.
		if (stopped) await server.stop();
		else {
			report("The server runs again. All that was saved is there.");
			runSchedule();
		}
		return server.ended;
	}

	async function keep(): Promise<void> {
		runSchedule();
		let ends = 0;
		let startedAt = Date.now();
		let message = await server.ended;
		for (;;) {
			await pause(signalDelay);
			if (stopped) return;
			const reason = message || "no message";
			ends = Date.now() - startedAt < steadyAfter ? ends + 1 : 1;
			if (ends === mostEnds) {
				throw new Stop(`The server has ended ${mostEnds} times, each time within a minute (${reason}).`);
			}
			report(`The server has ended by itself (${reason}). Starting it again …`);
			startedAt = Date.now();
			message = await serveAgain();
		}
	}

	return {
		ended: keep(),
		async stop() {
			stopped = true;
			await server.stop();
		},
	};
}

/**
 * Waits until a signal or the end of npm stops the server, and ends the script.
 * @throws Stop when the server has ended too often
 */
export async function serveUntilStopped(server: KeptServer): Promise<void> {
	whenStopped(async () => {
		await server.stop();
		process.exit(0);
	});
	await server.ended;
}
