import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type TerrainTile, unpackTile } from "~/lib/maps/terrain/tile";

/** The country around Brno as NASA's SRTM measured it (public domain), thinned by `npm run terrain`. */
export function realTile(): TerrainTile {
	const tile = unpackTile(gunzipSync(readFileSync(new URL("./N49E016.gz", import.meta.url))));
	if (!tile) throw new Error("the tile of the tests cannot be read");
	return tile;
}
