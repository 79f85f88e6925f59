import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../../scripts/lib/paths.mjs";

/** What `npm run dev` and `npm run deploy` read. */
const copied = [
	...["app", "db", "editions", "locales", "public", "scripts", "test/gallery", "test/support"],
	...["env.d.ts", "load-context.ts", "package-lock.json", "package.json", "server.ts", "tsconfig.json"],
	...["vite.config.ts", "wrangler.toml"],
];

/** Copies the sources into a folder, for tests that change them; packages are those of the project. */
export function copySources(folder: string): void {
	for (const path of copied) cpSync(inProject(path), join(folder, path), { recursive: true });
	symlinkSync(inProject("node_modules"), join(folder, "node_modules"));
}
