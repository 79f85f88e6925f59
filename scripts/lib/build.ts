import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInstalled } from "./command.mjs";
import { inProject } from "./paths.mjs";
import { Stop } from "./stop.mjs";

const sources = [
	"app",
	"db",
	"editions",
	"locales",
	"public",
	"package-lock.json",
	"package.json",
	"server.ts",
	"vite.config.ts",
];

const note = inProject(".cache/built-from");
const workerFile = inProject("build/server/index.js");

function filesBelow(path: string): string[] {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

/** Changes when a file below the paths is changed, added or removed. */
export function fingerprintOf(paths: readonly string[]): string {
	const hash = createHash("sha256");
	for (const file of paths.flatMap(filesBelow)) {
		const { mtimeMs, size } = statSync(file);
		hash.update(`${file}\0${mtimeMs}\0${size}\n`);
	}
	return hash.digest("hex");
}

function currentFingerprint(): string {
	return fingerprintOf(sources.map(inProject));
}

function isBuilt(): boolean {
	if (!existsSync(workerFile) || !existsSync(note)) return false;
	// With the time of the build, so that a build by hand is not taken for the noted one.
	return readFileSync(note, "utf8") === `${currentFingerprint()} ${statSync(workerFile).mtimeMs}`;
}

/**
 * @returns whether the build was stale
 * @throws Stop with the bundler's messages when the build fails
 */
export async function buildWhenStale(): Promise<boolean> {
	if (isBuilt()) return false;
	const fingerprint = currentFingerprint();
	const { code, output } = await runInstalled("@remix-run/dev/dist/cli.js", ["vite:build"], {
		quiet: true,
		// That of a test would bundle the development build of React.
		env: { NODE_ENV: "production" },
	});
	if (code !== 0) throw new Stop(`The build failed:\n\n${output.split("watchFiles:")[0]}`);
	mkdirSync(dirname(note), { recursive: true });
	writeFileSync(note, `${fingerprint} ${statSync(workerFile).mtimeMs}`);
	return true;
}
