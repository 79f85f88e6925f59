import { Stop } from "../lib/stop.mjs";

/** Flags of the scripts that npm takes for its own where the `--` before them was forgotten. */
const flags = ["dry-run", "edition", "remote", "to"];

/**
 * A flag that npm keeps to itself stands in the environment alone, and the script would do something else than it was asked for: deploy
 * instead of showing what it would do.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @throws Stop when npm has kept one
 */
export function refuseSwallowedFlags(environment) {
	const swallowed = flags.filter((flag) => environment[`npm_config_${flag.replaceAll("-", "_")}`]);
	if (swallowed.length === 0) return;
	const command = `npm run ${environment.npm_lifecycle_event ?? "<script>"} -- --${swallowed.join(" --")}`;
	throw new Stop(`npm has kept --${swallowed.join(", --")} to itself. Flags stand behind "--": ${command}`);
}
