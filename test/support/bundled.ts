import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { inProject } from "../../scripts/lib/paths.mjs";
import { alias, forWorker } from "../../vite.config";

/**
 * A module with all that it imports in one file, as the Worker has it. Between the modules of a test, each call of an imported
 * function costs some ten nanoseconds: where a fix takes a dozen, that doubles them.
 * @param file within the project
 */
export async function bundled<Module>(file: string): Promise<Module> {
	const folder = mkdtempSync(join(tmpdir(), "bundled-"));
	try {
		await build({
			configFile: false,
			logLevel: "error",
			resolve: { alias },
			ssr: forWorker,
			build: {
				target: "es2022",
				ssr: inProject(file),
				outDir: folder,
				rollupOptions: { output: { entryFileNames: "bundled.mjs" } },
			},
		});
		return (await import(/* @vite-ignore */ join(folder, "bundled.mjs"))) as Module;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
