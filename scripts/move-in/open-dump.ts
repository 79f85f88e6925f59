import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Stop } from "../lib/stop.mjs";
import type { Found } from "./found";
import { readBson } from "./read-bson";
import { readJson } from "./read-json";

/** The collections of a dump. */
export interface Dump {
	readonly names: readonly string[];
	/** Reads the documents of a collection, none where there is no such collection. @throws Stop for a damaged file */
	readonly read: (name: string) => AsyncGenerator<Found>;
	/** SHA-256 of the file of a collection, in hex. */
	readonly digest: (name: string) => Promise<string>;
}

const collectionFile = /^(.+)\.(bson|json|jsonl|ndjson)(\.gz)?$/;
/** What the tools write beside the collections, and our own leftovers. */
const beside = /^oplog\.bson|^prelude\.json|\.metadata\.json(\.gz)?$|^leftovers-/;
/** Databases of the server itself. */
const serversOwn = new Set(["admin", "config", "local"]);
/** The first bytes of an archive (mongo-tools, `archive/archive.go`). */
const magicNumber = 0x8199e26d;
/** Bytes of a piece. */
const pieceSize = 128 * 1024;

/** @throws Stop for a folder without collections, with several databases, or with an archive */
export async function openDump(given: string): Promise<Dump> {
	if (!existsSync(given)) throw new Stop(`There is no ${given}.`);
	await refuseArchives(given);
	const folder = folderOfCollections(given);
	const paths = new Map<string, string>();
	for (const file of filesIn(folder).sort()) {
		const [, name] = (beside.test(file) ? null : collectionFile.exec(file)) ?? [];
		if (name === undefined) continue;
		const path = join(folder, file);
		const other = paths.get(name);
		if (other) throw new Stop(`${name} is there twice: ${basename(other)}, ${file}. Leave one of them.`);
		paths.set(name, path);
	}
	return {
		names: [...paths.keys()],
		read: async function* read(name) {
			const path = paths.get(name);
			if (!path) return;
			const reader = /\.bson(\.gz)?$/.test(path) ? readBson : readJson;
			yield* reader(piecesOf(path), basename(path));
		},
		digest: async (name) => {
			const hash = createHash("sha256");
			for await (const piece of createReadStream(paths.get(name) ?? "")) hash.update(piece);
			return hash.digest("hex");
		},
	};
}

/** The folder itself, or the only one in it: `mongodump` makes one for each database. */
function folderOfCollections(folder: string): string {
	const isCollection = (name: string) => collectionFile.test(name) && !beside.test(name);
	if (filesIn(folder).some(isCollection)) return folder;
	const databases = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const isDatabase = entry.isDirectory() && !serversOwn.has(entry.name);
		return isDatabase && filesIn(join(folder, entry.name)).some(isCollection) ? [entry.name] : [];
	});
	const [only, other] = databases;
	if (only === undefined)
		throw new Stop(`${folder} holds no collection: no .bson, .bson.gz or .json of mongodump or mongoexport.`);
	if (other !== undefined)
		throw new Stop(`${folder} holds several databases: ${databases.join(", ")}. Name the folder of one.`);
	return join(folder, only);
}

/** Names of the files of a folder. A link is the file to which it leads. */
function filesIn(folder: string): string[] {
	return readdirSync(folder).filter((name) =>
		statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
	);
}

/** An archive has all collections in one file, in pieces that take turns. */
async function refuseArchives(given: string): Promise<void> {
	const isFolder = statSync(given).isDirectory();
	const files = isFolder ? filesIn(given).map((name) => join(given, name)) : [given];
	for (const path of files) {
		const zipped = (await firstBytes(createReadStream(path))).readUInt16BE(0) === 0x1f8b;
		const start = await firstBytes(zipped ? piecesOf(path, true) : createReadStream(path));
		if (start.readUInt32LE(0) !== magicNumber) continue;
		throw new Stop(
			`${path} is an archive of mongodump. Split it with a local server:\n\n` +
				`  mongorestore --archive=${path}${zipped ? " --gzip" : ""} && mongodump --out=dump\n\n` +
				"and name the folder dump.",
		);
	}
	if (!isFolder) throw new Stop(`${given} is no folder.`);
}

/** At least four bytes; zeros behind a shorter file, and for one that cannot be unpacked. */
async function firstBytes(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	try {
		for await (const piece of pieces) return Buffer.concat([piece.subarray(0, 4), Buffer.alloc(4)]);
	} catch {
		// A damaged file is refused when it is read.
	}
	return Buffer.alloc(4);
}

/** The bytes of a file, unpacked. */
async function* piecesOf(path: string, zipped = path.endsWith(".gz")): AsyncGenerator<Buffer> {
	const file = createReadStream(path, { highWaterMark: pieceSize });
	if (!zipped) {
		try {
			yield* file;
		} catch {
			throw new Stop(`${basename(path)} cannot be read.`);
		}
		return;
	}
	const unpacked = pipeline(file, createGunzip({ chunkSize: pieceSize }), () => {});
	try {
		yield* unpacked;
	} catch {
		throw new Stop(`${basename(path)} cannot be unpacked to its end: the dump is not complete.`);
	}
}
