import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type TerrainIndex, terrainIndexSchema, terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { packTile, type TerrainSource } from "~/lib/maps/terrain/tile";
import { repeatWhenServerRests } from "../local/when-server-rests";
import type { ReadTile } from "./read-tiles";

/** A bucket, here or at Cloudflare. */
export interface TileStorage {
	/** Returns null when there is no such object. */
	readonly get: (key: string) => Promise<Uint8Array | null>;
	readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
}

export interface OpenStorage extends TileStorage {
	readonly close: () => Promise<void>;
}

/**
 * Puts tiles into the bucket, and at the end into the index, which alone says that they are there. After a failure the index has
 * those that were stored. The index is written once, not with every tile.
 * @param report is told the name of each stored tile
 */
export async function storeTiles(
	{ get, put }: TileStorage,
	tiles: AsyncIterable<ReadTile>,
	source: TerrainSource,
	report: (name: string) => void,
): Promise<void> {
	const stored: TerrainIndex = {};
	try {
		for await (const { name, tile } of tiles) {
			const bytes = gzipSync(packTile(tile), { level: 9 });
			const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
			await put(terrainKeys.tile(name, digest), bytes);
			stored[name] = { source, digest };
			report(name);
		}
	} finally {
		if (Object.keys(stored).length > 0) {
			const before = await get(terrainKeys.index);
			const index = before ? terrainIndexSchema.parse(JSON.parse(new TextDecoder().decode(before))) : {};
			const changed = { ...index, ...stored };
			await put(terrainKeys.index, new TextEncoder().encode(JSON.stringify(changed)));
		}
	}
}

/** A local bucket. */
export const bucketStorage = (files: R2Bucket): TileStorage => ({
	get: async (key) => {
		const bytes = await repeatWhenServerRests(async () => (await files.get(key))?.arrayBuffer());
		return bytes ? new Uint8Array(bytes) : null;
	},
	put: async (key, bytes) => {
		await repeatWhenServerRests(() => files.put(key, new Uint8Array(bytes)));
	},
});
