import { existsSync, lstatSync, readFileSync } from "node:fs";
import { run } from "../lib/command.mjs";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { timed } from "../lib/timed.mjs";

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} Packages */

/** The build and the servers are among the packages that npm leaves out where NODE_ENV is "production", as in a unit of systemd. */
export const installFlags = ["--include=dev", "--no-audit", "--no-fund"];

/**
 * Whether node_modules has every package of the lockfile in its version, except optional ones.
 * @param {Packages} wanted packages of package-lock.json
 * @param {Packages} installed packages of node_modules/.package-lock.json
 */
export function isInstalled(wanted, installed) {
	return Object.entries(wanted).every(
		([path, { version, optional, devOptional }]) =>
			path === "" || optional || devOptional || installed[path]?.version === version,
	);
}

/**
 * @param {string} path
 * @returns {Packages}
 */
function packagesOf(path) {
	return JSON.parse(readFileSync(inProject(path), "utf8")).packages;
}

/** Installs the packages when node_modules is missing or differs from the lockfile. */
export async function installDependencies() {
	const note = "node_modules/.package-lock.json";
	if (existsSync(inProject(note)) && isInstalled(packagesOf("package-lock.json"), packagesOf(note))) return;
	if (lstatSync(inProject("node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
		// npm would empty the linked folder, which another clone uses.
		console.warn("node_modules is a link to packages that differ from the lockfile; it is used as it is.");
		return;
	}
	console.log("Installing packages (npm ci) …");
	const { code } = await timed("packages", () => run("npm", ["ci", ...installFlags]));
	if (code !== 0) throw new Stop("The packages could not be installed; npm's message is above.");
}
