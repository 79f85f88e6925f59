import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import type { LocalPlace } from "./local-state";
import { freePortFrom, isPortFree } from "./ports";

export interface DevServer {
	readonly origin: string;
	/** Resolves with the exit code when the server has ended. */
	readonly ended: Promise<number>;
	/** Resolves when the processes of the server have ended. */
	stop(): Promise<void>;
}

/** Milliseconds. */
const startTimeout = 120_000;

/** @throws Stop when the port is taken */
export async function requireFreePort(port: number): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Stop(
		`Port ${port} is taken. End what runs there or choose another one, for example: PORT=${port + 1} npm start`,
	);
}

/**
 * Serves the built Worker with `wrangler dev` and waits until it answers.
 * @param log gets the output once the Worker answers; without it, warnings are shown
 * @throws Stop with the last output when the server ends or does not answer
 */
export async function startDevServer(
	place: LocalPlace,
	port: number,
	log?: (text: string) => void,
): Promise<DevServer> {
	const inspectorPort = await freePortFrom(port + 1000);
	const child = spawn(
		process.execPath,
		[
			"node_modules/wrangler/bin/wrangler.js",
			"dev",
			...["--port", String(port), "--inspector-port", String(inspectorPort)],
			...["--persist-to", place.state, "--env-file", place.secrets],
			// For the links that the Worker writes.
			...["--var", `PORT:${port}`],
			...["--show-interactive-dev-session=false", "--log-level", log ? "log" : "warn"],
		],
		{ cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] },
	);
	// A library's signal handler may end this process at once.
	const endWithUs = () => child.kill("SIGTERM");
	process.once("exit", endWithUs);
	const lines: string[] = [];
	let ready = false;
	for (const [stream, target] of [
		[child.stdout, process.stdout],
		[child.stderr, process.stderr],
	] as const) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			if (!ready) lines.push(text);
			else if (log) log(text);
			else target.write(text);
		});
	}
	const ended = once(child, "close").then(([code]) => {
		process.off("exit", endWithUs);
		return Number(code ?? 0);
	});
	const origin = `http://localhost:${port}`;
	await Promise.race([
		answers(`${origin}/api`),
		ended.then((code) => {
			throw new Stop(`wrangler dev ended with ${code}:\n\n${lines.join("")}`);
		}),
	]).catch(async (error: unknown) => {
		await stop(child, ended);
		throw error instanceof Stop ? error : new Stop(`${String(error)}\n\n${lines.join("")}`);
	});
	ready = true;
	return { origin, ended, stop: () => stop(child, ended) };
}

async function answers(address: string): Promise<void> {
	const deadline = Date.now() + startTimeout;
	let last = "no answer";
	while (Date.now() < deadline) {
		try {
			const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
			if (response.ok) return;
			last = `${response.status} ${await response.text()}`;
		} catch {
			last = "no answer";
		}
		await pause(100);
	}
	throw new Stop(`${address} did not become healthy within ${startTimeout / 1000} s; last: ${last}`);
}

async function stop(child: ChildProcess, ended: Promise<number>): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
	const forced = setTimeout(() => child.kill("SIGKILL"), 5_000);
	await ended;
	clearTimeout(forced);
}
