import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { terrainIndexSchema, terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { packTile, type TerrainSource } from "~/lib/maps/terrain/tile";
import type { ReadTile } from "./read-tiles";

/** A bucket, here or at Cloudflare. */
export interface TileStorage {
	/** Null where there is no such object. */
	readonly get: (key: string) => Promise<Uint8Array | null>;
	readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** Puts a tile into the bucket, then into the index, which alone says that it is there. */
export async function storeTile(
	{ get, put }: TileStorage,
	{ name, tile }: ReadTile,
	source: TerrainSource,
): Promise<void> {
	const bytes = gzipSync(packTile(tile), { level: 9 });
	const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
	await put(terrainKeys.tile(name, digest), bytes);
	const stored = await get(terrainKeys.index);
	const index = stored ? terrainIndexSchema.parse(JSON.parse(new TextDecoder().decode(stored))) : {};
	const changed = { ...index, [name]: { source, digest } };
	await put(terrainKeys.index, new TextEncoder().encode(JSON.stringify(changed)));
}
