import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { largestFile } from "~/lib/forms/limits";
import { Stop } from "../lib/stop.mjs";

/** The files of the old bucket, by the last part of their names. */
export interface FileIndex {
	/** @param path as a document of the dump names it: an address, a key or a name */
	readonly find: (path: string) => FoundFile | { readonly missing: string };
}

export interface FoundFile {
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	readonly read: () => Uint8Array<ArrayBuffer>;
}

/** @throws Stop for a folder that is not there */
export function indexFiles(folder: string): FileIndex {
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
		throw new Stop(`There is no folder ${folder}.`);
	const paths = new Map<string, string[]>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		paths.set(entry.name, [...(paths.get(entry.name) ?? []), join(entry.parentPath, entry.name)]);
	}
	return {
		find: (path) => {
			const plain = path.replace(/[?#].*$/, "");
			const named = [plain, decoded(plain)].flatMap((one) => {
				const found = paths.get(lastPart(one)) ?? [];
				const exact = found.filter(
					(file) => file.slice(folder.length).endsWith(one) || one.endsWith(file.slice(folder.length)),
				);
				return exact.length === 1 ? exact : found;
			});
			const [found, other] = [...new Set(named)];
			if (found === undefined) return { missing: "its file is not there" };
			if (other !== undefined) return { missing: "several files have its name" };
			const { size } = statSync(found);
			if (size === 0) return { missing: "its file is empty" };
			if (size > largestFile) return { missing: `its file has more than ${largestFile} bytes` };
			return { path: found, size, read: () => new Uint8Array(readFileSync(found)) };
		},
	};
}

function lastPart(path: string): string {
	return path.split(/[/\\]/).at(-1) ?? "";
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}
