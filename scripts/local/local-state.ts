import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wranglerModule } from "../lib/large-modules";
import { inProject } from "../lib/paths.mjs";
import "./steady-calls";

/** Databases, files and secrets of a local Worker. */
export interface LocalPlace {
	/** Folder that wrangler gets by `--persist-to`. */
	readonly state: string;
	readonly secrets: string;
	/** Path of the wrangler.toml whose ids name the databases; without it, that of the project. */
	readonly config?: string;
}

/** The state of `npm start`. */
export const developersPlace: LocalPlace = {
	state: inProject(".wrangler/state"),
	secrets: inProject(".dev.vars"),
};

export function configOf({ config = inProject("wrangler.toml") }: LocalPlace): string {
	return config;
}

export interface LocalState {
	readonly env: Env;
	/** The platform's stand-ins, for who runs the Worker itself. */
	readonly ctx: ExecutionContext;
	readonly caches: unknown;
	close(): Promise<void>;
}

/**
 * The configuration without the Durable Object, whose class the platform's stand-ins do not have: wrangler and workerd would warn of it.
 * @returns its path
 */
export function withoutObjects(place: LocalPlace): string {
	const text = readFileSync(configOf(place), "utf8");
	const path = join(place.state, "wrangler.toml");
	mkdirSync(place.state, { recursive: true });
	writeFileSync(
		path,
		text.replace(/^\[\[(?:durable_objects\.bindings|migrations)\]\]\n(?:[^\n[].*\n|\n)*/gm, ""),
	);
	return path;
}

/** Never opens anything remote. */
export async function openLocalState(place: LocalPlace): Promise<LocalState> {
	const { getPlatformProxy } = wranglerModule();
	const { env, ctx, caches, dispose } = await getPlatformProxy<Env>({
		configPath: withoutObjects(place),
		envFiles: [place.secrets],
		persist: { path: join(place.state, "v3") },
		remoteBindings: false,
	});
	return { env, ctx: ctx as ExecutionContext, caches, close: dispose };
}
