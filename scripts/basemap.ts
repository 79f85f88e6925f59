import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { openLocalStorage, remoteStorage } from "./backup/storage";
import { installBasemap } from "./basemap/install-basemap";
import { editionOfArgument } from "./lib/edition-argument";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { developersPlace } from "./local/local-state";

/* `npm run basemap -- <file.pmtiles> [--edition <year>] [--remote]`: puts a map of the region below the replays of an edition. */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [path, ...others] = positionals;
if (!path || others.length > 0) {
	throw new Stop("Usage: npm run basemap -- <file.pmtiles> [--edition <year>] [--remote]");
}
if (!existsSync(path)) throw new Stop(`There is no file ${path}.`);
const edition = editionOfArgument(values.edition);
if (!values.remote && !existsSync(developersPlace.state)) {
	throw new Stop("This machine has no databases yet: run npm start first, or give --remote.");
}
const local = values.remote ? null : await openLocalStorage(inProject("wrangler.toml"));
try {
	const { header, key, before } = await installBasemap(local ?? remoteStorage(), edition, path);
	const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat, size } = header;
	const where = values.remote ? "remote" : "local";
	console.log(`${edition.title} (${where}) has a basemap: ${(size / 2 ** 20).toFixed(1)} MB, ${key}`);
	console.log(`zooms ${minZoom} to ${maxZoom}, ${minLon} to ${maxLon}° E, ${minLat} to ${maxLat}° N`);
	if (before) console.log(`After a minute nobody reads the one before; delete it from the bucket: ${before}`);
} finally {
	await local?.close();
}
