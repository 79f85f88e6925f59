import { fileURLToPath } from "node:url";

/** The folder of package.json, with a trailing slash. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Absolute path of a file in the project.
 * @param {string} relative for example `db/migrations`
 */
export function inProject(relative) {
	return projectRoot + relative;
}
