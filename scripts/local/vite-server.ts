import { createServer } from "vite";
import { inProject } from "../lib/paths.mjs";
import { developersPlace, openLocalState } from "./local-state";
import { ourWorker, platformInNode } from "./vite-worker";

/** Folders that nobody edits by hand; databases change with every request. */
const unwatched = [".cache", ".wrangler", "backups", "bench", "build", "screenshots", "test-results"];

export interface ViteServer {
	/** Resolves when nothing is listened to and no database is open. */
	stop(): Promise<void>;
}

/**
 * Serves the sources by Vite, with our own Worker behind it on the databases of `npm start`. Remix's own development server would call
 * Remix alone, past guards, cache and state.
 * @param clock CLOCK as the Worker reads it
 */
export async function startVite(port: number, clock: string | undefined): Promise<ViteServer> {
	// See app/routes.ts.
	process.env.GALLERY = "on";
	const { env, ctx, caches, close } = await openLocalState(developersPlace);
	platformInNode(caches);
	const worker = ourWorker({ ...env, PORT: String(port), ...(clock && { CLOCK: clock }) }, ctx);
	const server = await createServer({
		configFile: inProject("vite.config.ts"),
		root: inProject(""),
		plugins: [worker],
		server: {
			port,
			strictPort: true,
			host: "localhost",
			// The Worker answers preflights itself.
			cors: false,
			watch: { ignored: unwatched.map((folder) => inProject(`${folder}/**`)) },
		},
		clearScreen: false,
		logLevel: "warn",
	});
	await server.listen();
	return {
		async stop() {
			await server.close();
			await close();
		},
	};
}
