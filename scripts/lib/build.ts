import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { runInstalled } from "./command.mjs";
import { lastCommit } from "./last-commit";
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

/** The build that is deployed; tests and journeys run it. */
export const deployedBuild = "build";

/** The build of `npm start` and of screenshots: the same, and `/dev/gallery` from test/gallery. */
export const localBuild = ".cache/local-build";

export type Build = typeof deployedBuild | typeof localBuild;

/** What a build must have been made from. */
type BuiltFrom = "these sources" | "this commit";

const sourcesOf = (build: Build) =>
	[...sources, ...(build === localBuild ? ["test/gallery"] : [])].map(inProject);
const noteOf = (build: Build) => inProject(`.cache/built-from-${basename(build)}`);
const workerOf = (build: Build) => inProject(`${build}/server/index.js`);

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

function isBuilt(build: Build, from: BuiltFrom): boolean {
	const [worker, note] = [workerOf(build), noteOf(build)];
	if (!existsSync(worker) || !existsSync(note)) return false;
	const [sources, time, commit] = readFileSync(note, "utf8").split(" ");
	if (from === "this commit" && commit !== String(lastCommit().commit)) return false;
	// With the time of the build, so that a build by hand is not taken for the noted one.
	return sources === fingerprintOf(sourcesOf(build)) && time === String(statSync(worker).mtimeMs);
}

/**
 * @param from what is deployed says its commit; elsewhere a build of the same sources will do
 * @returns whether the build was stale
 * @throws Stop with the bundler's messages when the build fails
 */
export async function buildWhenStale(
	build: Build = deployedBuild,
	from: BuiltFrom = "these sources",
): Promise<boolean> {
	if (isBuilt(build, from)) return false;
	const { commit } = lastCommit();
	const fingerprint = fingerprintOf(sourcesOf(build));
	const { code, output } = await runInstalled("@remix-run/dev/dist/cli.js", ["vite:build"], {
		quiet: true,
		env: {
			// That of a test would bundle the development build of React.
			NODE_ENV: "production",
			BUILD_FOLDER: build,
			// See app/routes.ts.
			GALLERY: build === localBuild ? "on" : "off",
		},
	});
	if (code !== 0) throw new Stop(`The build failed:\n\n${output.split("watchFiles:")[0]}`);
	const note = noteOf(build);
	mkdirSync(dirname(note), { recursive: true });
	writeFileSync(note, `${fingerprint} ${statSync(workerOf(build)).mtimeMs} ${commit}`);
	return true;
}
