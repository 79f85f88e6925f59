import { Stop } from "../lib/stop.mjs";

const oldest = { major: 20, minor: 19 };

/**
 * @param {string} version for example `20.19.0`
 */
export function isNodeNewEnough(version) {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

/** @throws Stop when this Node.js is too old */
export function requireNode() {
	const { node } = process.versions;
	if (isNodeNewEnough(node)) return;
	const wanted = `${oldest.major}.${oldest.minor}`;
	throw new Stop(`Node.js ${wanted} or newer is needed, this is ${node}. See https://nodejs.org/`);
}
