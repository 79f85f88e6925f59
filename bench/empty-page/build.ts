import { readFileSync } from "node:fs";
import { runInstalled } from "../../scripts/lib/command.mjs";

/**
 * @returns the bundle of a Worker that answers `/` with an empty Remix page
 * @throws Error with the bundler's messages
 */
export async function buildEmptyPage(): Promise<string> {
	const { code, output } = await runInstalled(
		"@remix-run/dev/dist/cli.js",
		["vite:build", "--config", "bench/empty-page/vite.config.ts"],
		{ quiet: true, env: { NODE_ENV: "production" } },
	);
	if (code !== 0) throw new Error(output);
	return readFileSync(".cache/empty-page/server/index.js", "utf8");
}
