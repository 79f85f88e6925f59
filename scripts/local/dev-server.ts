import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseEnv } from "node:util";
import { Miniflare, type WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { deployedBuild } from "../lib/build";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { workerModules } from "../lib/worker-modules";
import { configOf, type LocalPlace } from "./local-state";
import { createTraceMapper } from "./mapped-traces";
import { isPortFree } from "./ports";
import "./steady-calls";

export interface DevServer {
	/** Resolves when the server has ended, with the last line of its errors, which may be empty. */
	readonly ended: Promise<string>;
	/** Runs the schedule of the Worker once. */
	runSchedule(): Promise<void>;
	/** Resolves when the processes of the server have ended. */
	stop(): Promise<void>;
}

interface DevServerOptions {
	/** CLOCK of the Worker, instead of that among the secrets. */
	readonly clock?: string | undefined;
	/** More variables of the Worker. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Where visitors ask, for the links that the Worker writes; without it, the server's own. */
	readonly portOfLinks?: number;
	/** Folder in the project of what is served; without it, the build that is deployed. */
	readonly build?: string;
	/** Gets the output of the Worker; without it, its errors are shown. */
	readonly log?: ((text: string) => void) | undefined;
}

/** Milliseconds. */
const startTimeout = 120_000;

const nameOfWorker = "site";

/** @throws Stop when the port is taken */
export async function requireFreePort(port: number): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Stop(
		`Port ${port} is taken. End what runs there or choose another one, for example: PORT=${port + 1} npm start`,
	);
}

/** The Worker of a build, with the bindings of wrangler.toml and the secrets of a place. */
function workerOf(
	place: LocalPlace,
	portOfLinks: number,
	{ clock, variables, build = deployedBuild }: DevServerOptions,
): WorkerOptions {
	const config = unstable_readConfig({ config: configOf(place) });
	const assets = { ...config.assets, directory: inProject(`${build}/client`) };
	const { workerOptions } = unstable_getMiniflareWorkerOptions({ ...config, assets });
	return {
		...workerOptions,
		name: nameOfWorker,
		modules: workerModules(build),
		// `workerOptions` would take those of .dev.vars, whatever the place.
		bindings: {
			...config.vars,
			...parseEnv(readFileSync(place.secrets, "utf8")),
			PORT: String(portOfLinks),
			...(clock && { CLOCK: clock }),
			...variables,
		},
	};
}

/**
 * Serves the built Worker in workerd and waits until it answers. Not by `wrangler dev`: its proxy keeps the connections that clients
 * break, and ends with an empty error when it has too many.
 * @throws Stop with the errors of the runtime when it does not answer
 */
export async function startDevServer(
	place: LocalPlace,
	port: number,
	options: DevServerOptions = {},
): Promise<DevServer> {
	const { portOfLinks = port, log } = options;
	const mapTrace = createTraceMapper(`${options.build ?? deployedBuild}/server`);
	let lastMessage = "";
	let closed: () => void = () => {};
	const outputEnded = new Promise<void>((resolve) => {
		closed = resolve;
	});
	const runtime = new Miniflare({
		port,
		defaultPersistRoot: join(place.state, "v3"),
		// Miniflare would ask the internet for it.
		cf: false,
		handleRuntimeStdio(output: Readable, errors: Readable) {
			createInterface({ input: output }).on("line", (line) => log?.(`${line}\n`));
			createInterface({ input: errors }).on("line", (line) => {
				const text = mapTrace(line);
				lastMessage = text.trim() || lastMessage;
				if (log) log(`${text}\n`);
				else process.stderr.write(`${text}\n`);
			});
			output.once("close", closed);
		},
		workers: [workerOf(place, portOfLinks, options)],
	});
	let disposed: Promise<void> | null = null;
	/** A second call of `dispose` would not return. The runtime may have ended before. */
	const stop = async () => {
		disposed ??= runtime.dispose().catch(() => undefined);
		await disposed;
		closed();
	};
	try {
		await runtime.ready;
		await requireHealth(`http://localhost:${port}/api`);
	} catch (error) {
		await stop();
		throw error instanceof Stop ? error : new Stop(`The server does not start: ${error}\n\n${lastMessage}`);
	}
	const worker = await runtime.getWorker(nameOfWorker);
	return {
		ended: outputEnded.then(stop).then(() => lastMessage),
		async runSchedule() {
			await worker.scheduled();
		},
		stop,
	};
}

/** @throws Stop when the Worker does not say that it is well */
async function requireHealth(address: string): Promise<void> {
	const response = await fetch(address, { signal: AbortSignal.timeout(startTimeout) });
	if (!response.ok) throw new Stop(`${address} answers ${response.status}: ${await response.text()}`);
}
