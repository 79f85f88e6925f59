import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative, resolve } from "node:path";
import { inProject } from "../lib/paths.mjs";

/** A position in the built Worker, as traces name it, with what workerd writes before the name of the file. */
const position = /(?:[\w:/.-]*\/)?\bindex\.js:(\d+):(\d+)/g;

/** The build of a test may have been made without a map; then texts stay as they are. */
function readMap(folder: string): SourceMap | null {
	const path = inProject(`${folder}/index.js.map`);
	return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : null;
}

/**
 * Puts file and line of the sources in place of positions in the built Worker. The map is read, which takes a moment, with the first
 * trace.
 * @param folder where `index.js` and its map lie
 */
export function createTraceMapper(folder: string): (text: string) => string {
	let map: SourceMap | null | undefined;
	return (text) =>
		text.replace(position, (found, line: string, column: string) => {
			map ??= readMap(folder);
			const origin = map?.findOrigin(Number(line), Number(column));
			if (!origin || !("fileName" in origin)) return found;
			const file = relative(inProject(""), resolve(inProject(folder), origin.fileName));
			return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
		});
}
