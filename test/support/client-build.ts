import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/cloudflare";
import { inProject } from "../../scripts/lib/paths.mjs";

/* What the browser gets of the build: scripts, what they import, what they weigh. */

const assets = inProject("build/client/assets");

interface ManifestEntry {
	readonly module: string;
	readonly imports?: readonly string[];
}

type RouteManifest = Pick<ServerBuild["routes"][string], "id" | "parentId" | "path" | "index">;

interface Manifest {
	readonly entry: ManifestEntry;
	readonly routes: Readonly<Record<string, ManifestEntry & RouteManifest>>;
}

const fileOf = (address: string) => address.replace(/^\/assets\//, "");

export function readManifest(): Manifest {
	const [name = ""] = chunks("manifest");
	return JSON.parse(
		sourceOf(name)
			.replace(/^window\.__remixManifest=/, "")
			.replace(/;$/, ""),
	) as Manifest;
}

export const sourceOf = (name: string) => readFileSync(join(assets, name), "utf8");

/** Bytes as they are sent: compressed by Brotli as the platform does. */
export const compressed = (content: string | Buffer) => brotliCompressSync(content).byteLength;

/** Bytes of all these scripts, each compressed. */
export const weightOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + weight(name), 0);

const weights = new Map<string, number>();

function weight(name: string): number {
	const known = weights.get(name) ?? compressed(readFileSync(join(assets, name)));
	weights.set(name, known);
	return known;
}

/** Scripts of this name, which the build ends with a dash and a digest of eight characters. */
export const chunks = (name: string) =>
	readdirSync(assets).filter(
		(file) => file.startsWith(`${name}-`) && file.length === `${name}-12345678.js`.length,
	);

/** Scripts and all that they import: before they run, or with what they load later as well. */
export function withImports(names: Iterable<string>, later: "without later" | "with later"): Set<string> {
	const all = new Set<string>();
	const visit = (name: string) => {
		if (all.has(name)) return;
		all.add(name);
		const source = sourceOf(name);
		for (const [, imported] of source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
			if (imported) visit(imported);
		if (later === "without later") return;
		for (const [, imported] of source.matchAll(/import\("\.\/([\w.-]+\.js)"\)/g))
			if (imported) visit(imported);
	};
	for (const name of names) visit(name);
	return all;
}

/** The scripts that the manifest names for a route: its own, the root's and those of the beginning. */
export function scriptsOfRoute(manifest: Manifest, routeId: string): string[] {
	const route = manifest.routes[routeId];
	if (!route) throw new Error(`The build has no route ${routeId}`);
	const entries = [manifest.entry, manifest.routes.root, route].flatMap((entry) => entry ?? []);
	return entries.flatMap(({ module, imports = [] }) => [module, ...imports]).map(fileOf);
}

/** A file of texts, in the language that takes more. */
export function textFile(namespace: "common" | "organisers"): string {
	const files = readdirSync(assets).filter(
		(name) => name.startsWith(`${namespace}-`) && name.endsWith(".json"),
	);
	const [largest = ""] = files.sort((a, b) => weightOf([b]) - weightOf([a]));
	return largest;
}
