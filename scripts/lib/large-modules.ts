import { createRequire } from "node:module";

/*
 * Libraries of several megabytes. They are loaded when they are first asked for, as a command that refuses its arguments need not wait for
 * them. And by `require`, past the loader of TypeScript, which would hold their sources beside them: wrangler takes 90 MB and two seconds less.
 */

const load = createRequire(import.meta.url);

export function wranglerModule(): typeof import("wrangler") {
	return load("wrangler") as typeof import("wrangler");
}

export function miniflareModule(): typeof import("miniflare") {
	return load("miniflare") as typeof import("miniflare");
}
