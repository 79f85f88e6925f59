import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProject, projectRoot } from "../../scripts/lib/paths.mjs";

/**
 * Copies the project, without what is made of it, to where a test changes its files. Packages are those of the project.
 * @param without more folders that are not needed there
 */
export function copyCheckout(...without: readonly string[]) {
	const folder = mkdtempSync(join(tmpdir(), "checkout-"));
	const made = [".cache", ".dev.vars", ".git", ".wrangler", "build", "node_modules", "test-results"];
	const left = new Set([...made, ...without].map(inProject));
	cpSync(projectRoot, folder, { recursive: true, filter: (path) => !left.has(path) });
	symlinkSync(inProject("node_modules"), join(folder, "node_modules"));
	return {
		folder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
