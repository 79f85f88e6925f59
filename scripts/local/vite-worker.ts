import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { scheduler } from "node:timers/promises";
import { build, type Connect, createServerModuleRunner, type Plugin, type ViteDevServer } from "vite";
import type { createWorker } from "~/worker/worker.server";
import { alias as sourceFolders } from "../../vite.config";
import { inProject } from "../lib/paths.mjs";

/* Our Worker within Vite's server: the sources, run by Node, on the bindings of a local workerd. For development alone. */

type Worker = ReturnType<typeof createWorker>;

/** Milliseconds between two runs of the schedule. */
const scheduleInterval = 60_000;

/** What workerd has and Node has not: the cache, which keeps nothing here, and two things of streams and time. */
export function platformInNode(caches: unknown): void {
	Object.assign(globalThis, {
		caches,
		scheduler,
		// The length, its one parameter, would be taken for a transformer.
		FixedLengthStream: function FixedLengthStream() {
			return new TransformStream();
		},
	});
}

/** What Vite would leave to Node, which can load neither. */
const alias = {
	"react-dom/server": inProject("scripts/local/react-dom-server.ts"),
	"@resvg/resvg-wasm/index_bg.wasm": inProject("node_modules/@resvg/resvg-wasm/index_bg.wasm"),
};

/** Found only when a page asks for them, each would have the browser load all packages anew, with two Reacts meanwhile. */
const packagesOfPages = ["@conform-to/react", "@conform-to/zod/v4", "i18next", "react-i18next", "zod"];

/** Hands every request that is none for a file of Vite's to the Worker, as it is saved now. */
export function ourWorker(env: Env, ctx: ExecutionContext): Plugin {
	// The platform's stand-in drops what is to be done after an answer, and with it whatever fails there.
	const execution = Object.assign(ctx, {
		waitUntil: (work: Promise<unknown>) => void work.catch(console.error),
	});
	return {
		name: "our-worker",
		enforce: "pre",
		apply: "serve",
		config: () => ({ resolve: { alias }, optimizeDeps: { include: packagesOfPages } }),
		load(id) {
			if (id.endsWith(".wasm")) return `export default new WebAssembly.Module(${bytesOf(id)});`;
			if (id.endsWith(".bin")) return `export default ${bytesOf(id)}.buffer;`;
			return null;
		},
		configureServer(server) {
			// Not `ssrLoadModule`, whose traces name the lines of what Vite has made of a file.
			const runner = createServerModuleRunner(server.environments.ssr, {
				sourcemapInterceptor: "prepareStackTrace",
				hmr: false,
			});
			const worker = () =>
				runner.import<{ readonly default: Worker }>("/server.ts").then((module) => module.default);
			const answer = async (asked: IncomingMessage, sent: ServerResponse) => {
				const { fetch } = await worker();
				await send(await fetch(requestOf(asked), env, execution), sent);
			};
			server.middlewares.use(pageScripts);
			runEachMinute(server, async () => {
				const { scheduled } = await worker();
				await scheduled({ cron: "* * * * *", scheduledTime: Date.now(), noRetry() {} }, env, execution);
			});
			// Before that of Remix, as this plugin stands before it; behind the files of Vite.
			return () => {
				server.middlewares.use((asked, sent, next) => {
					answer(asked, sent).catch(next);
				});
			};
		},
	};
}

/** Answers with a page's script as the build makes it, without imports: Vite serves modules, which such a script is not. */
const pageScripts: Connect.NextHandleFunction = (asked, sent, next) => {
	const [, script] = /^\/(app\/browser\/[\w-]+\.ts)\?worker_file\b/.exec(asked.url ?? "") ?? [];
	if (!script) return next();
	bundleOf(script).then((code) => {
		sent.setHeader("Content-Type", "text/javascript; charset=utf-8");
		sent.end(code);
	}, next);
};

async function bundleOf(script: string): Promise<string> {
	const made = await build({
		configFile: false,
		mode: "development",
		logLevel: "warn",
		resolve: { alias: sourceFolders },
		build: {
			write: false,
			minify: false,
			sourcemap: "inline",
			copyPublicDir: false,
			rollupOptions: { input: inProject(script), output: { format: "iife" } },
		},
	});
	const [bundle] = [made].flat();
	return bundle && "output" in bundle ? bundle.output[0].code : "";
}

/** An expression for the bytes of a file. */
function bytesOf(path: string): string {
	return `Uint8Array.from(atob("${readFileSync(path).toString("base64")}"), (sign) => sign.charCodeAt(0))`;
}

function runEachMinute(server: ViteDevServer, run: () => Promise<void>): void {
	const timer = setInterval(() => run().catch(console.error), scheduleInterval).unref();
	server.httpServer?.once("close", () => clearInterval(timer));
}

/** The request of a Worker from that of Node. */
function requestOf(asked: IncomingMessage): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(asked.headersDistinct)) {
		for (const one of value ?? []) headers.append(name, one);
	}
	const { method = "GET", originalUrl, url } = asked as IncomingMessage & { readonly originalUrl?: string };
	const address = new URL(originalUrl ?? url ?? "/", `http://${asked.headers.host}`);
	if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
	const body = Readable.toWeb(asked) as ReadableStream;
	return new Request(address, { method, headers, body, duplex: "half" } as RequestInit);
}

async function send(response: Response, sent: ServerResponse): Promise<void> {
	sent.statusCode = response.status;
	for (const [name, value] of response.headers) sent.appendHeader(name, value);
	if (response.body) await pipeline(Readable.fromWeb(response.body as never), sent);
	else sent.end();
}
