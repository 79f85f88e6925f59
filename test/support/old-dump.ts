import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { EJSON, serialize } from "bson";
import type { Dump } from "../../scripts/move-in/open-dump";
import type { Doc } from "./old-making";

/* Documents of the site before this one as its tools dump them. */

/** How a collection is written: by `mongodump`, with or without `--gzip`, or by `mongoexport`, canonical lines or a relaxed array. */
export type DumpForm = "bson" | "bson.gz" | "json" | "array";

/** MongoDB stores no field that is undefined. */
function withoutUndefined(value: Doc): Doc {
	return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Doc;
}

export function encodeCollection(docs: readonly Doc[], form: DumpForm): Uint8Array {
	const whole = docs.map(withoutUndefined);
	if (form === "json")
		return Buffer.from(whole.map((doc) => `${EJSON.stringify(doc, { relaxed: false })}\n`).join(""));
	if (form === "array")
		return Buffer.from(`[${whole.map((doc) => EJSON.stringify(doc, { relaxed: true })).join(",\n")}]\n`);
	const bson = Buffer.concat(whole.map((doc) => serialize(doc)));
	return form === "bson" ? bson : gzipSync(bson);
}

/** Writes collections into a folder, with what the tools put beside them. @returns the folder of the dump */
export function writeCollections(
	folder: string,
	collections: Readonly<Record<string, readonly Doc[]>>,
	form: DumpForm,
): string {
	const dump = join(folder, "dump");
	const isBson = form.startsWith("bson");
	const database = isBson ? join(dump, "competition") : dump;
	mkdirSync(database, { recursive: true });
	for (const [name, docs] of Object.entries(collections)) {
		const file = `${name}.${form === "array" ? "json" : form}`;
		writeFileSync(join(database, file), encodeCollection(docs, form));
		if (isBson) writeFileSync(join(database, `${name}.metadata.json`), "{}");
	}
	if (isBson) writeFileSync(join(dump, "oplog.bson"), serialize({ op: "n" }));
	return dump;
}

/** Writes a dump into a folder, and the files of the bucket into another one. */
export function writeDump(
	folder: string,
	site: {
		readonly collections: Readonly<Record<string, readonly Doc[]>>;
		readonly files: Readonly<Record<string, Uint8Array>>;
	},
	form: DumpForm,
): { readonly dump: string; readonly files: string } {
	const files = join(folder, "files");
	for (const [key, bytes] of Object.entries(site.files)) {
		const path = join(files, key);
		mkdirSync(join(path, ".."), { recursive: true });
		writeFileSync(path, bytes);
	}
	return { dump: writeCollections(folder, site.collections, form), files };
}

/** A dump without files. */
export function dumpInMemory(collections: Readonly<Record<string, readonly Doc[]>>): Dump {
	return {
		names: Object.keys(collections),
		read: async function* read(name) {
			for (const [index, document] of (collections[name] ?? []).entries())
				yield { document, place: `document ${index + 1}` };
		},
		digest: async (name) => `digest of ${name}`,
	};
}
