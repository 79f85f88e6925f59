import { existsSync, lstatSync, readFileSync } from "node:fs";
import { run } from "../lib/command.mjs";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} Packages */

/**
 * Whether everything the lockfile asks for on every platform stands in node_modules in that version.
 * @param {Packages} wanted packages of package-lock.json
 * @param {Packages} installed packages of npm's own note in node_modules
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

/** Installs the locked packages when node_modules is missing or differs from the lockfile. */
export async function installDependencies() {
	const note = "node_modules/.package-lock.json";
	if (existsSync(inProject(note)) && isInstalled(packagesOf("package-lock.json"), packagesOf(note))) return;
	if (lstatSync(inProject("node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
		// npm would empty the folder behind the link, which somebody else works with.
		console.warn("node_modules is a link to packages that differ from the lockfile; it is used as it is.");
		return;
	}
	console.log("Installing packages (npm ci) …");
	const { code } = await run("npm", ["ci", "--no-audit", "--no-fund"]);
	if (code !== 0) throw new Stop("The packages could not be installed; npm's message stands above.");
}
