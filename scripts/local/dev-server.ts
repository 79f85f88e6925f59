import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import type { LocalPlace } from "./local-state";
import { freePortFrom, isPortFree } from "./ports";

export interface DevServer {
	readonly origin: string;
	/** Resolves with the exit code when the server has ended, whoever ended it. */
	readonly ended: Promise<number>;
	/** Ends the server and resolves when its processes are gone. */
	stop(): Promise<void>;
}

const patience = 120_000;

/** @throws Stop when somebody listens on the port already. */
export async function requireFreePort(port: number): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Stop(
		`Port ${port} is taken. End what runs there or choose another one, for example: PORT=${port + 1} npm start`,
	);
}

/**
 * Serves the built Worker with `wrangler dev` and waits until it answers.
 * @param log gets all that is printed once the Worker answers; without it, what is worth a warning is shown
 * @throws Stop when the server ends or stays silent, with what it printed last
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
			// Links of the Worker begin with the address it is served at.
			...["--var", `PORT:${port}`],
			...["--show-interactive-dev-session=false", "--log-level", log ? "log" : "warn"],
		],
		{ cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] },
	);
	// Also when another library's handler of a signal ends this process at once.
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
	const deadline = Date.now() + patience;
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
	throw new Stop(`${address} did not become healthy within ${patience / 1000} s; last: ${last}`);
}

async function stop(child: ChildProcess, ended: Promise<number>): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
	const forced = setTimeout(() => child.kill("SIGKILL"), 5_000);
	await ended;
	clearTimeout(forced);
}
