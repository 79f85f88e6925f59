import { parseArgs } from "node:util";
import { measuredSources } from "~/lib/maps/terrain/tile";
import { newestEdition } from "~editions/index";
import { requireOnePlace, whereOptions } from "./admin/where";
import { Stop } from "./lib/stop.mjs";
import { developersPlace, openLocalState } from "./local/local-state";
import { existingPlace } from "./serve/served-place";
import { type ReadTile, readTiles } from "./terrain/read-tiles";
import { openRemote } from "./terrain/remote-storage";
import { bucketStorage, type OpenStorage, storeTiles } from "./terrain/store-tiles";

/*
 * `npm run terrain -- <files.hgt or .zip> [--source srtm|copernicus] [--remote | --data <folder>]`: stores heights of the ground for the maps of all
 * editions. May be repeated; a tile replaces the one of the same place.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		source: { type: "string", default: "srtm" },
		...whereOptions,
	},
});
const source = measuredSources.find((known) => known === values.source);
requireOnePlace(values);
if (!source) throw new Stop(`--source is one of ${measuredSources.join(", ")}.`);
if (positionals.length === 0) throw new Stop("npm run terrain -- <files.hgt or .zip>");

async function openLocal(): Promise<OpenStorage> {
	const place = values.data === undefined ? developersPlace : existingPlace(values.data);
	const { env, close } = await openLocalState(place);
	return { ...bucketStorage(env.FILES), close };
}

const storage = await (values.remote ? openRemote() : openLocal());
let complaints = 0;

async function* goodTiles(): AsyncGenerator<ReadTile> {
	for await (const read of readTiles(positionals, newestEdition().airfield)) {
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
		console.log(`${name}: stored (${values.remote ? "remote" : (values.data ?? "local")}, ${source}).`),
	);
} finally {
	await storage.close();
}
if (complaints > 0) throw new Stop(`${complaints} of the files were not stored.`);
