import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { terrainSources } from "~/lib/maps/terrain/tile";
import { newestEdition } from "~editions/index";
import { readDeployment } from "./deploy/deployment";
import { Stop } from "./lib/stop.mjs";
import { wrangler } from "./lib/wrangler";
import { developersPlace, openLocalState } from "./local/local-state";
import { type ReadTile, readTiles } from "./terrain/read-tiles";
import { storeTiles, type TileStorage } from "./terrain/store-tiles";

/*
 * `npm run terrain -- <files.hgt or .zip> [--source srtm|copernicus] [--remote]`: stores heights of the ground for the maps of all
 * editions. May be repeated; a tile replaces the one of the same place.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		source: { type: "string", default: "srtm" },
		remote: { type: "boolean", default: false },
	},
});
const source = terrainSources.find((known) => known === values.source);
if (!source) throw new Stop(`--source is one of ${terrainSources.join(", ")}.`);
if (positionals.length === 0) throw new Stop("npm run terrain -- <files.hgt or .zip>");

interface OpenStorage extends TileStorage {
	readonly close: () => Promise<void>;
}

async function openLocal(): Promise<OpenStorage> {
	const { env, close } = await openLocalState(developersPlace);
	return {
		get: async (key) => {
			const object = await env.FILES.get(key);
			return object && new Uint8Array(await object.arrayBuffer());
		},
		put: async (key, bytes) => {
			await env.FILES.put(key, new Uint8Array(bytes));
		},
		close,
	};
}

/** Wrangler fails for an object that is not there: only the index may be missing. */
function openRemote(): OpenStorage {
	const [bucket = ""] = readDeployment().buckets;
	const folder = mkdtempSync(join(tmpdir(), "terrain-"));
	const file = join(folder, "object");
	const object = (verb: "get" | "put", key: string) =>
		wrangler(["r2", "object", verb, `${bucket}/${key}`, "--file", file, "--remote"]);
	return {
		get: async (key) => {
			try {
				await object("get", key);
				return new Uint8Array(readFileSync(file));
			} catch (error) {
				if (error instanceof Stop && /does not exist/i.test(error.message)) return null;
				throw error;
			}
		},
		put: async (key, bytes) => {
			writeFileSync(file, bytes);
			await object("put", key);
		},
		close: async () => rmSync(folder, { recursive: true }),
	};
}

const storage = values.remote ? openRemote() : await openLocal();
let complaints = 0;

async function* goodTiles(): AsyncGenerator<ReadTile> {
	for await (const read of readTiles(positionals, newestEdition.airfield)) {
		if (!("complaint" in read)) {
			yield read;
			continue;
		}
		complaints++;
		console.error(read.complaint);
	}
}

try {
	await storeTiles(storage, goodTiles(), source, (name) =>
		console.log(`${name}: stored (${values.remote ? "remote" : "local"}, ${source}).`),
	);
} finally {
	await storage.close();
}
if (complaints > 0) throw new Stop(`${complaints} of the files were not stored.`);
