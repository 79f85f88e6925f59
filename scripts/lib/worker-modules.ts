import { readdirSync, readFileSync } from "node:fs";
import { deployedBuild } from "./build";
import { inProject } from "./paths.mjs";

const typesOfModules = { ".wasm": "CompiledWasm", ".bin": "Data" } as const;

/** A built Worker, as Miniflare takes it: its script, then what it loads beside. @param build its folder in the project */
export function workerModules(build: string = deployedBuild) {
	const folder = `${build}/server`;
	const beside = readdirSync(inProject(folder)).flatMap((name) => {
		const type = Object.entries(typesOfModules).find(([ending]) => name.endsWith(ending))?.[1];
		return type ? [{ type, path: name, contents: readFileSync(inProject(`${folder}/${name}`)) }] : [];
	});
	const contents = readFileSync(inProject(`${folder}/index.js`), "utf8");
	return [{ type: "ESModule" as const, path: "index.js", contents }, ...beside];
}
