import { Stop } from "../lib/stop.mjs";

/** Flags of the scripts, which npm takes for its own when `--` is missing before them. */
const flags = [
	"data",
	"dry-run",
	"edition",
	"files",
	"head",
	"into-used",
	"on-competition-day",
	"organisers",
	"practice",
	"rehearse",
	"remote",
	"source",
	"take-hosts",
	"to",
	"trust-proxy",
];

/**
 * A flag that npm takes is only in the environment. Without this check, `npm run deploy --dry-run` would deploy.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @throws Stop when npm has taken a flag
 */
export function refuseSwallowedFlags(environment) {
	const swallowed = flags.filter((flag) => environment[`npm_config_${flag.replaceAll("-", "_")}`]);
	if (swallowed.length === 0) return;
	const command = `npm run ${environment.npm_lifecycle_event ?? "<script>"} -- --${swallowed.join(" --")}`;
	throw new Stop(`npm has kept --${swallowed.join(", --")} to itself. Flags stand behind "--": ${command}`);
}
