import type { Ctx } from "~/lib/context";
import { withStorageTimeout } from "~/lib/files/object-storage.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { createMemory } from "~/lib/memoise";
import type { Position } from "../geodesy";
import { type Bounds, boundsOf } from "../viewport";
import { type SourcedTile, Terrain, tilesOf } from "./terrain";
import { type TerrainIndex, terrainIndexSchema, terrainKeys } from "./terrain-index";
import { unpackTile } from "./tile";

/** A map is at most this many times as wide and high as the places that it shows. */
const surroundings = 2.6;
/** Least extent in degrees of latitude, around a single place. */
const leastExtent = 1.2;
/** Most square degrees. A map that needs more is a mistake: no task covers so many. */
const mostTiles = 48;
/** Milliseconds until the index is read again. */
const freshness = 60_000;
/** Tiles that an isolate keeps: 0.2 MB each. */
const keptTiles = 60;

/** Kept whole, so that what is drawn of one is known again: an edition has a task or two a day. */
const keptTerrains = 12;
const terrains = createMemory<string, Terrain>(keptTerrains);
const tiles = createMemory<string, SourcedTile>(keptTiles);
const indexes = new WeakMap<R2Bucket, { readonly until: number; readonly index: TerrainIndex }>();

type TerrainCtx = Pick<Ctx, "files" | "now" | "requestId">;

/** The heights of the country that a map around some places shows. Null where no tile of it is stored. */
export function terrainAround(ctx: TerrainCtx, places: Iterable<Position>): Promise<Terrain | null> {
	return terrainWithin(ctx, surrounded(boundsOf(places)));
}

/** The heights of a stretch of country. Null where no tile of it is stored. */
export async function terrainWithin(ctx: TerrainCtx, bounds: Bounds): Promise<Terrain | null> {
	try {
		const index = await storedTiles(ctx);
		if (Object.keys(index).length === 0) return null;
		const names = tilesOf(bounds);
		if (names.length > mostTiles) return null;
		const found = await Promise.all(names.map((name) => loadTile(ctx, name, index)));
		const known = found.flatMap((tile, place) => (tile ? [[names[place] ?? "", tile] as const] : []));
		if (known.length === 0) return null;
		return terrainOf(names, new Map(known), index);
	} catch (error) {
		// The map is drawn without relief, and still says all that matters.
		logLine("error", "terrain", { requestId: ctx.requestId, ...describeError(error) });
		return null;
	}
}

/** The same object for the same tiles. */
function terrainOf(
	names: readonly string[],
	known: ReadonlyMap<string, SourcedTile>,
	index: TerrainIndex,
): Terrain {
	const key = names.map((name) => `${name} ${known.has(name) ? index[name]?.digest : ""}`).join();
	const missing = names.filter((name) => !known.has(name));
	const terrain = terrains.get(key) ?? new Terrain(known, missing);
	terrains.set(key, terrain);
	return terrain;
}

async function storedTiles({ files, now }: TerrainCtx): Promise<TerrainIndex> {
	const kept = indexes.get(files);
	const left = (kept?.until ?? 0) - now.getTime();
	// If the clock was set back, the time left would be too long.
	if (kept && left > 0 && left <= freshness) return kept.index;
	const object = await withStorageTimeout(files.get(terrainKeys.index));
	const index = object ? terrainIndexSchema.parse(await object.json()) : {};
	indexes.set(files, { until: now.getTime() + freshness, index });
	return index;
}

async function loadTile(
	{ files }: TerrainCtx,
	name: string,
	index: TerrainIndex,
): Promise<SourcedTile | null> {
	const entry = index[name];
	if (!entry) return null;
	const key = terrainKeys.tile(name, entry.digest);
	const kept = tiles.get(key);
	if (kept) return kept;
	const object = await withStorageTimeout(files.get(key));
	if (!object) return null;
	const unpacked = object.body.pipeThrough(new DecompressionStream("gzip"));
	const tile = unpackTile(new Uint8Array(await new Response(unpacked).arrayBuffer()));
	if (!tile) return null;
	const sourced = { source: entry.source, tile };
	tiles.set(key, sourced);
	return sourced;
}

/** A square around a box, in degrees at its middle. */
function surrounded({ west, east, south, north }: Bounds): Bounds {
	const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
	const across = Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
	const extent = Math.max(leastExtent, surroundings * Math.max((east - west) * across, north - south));
	return {
		west: longitude - extent / 2 / across,
		east: longitude + extent / 2 / across,
		south: latitude - extent / 2,
		north: latitude + extent / 2,
	};
}
