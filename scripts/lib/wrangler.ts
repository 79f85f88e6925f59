import { run } from "./command.mjs";
import { Stop } from "./stop.mjs";

/** Where wrangler writes what it uploads, with its map. */
export const uploadedWorker = ".cache/deploy";

/**
 * @param options asks: wrangler has the terminal, where it asks; nothing is returned then
 * @returns the standard output, which has no warnings
 * @throws Stop with the whole output when wrangler fails
 */
export async function wrangler(parameters: readonly string[], { asks = false } = {}): Promise<string> {
	const { code, output, answer } = await run(
		process.execPath,
		["node_modules/wrangler/bin/wrangler.js", ...parameters],
		{
			quiet: !asks,
			asks,
			env: { WRANGLER_LOG: "log", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
		},
	);
	if (code !== 0) throw new Stop(`wrangler ${parameters.join(" ")} failed:\n\n${output}`);
	return answer;
}
