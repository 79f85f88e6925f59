import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { inProject } from "../../scripts/lib/paths.mjs";

/** Files of this project by their path in it, each with the files and the packages it imports. */
export type ImportGraph = ReadonlyMap<string, Imports>;

interface Imports {
	readonly files: readonly string[];
	/** As they are written: packages, and the modules that the build makes up. */
	readonly packages: readonly string[];
}

const aliases = Object.entries(
	(JSON.parse(readFileSync(inProject("tsconfig.json"), "utf8")) as TsConfig).compilerOptions.paths,
).map(([alias, [folder]]) => ({ alias: alias.replace("*", ""), folder: folder.replace(/^\.\/|\*$/g, "") }));

interface TsConfig {
	readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

/** Every file below these folders and files, by its path in the project. */
export function filesBelow(...roots: readonly string[]): string[] {
	return roots.flatMap((root) =>
		posix.extname(root)
			? root
			: readdirSync(inProject(root), { recursive: true, withFileTypes: true })
					.filter((entry) => entry.isFile())
					.map((entry) => posix.relative(inProject("."), posix.join(entry.parentPath, entry.name))),
	);
}

/**
 * Who imports whom: `import`, `export … from` and `import()`, of types as of values.
 * @throws Error when an import leads to no file: an arrow that is overlooked proves nothing
 */
export function readImports(files: readonly string[]): ImportGraph {
	const known = new Set(files);
	return new Map(
		files
			.filter((file) => /\.tsx?$/.test(file))
			.map((file) => {
				const imported = specifiersOf(readFileSync(inProject(file), "utf8"));
				const paths = imported.map((written) => pathOf(file, written));
				return [
					file,
					{
						files: paths.flatMap((path) => (path === null ? [] : existing(path, known, file))),
						packages: imported.filter((_, index) => paths[index] === null),
					},
				];
			}),
	);
}

/** What stands behind `from`, in an import for its effects alone, and in `import()`, of a value or of a type. */
const specifier =
	/^\s*(?:import|export)\b[^"';=(]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

function specifiersOf(source: string): string[] {
	return [...source.matchAll(specifier)].flatMap(([, ...found]) => found.filter((one) => one !== undefined));
}

/** The path that an import means, perhaps without its extension; null for a package. */
function pathOf(importer: string, written: string): string | null {
	const [name = ""] = written.split("?");
	if (name.startsWith(".")) return posix.join(posix.dirname(importer), name);
	const alias = aliases.find((one) => name.startsWith(one.alias));
	return alias ? alias.folder + name.slice(alias.alias.length) : null;
}

function existing(path: string, known: ReadonlySet<string>, importer: string): string {
	const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end).find((one) => known.has(one));
	if (!found) throw new Error(`${importer} imports ${path}, which is not there`);
	return found;
}

/** A shortest way from a file back to itself for every group of files that import each other in a circle. */
export function circlesOf(graph: ImportGraph): string[][] {
	const circles: string[][] = [];
	const done = new Set<string>();
	for (const file of graph.keys()) {
		const circle = done.has(file) ? null : wayBack(graph, file);
		if (!circle) continue;
		circles.push(circle);
		for (const link of circle) done.add(link);
	}
	return circles;
}

function wayBack(graph: ImportGraph, start: string): string[] | null {
	const ways = [[start]];
	const seen = new Set<string>();
	for (const way of ways) {
		for (const next of graph.get(way.at(-1) ?? "")?.files ?? []) {
			if (next === start) return [...way, start];
			if (seen.has(next)) continue;
			seen.add(next);
			ways.push([...way, next]);
		}
	}
	return null;
}
